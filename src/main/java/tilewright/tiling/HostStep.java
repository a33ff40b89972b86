package tilewright.tiling;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;

/**
 * What the host does, in order: the upper part of a plan's schedule tree. Loops of the host are bands, what is in their bodies follows each other, and
 * the blocks of a launch are in no order.
 */
public sealed interface HostStep {
    /**
     * Runs the body for {@code variable} from {@code first} to {@code last}, inclusive, in steps of one.
     *
     * @param columns what blocks may keep for all iterations, where one launch runs them; null where nothing is known of any
     */
    record HostLoop(
            String variable,
            Affine first,
            Affine last,
            List<HostStep> body,
            @Nullable OwnedColumns columns) implements HostStep {
        public HostLoop {
            body = List.copyOf(body);
        }

        public HostLoop(String variable, Affine first, Affine last, List<HostStep> body) {
            this(variable, first, last, body, null);
        }

        /** The loop around other steps. */
        public HostLoop with(List<HostStep> steps) {
            return new HostLoop(variable, first, last, steps, columns);
        }

        Blocks.Loop loop() {
            return new Blocks.Loop(variable, first, last);
        }
    }

    /**
     * One launch: all of these blocks, in any order, at the same time.
     *
     * @param name identifier of the kernel
     * @param blocks kinds of blocks; a time tile is alone
     * @param lane what it waits for
     */
    record Launch(String name, String description, List<? extends Blocks> blocks, Lane lane) implements HostStep {
        public Launch {
            blocks = List.copyOf(blocks);
            if (blocks.size() > 1 && blocks.stream().anyMatch(TimeTile.class::isInstance)) {
                throw new IllegalArgumentException("launch " + name + " runs time tiles, and something beside them");
            }
        }

        public Launch(String name, String description, List<? extends Blocks> blocks) {
            this(name, description, blocks, Lane.MAIN);
        }

        /** The blocks that are no time tiles. */
        public List<Piece> pieces() {
            return blocks.stream()
                    .filter(Piece.class::isInstance)
                    .map(Piece.class::cast)
                    .toList();
        }

        /** What the launch runs, if it is a time tile. */
        public Optional<TimeTile> timeTile() {
            return blocks.stream()
                    .filter(TimeTile.class::isInstance)
                    .map(TimeTile.class::cast)
                    .findFirst();
        }

        /** The same launch of other blocks. */
        public Launch with(List<? extends Blocks> others) {
            return new Launch(name, description, others, lane);
        }

        /** The pieces whose blocks run beside those of one of them. */
        public List<Piece> beside(Piece piece) {
            return pieces().stream().filter(p -> p != piece).toList();
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

    /** The same steps with something else instead of each launch. */
    static List<HostStep> map(List<HostStep> steps, Function<Launch, ? extends HostStep> change) {
        return steps.stream()
                .<HostStep>map(step -> switch (step) {
                    case HostLoop l -> l.with(map(l.body(), change));
                    case Launch l -> change.apply(l);
                })
                .toList();
    }
}
