package tilewright.tiling.plan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;

/**
 * What the host does, in order: the upper part of a plan's schedule tree. Loops of the host are bands, what is in their bodies follows each other, and
 * the blocks of a launch are in no order.
 */
public sealed interface HostStep {
    /** Whether the step may load or store elements of an array; blocks that only keep its elements in registers do not. */
    default boolean touches(String array) {
        return switch (this) {
            case Launch launch ->
                launch.inMemory().contains(array) || launch.timeTile().isPresent();
            case HostLoop loop ->
                loop.columns() == null && loop.boxes() == null
                        ? loop.body().stream().anyMatch(s -> s.touches(array))
                        : accesses(array);
            case AsWritten _ -> true;
        };
    }

    /** Whether statements of the step name an array. */
    default boolean accesses(String array) {
        return switch (this) {
            case Launch launch ->
                launch.arrays().contains(array) || launch.timeTile().isPresent();
            case HostLoop loop -> loop.body().stream().anyMatch(s -> s.accesses(array));
            case AsWritten _ -> true;
        };
    }

    /**
     * Runs the body for {@code variable} from {@code first} to {@code last}, inclusive, in steps of one.
     *
     * @param columns what blocks may keep for all iterations, where one launch runs them; null where nothing is known of any
     * @param windows for a loop over windows of the arrays, of which a device need not hold more than a few, the values that have one;
     *     the others are passed over. Null for any other loop, which has all values
     * @param boxes for blocks that stay for all iterations, in one launch instead of those of the body, what they keep; null where none are known. The boxes have no halo:
     *     before a statement reads what other blocks have changed, blocks tell each other their surface ({@link tilewright.tiling.check.StayingCheck StayingCheck})
     * @param apart whether its iterations do without each other, as problems of a batch ({@link tilewright.tiling.check.ApartLoops ApartLoops}): one launch may run them, each in a block
     */
    record HostLoop(
            String variable,
            Affine first,
            Affine last,
            List<HostStep> body,
            @Nullable OwnedColumns columns,
            @Nullable Condition windows,
            @Nullable TimeTile boxes,
            boolean apart)
            implements HostStep {
        public HostLoop {
            body = List.copyOf(body);
        }

        public HostLoop(
                String variable,
                Affine first,
                Affine last,
                List<HostStep> body,
                @Nullable OwnedColumns columns,
                @Nullable Condition windows) {
            this(variable, first, last, body, columns, windows, null, false);
        }

        public HostLoop(
                String variable, Affine first, Affine last, List<HostStep> body, @Nullable OwnedColumns columns) {
            this(variable, first, last, body, columns, null);
        }

        public HostLoop(String variable, Affine first, Affine last, List<HostStep> body) {
            this(variable, first, last, body, null);
        }

        /** The loop around other steps. */
        public HostLoop with(List<HostStep> steps) {
            return new HostLoop(variable, first, last, steps, columns, windows, boxes, apart);
        }

        /** The same where blocks may stay with boxes of their own. */
        public HostLoop with(TimeTile kept) {
            return new HostLoop(variable, first, last, body, columns, windows, kept, apart);
        }

        Blocks.Loop loop() {
            return new Blocks.Loop(variable, first, last);
        }

        /** Which values it has. */
        public Condition condition() {
            Condition between = loop().condition();
            return windows == null ? between : Condition.and(List.of(between, windows));
        }
    }

    /**
     * One launch: all of these blocks, in any order, at the same time.
     *
     * @param name identifier of the kernel
     * @param blocks kinds of blocks; a time tile is alone
     * @param lane what it waits for
     * @param follows whether no block needs more of the launch before than what the block with the same coordinates did, and likewise of those that this one follows: one launch may then run all of
     *     them, whose blocks do what theirs do one after another. It is the launch before in the same steps, and both have one kind of blocks, over the same grid
     */
    record Launch(String name, String description, List<? extends Blocks> blocks, Lane lane, boolean follows)
            implements HostStep {
        public Launch {
            blocks = List.copyOf(blocks);
            if (blocks.size() > 1 && blocks.stream().anyMatch(TimeTile.class::isInstance)) {
                throw new IllegalArgumentException("launch " + name + " runs time tiles, and something beside them");
            }
        }

        public Launch(String name, String description, List<? extends Blocks> blocks) {
            this(name, description, blocks, Lane.MAIN);
        }

        public Launch(String name, String description, List<? extends Blocks> blocks, Lane lane) {
            this(name, description, blocks, lane, false);
        }

        /** The same launch where it does not follow the one before. */
        public Launch apart() {
            return new Launch(name, description, blocks, lane, false);
        }

        /** Whether both launches have one kind of blocks, over the same grid, of as many points along each dimension. */
        public boolean hasBlocksOf(Launch other) {
            return blocks.size() == 1
                    && other.blocks.size() == 1
                    && blocks.getFirst() instanceof Piece own
                    && other.blocks.getFirst() instanceof Piece theirs
                    && own.grid().equals(theirs.grid())
                    && own.points().equals(theirs.points());
        }

        /** The same launch in another lane. */
        public Launch in(Lane other) {
            return new Launch(name, description, blocks, other, follows);
        }

        /** The arrays that pieces access. */
        public Set<String> arrays() {
            return pieces().stream()
                    .flatMap(p -> p.leaves().stream())
                    .flatMap(s -> s.accesses().stream())
                    .map(a -> a.access().array())
                    .collect(Collectors.toSet());
        }

        /** Those of which pieces load or store elements. */
        public Set<String> inMemory() {
            return pieces().stream()
                    .flatMap(p -> p.leaves().stream()
                            .flatMap(s -> s.accesses().stream())
                            .filter(a -> !p.isKept(a))
                            .map(a -> a.access().array()))
                    .collect(Collectors.toSet());
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
            return new Launch(name, description, others, lane, follows);
        }

        /** The pieces whose blocks run beside those of one of them. */
        public List<Piece> beside(Piece piece) {
            return pieces().stream().filter(p -> p != piece).toList();
        }
    }

    /**
     * The nest as written, by a processor: all of its loops and statements in their order, but that the iterations of some loops run at the same time, and that
     * some sums are added up in another order.
     *
     * @param parallel numbers of those loops, from 0 in textual order; none stands in another one
     * @param sums ids of statements, each alone in its innermost loop, whose accumulator is added to in any order there
     */
    record AsWritten(List<Integer> parallel, List<String> sums) implements HostStep {
        public AsWritten {
            parallel = List.copyOf(parallel);
            sums = List.copyOf(sums);
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
        return map(steps, change, boxes -> boxes);
    }

    /** The same, and other boxes of blocks that stay. */
    static List<HostStep> map(
            List<HostStep> steps, Function<Launch, ? extends HostStep> change, UnaryOperator<TimeTile> boxes) {
        return steps.stream()
                .<HostStep>map(step -> switch (step) {
                    case HostLoop l -> {
                        HostLoop loop = l.with(map(l.body(), change, boxes));
                        yield l.boxes() == null ? loop : loop.with(boxes.apply(l.boxes()));
                    }
                    case Launch l -> change.apply(l);
                    case AsWritten w -> w;
                })
                .toList();
    }
}
