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
     */
    record Launch(String name, String description, List<Piece> pieces) implements HostStep {
        public Launch {
            pieces = List.copyOf(pieces);
        }
    }
}
