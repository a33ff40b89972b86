package tilewright.tiling;

import java.util.List;
import tilewright.model.Affine;

/** What the host does, in order. */
public sealed interface HostStep {
    /** Runs the body for {@code variable} from {@code first} to {@code last}, inclusive, in steps of one. */
    record HostLoop(String variable, Affine first, Affine last, List<HostStep> body) implements HostStep {
        public HostLoop {
            body = List.copyOf(body);
        }
    }

    /**
     * One launch: all blocks of all pieces, in any order, at the same time.
     *
     * @param name identifier of the kernel
     * @param lane what it waits for
     */
    record Launch(String name, String description, List<Piece> pieces, Lane lane) implements HostStep {
        public Launch {
            pieces = List.copyOf(pieces);
        }

        public Launch(String name, String description, List<Piece> pieces) {
            this(name, description, pieces, Lane.MAIN);
        }

        /** The pieces whose blocks run beside those of one of them. */
        public List<Piece> beside(Piece piece) {
            return pieces.stream().filter(p -> p != piece).toList();
        }
    }

    /**
     * There are two lanes. A launch waits for all earlier launches of its own lane, and for those of the other one up to
     * the latest meeting. Running everything in textual order is always right.
     *
     * @param ahead whether the launch belongs to the lane that runs ahead: its blocks go first where both lanes wait
     * @param meets whether both lanes meet before this launch: what follows, in either, waits for all that came before
     */
    record Lane(boolean ahead, boolean meets) {
        public static final Lane MAIN = new Lane(false, false);
    }

    /**
     * One launch of time tiles: all blocks, in any order, at the same time. Launches read one copy of the arrays that
     * they carry on and write the other, in turn: an even one reads the arrays themselves, an odd one their second copies.
     *
     * @param turn variable of the host loop, from 0 on, that counts these launches; their number is even
     */
    record TimeLaunch(String name, String description, TimeTile tile, String turn) implements HostStep {}
}
