package tilewright.codegen.ir;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Operator;

/**
 * One step of a block, done for all its points: in any order of points between two barriers. Guards are over
 * parameters and the variables of host, blocks, sequences and axes.
 */
public sealed interface Operation {
    /** What has other operations inside. */
    sealed interface Compound extends Operation {
        List<List<Operation>> bodies();

        /** The same with other bodies. */
        Operation with(UnaryOperator<List<Operation>> change);

        /** Operations that it does beside its body. */
        default List<? extends Operation> beside() {
            return List.of();
        }
    }

    /** What runs its body for iterations of a sequence. */
    sealed interface Loop extends Compound {
        Sequence sequence();

        List<Operation> body();

        @Override
        default List<List<Operation>> bodies() {
            return List.of(body());
        }
    }

    /** All threads wait for each other; shared memory written before is visible afterwards. */
    record Barrier() implements Operation {}

    /**
     * Copies the points' elements to registers.
     *
     * @param guard points whose element may be read; the others get zero
     * @param vector elements per access along the last axis
     * @param otherwise what the others get, or null for zero
     * @param padded whether the others may get anything, see {@link Value.GlobalElement}
     */
    record LoadTile(
            Tile tile,
            Condition guard,
            int vector,
            @Nullable Value otherwise,
            boolean padded) implements Operation {
        public LoadTile(Tile tile, Condition guard, int vector) {
            this(tile, guard, vector, null, false);
        }
    }

    /**
     * Joins the partial results of an axis' points, always in the same order; the axis' first point then has the result.
     *
     * @param axis of the lanes
     * @param operator ADD, MUL, MIN or MAX
     * @param inWarp threads whose lanes join their results within a warp; a power of two, 1 for none
     * @param distance of the numbers of neighbouring threads along the axis
     * @param memory for what is left to join after that, or null
     */
    record Join(
            Tile tile,
            int axis,
            Operator operator,
            int inWarp,
            int distance,
            @Nullable Partials memory) implements Operation {}

    /**
     * Copies registers back to memory.
     *
     * @param guard points whose element is written
     * @param vector elements per access along the last axis
     * @param other whether they go to the array's other copy
     * @param padded whether the other points may write to the padding of their row, where it has room for {@code vector}
     *     elements: the guard fails for too large last indices alone
     */
    record StoreTile(Tile tile, Condition guard, int vector, boolean other, boolean padded) implements Operation {
        public StoreTile(Tile tile, Condition guard, int vector) {
            this(tile, guard, vector, false, false);
        }
    }

    /**
     * Counts the blocks of a launch that have come here. What all of them read, behind a barrier, before they come here, the
     * last one may overwrite.
     */
    record TakeTurn() implements Operation {}

    /** What only the block does that came last. */
    record LastTurn(List<Operation> body) implements Compound {
        public LastTurn {
            body = List.copyOf(body);
        }

        @Override
        public List<List<Operation>> bodies() {
            return List.of(body);
        }

        @Override
        public Operation with(UnaryOperator<List<Operation>> change) {
            return new LastTurn(change.apply(body));
        }
    }

    /**
     * Copies a window's elements that the array has to shared memory; threads share the work. Behind it the block reads the array there, and
     * writes it there, and in memory too unless a {@link StoreWindow} of the window follows. A printer may ignore both.
     *
     * @param whole whether points whose guard fails may compute as well, and write what stood in the window: the array's elements, and
     *     zero outside of it
     * @param written elements that need not be copied, since the block writes them before it reads them, over the same variables as in {@link StoreWindow};
     *     none where no such are known
     */
    record LoadWindow(Window window, boolean whole, Condition written) implements Operation {}

    /**
     * Copies the elements of a window that the block has written back to memory, along rows; threads share the work.
     *
     * @param written which elements these are, over parameters, variables of host and blocks and {@link Window#coordinate}
     */
    record StoreWindow(Window window, Condition written) implements Operation {}

    /** Tells blocks of the same launch that wait for this one that what it has written up to here is in memory. */
    record Tell() implements Operation {}

    /** Every thread hands out the elements of a face; after a barrier its neighbours may take them. */
    record GiveFace(Face face) implements Operation {}

    /** Copies a thread's points of a tile to another tile of the same axes. */
    record MoveTile(Tile from, Tile to) implements Operation {}

    /**
     * Every thread fills the part of its ring that lies in a face's direction.
     *
     * @param tile whose ring: the face's, or one to which its elements have moved since
     * @param earlier by how many iterations of the face's loop it was given earlier; without such a loop, and within a warp, it is given in the same one
     */
    record TakeFace(Face face, Tile tile, int earlier) implements Operation {
        public TakeFace {
            if (face.turns() != null && (earlier < 1 || earlier >= face.places())) {
                throw new IllegalArgumentException("face " + face.name() + ", given " + earlier
                        + " iterations earlier, in " + face.places() + " places");
            }
        }

        /** What is given in the same iteration. */
        public TakeFace(Face face) {
            this(face, face.tile(), 0);
        }
    }

    /**
     * Every thread starts to copy its points' elements of a tile to shared memory, for the next iteration of the landing's loop.
     *
     * @param source which elements; the landing's tile is what they are taken to
     * @param guard points that are copied
     * @param width elements per copy: as many as the landing takes at a time, or one where the guard tells such points apart
     */
    record Land(Landing landing, Tile source, Condition guard, int width) implements Operation {
        public Land {
            if (width != landing.vector() && width != 1) {
                throw new IllegalArgumentException("landing " + landing.name() + " of " + landing.vector()
                        + " elements, copied " + width + " at a time");
            }
        }
    }

    /** Waits for the copies that the thread has started. */
    record AwaitLanding() implements Operation {}

    /**
     * Copies what was started before to registers; the other points stay as they are.
     *
     * @param tile the landing's, or one of the same axes; what its indices say is what was started
     * @param earlier by how many iterations
     */
    record TakeLanding(Landing landing, Tile tile, int earlier, Condition guard) implements Operation {
        public TakeLanding {
            if (earlier < 1 || earlier >= landing.places()) {
                throw new IllegalArgumentException("landing " + landing.name() + ", started " + earlier
                        + " iterations earlier, in " + landing.places() + " places");
            }
        }
    }

    /**
     * Copies one value per iteration of the current chunk and point of the buffer's axes to shared memory; threads
     * share the work.
     *
     * @param value over global elements
     * @param wide those elements of {@code value} that are read {@code order.vector()} at a time; the others one by one
     */
    record Stage(SharedBuffer buffer, Value value, Sequence sequence, StagingOrder order, Set<Value.GlobalElement> wide)
            implements Operation {
        public Stage {
            wide = Set.copyOf(wide);
        }

        /**
         * Whether so many neighbours may go to shared memory without passing registers: values as they stand in global
         * memory, {@value Integer#BYTES} bytes or more at a time (PTX, cp.async).
         */
        public static boolean isCopied(SharedBuffer buffer, Value value, int neighbours) {
            return value instanceof Value.GlobalElement
                    && !buffer.doubled()
                    && neighbours * buffer.type().bytes() >= Integer.BYTES;
        }

        /** Whether its groups may go to shared memory without passing registers. */
        public boolean isCopied() {
            return isCopied(buffer, value, order.vector())
                    && (buffer.alongSequence() || !order.alongSequence() || order.vector() == 1);
        }
    }

    /**
     * The threads that own the points at the given places write their elements to shared memory.
     *
     * @param owners for each axis of the tile that is not an axis of the slice, the place as offset from its base
     */
    record Publish(Slice slice, Tile tile, Map<Integer, Affine> owners) implements Operation {
        public Publish {
            owners = Map.copyOf(owners);
        }
    }

    /**
     * Every thread takes elements of a tile from registers of a thread of its warp: the one that has the points at the given places. All threads of a
     * block come here.
     *
     * @param fragment what it takes, for its own coordinates along the fragment's axes
     * @param owners for each other axis of the tile, the place as offset from its base; threads along these axes are lanes of one warp
     */
    record Shuffle(Fragment fragment, Tile tile, Map<Integer, Affine> owners) implements Operation {
        public Shuffle {
            owners = Map.copyOf(owners);
        }
    }

    /**
     * One warp goes first: that of the threads with the points whose offsets along the axis are iterations of the present k-tile. All wait; then follow the warps of
     * points behind these. A thread has one point along the axis, in order, and there is no other axis.
     *
     * @param sequence whose iterations start where the axis does; its k-tile divides a warp
     * @param first what the warp does
     * @param then what the warps behind it do
     */
    record InTurn(Sequence sequence, List<Operation> first, List<Operation> then) implements Compound {
        public InTurn {
            first = List.copyOf(first);
            then = List.copyOf(then);
        }

        @Override
        public List<List<Operation>> bodies() {
            return List.of(first, then);
        }

        @Override
        public Operation with(UnaryOperator<List<Operation>> change) {
            return new InTurn(sequence, change.apply(first), change.apply(then));
        }
    }

    /** One thread of a warp stores a value that all of it have, for the iteration, in shared memory. */
    record Keep(SharedBuffer buffer, Fragment fragment) implements Operation {}

    /** Computes a fragment for all coordinates along its axes. */
    record Define(Fragment fragment, Value value) implements Operation {}

    /**
     * Computes a value for every point and keeps it.
     *
     * @param guard points that do
     * @param pairs whether two neighbours along the last axis may be computed at a time, as 16-bit halves of a word: a
     *     thread has an even number of points there, the guard is the same for both, and the value is made of sums, differences, minima,
     *     maxima, absolute values and negations of tiles, fragments (doubled where they do not depend on the last axis) and whole numbers that all fit 16 bits. A
     *     printer may ignore it
     */
    record Assign(Target target, Value value, Condition guard, boolean pairs) implements Operation {
        public Assign(Target target, Value value, Condition guard) {
            this(target, value, guard, false);
        }
    }

    /** Where a value goes. */
    sealed interface Target {
        record TileTarget(Tile tile) implements Target {}

        record GlobalTarget(String array, List<Affine> indices) implements Target {
            public GlobalTarget {
                indices = List.copyOf(indices);
            }
        }
    }

    /**
     * Runs the body once per chunk.
     *
     * @param whole only for chunks that lie wholly below the sequence's count; else for every chunk with an iteration
     */
    record ChunkLoop(Sequence sequence, boolean whole, List<Operation> body) implements Loop {
        public ChunkLoop {
            body = List.copyOf(body);
        }

        @Override
        public Operation with(UnaryOperator<List<Operation>> change) {
            return new ChunkLoop(sequence, whole, change.apply(body));
        }
    }

    /**
     * Runs the body once per whole chunk, each with one half of the buffers, while the other half is filled for the
     * next chunk. All threads wait for each other before every chunk; the first chunk is staged before the loop, if there may be one: a
     * number of iterations that is known has a whole chunk.
     *
     * @param ahead fragments of the body's iterations that may be read one iteration early, the first ones of a chunk in
     *     the last iteration of the chunk before: then nothing waits for shared memory. The number of iterations of a
     *     chunk is even, and run one at a time. A printer may ignore it
     * @param fills by stage, what stands in the first chunk in place of values before the sequence's first offset: the body runs for all of it, and the sequence's count is
     *     a multiple of the chunk. None where chunks begin with the first iteration, and the last one, if it is not whole, is left to a {@link Remainder}
     */
    record Pipeline(
            Sequence sequence, List<Stage> stages, List<Define> ahead, List<Value.Literal> fills, List<Operation> body)
            implements Loop {
        public Pipeline {
            stages = List.copyOf(stages);
            ahead = List.copyOf(ahead);
            fills = List.copyOf(fills);
            body = List.copyOf(body);
            if (!fills.isEmpty() && fills.size() != stages.size()) {
                throw new IllegalArgumentException(
                        fills.size() + " values fill chunks of " + stages.size() + " that are staged");
            }
            if (sequence.hasNoWholeChunk()) {
                throw new IllegalArgumentException("loop " + sequence.variable() + " has " + sequence.count()
                        + " iterations, fewer than the chunk of " + sequence.chunk() + " that is staged before it");
            }
            if (!ahead.isEmpty() && sequence.chunk() % 2 != 0) {
                throw new IllegalArgumentException(
                        "values of loop " + sequence.variable() + " are read ahead in chunks of " + sequence.chunk());
            }
            if (!ahead.isEmpty() && body.stream().anyMatch(o -> o instanceof Iterations i && i.together() > 1)) {
                throw new IllegalArgumentException("iterations of loop " + sequence.variable()
                        + " are reduced together, and read values one iteration early");
            }
        }

        @Override
        public Operation with(UnaryOperator<List<Operation>> change) {
            return new Pipeline(sequence, stages, ahead, fills, change.apply(body));
        }

        /** Whether the body runs for a first chunk that is not whole. */
        public boolean isFilled() {
            return !fills.isEmpty();
        }

        @Override
        public List<Stage> beside() {
            return stages;
        }
    }

    /** Runs the body for the chunk that a loop over whole chunks left over, if one did. */
    record Remainder(Sequence sequence, List<Operation> body) implements Loop {
        public Remainder {
            body = List.copyOf(body);
        }

        @Override
        public Operation with(UnaryOperator<List<Operation>> change) {
            return new Remainder(sequence, change.apply(body));
        }
    }

    /** Which iterations a loop runs. */
    enum Range {
        /** All of the sequence; there are no chunks. */
        SEQUENCE,
        /** All iterations of the current chunk. */
        CHUNK,
        /** Those iterations of the current chunk that the sequence has. */
        PART_OF_CHUNK
    }

    /**
     * Runs the body once per iteration, in order.
     *
     * @param unroll iterations that a compiler should write out; 1 for none
     * @param together 1, or 2 where two iterations at a time may be reduced by one minimum or maximum of three: the body
     *     is fragments and unguarded updates {@code tile = min(tile, value)}, whose values order as integers do. A printer may ignore it
     */
    record Iterations(Sequence sequence, Range range, int unroll, int together, List<Operation> body) implements Loop {
        public Iterations {
            body = List.copyOf(body);
            if (together > 1 && (range != Range.CHUNK || sequence.chunk() % together != 0)) {
                throw new IllegalArgumentException(
                        "loop " + sequence.variable() + " cannot be run by " + together + " iterations");
            }
        }

        /** Each iteration for itself. */
        public Iterations(Sequence sequence, Range range, int unroll, List<Operation> body) {
            this(sequence, range, unroll, 1, body);
        }

        @Override
        public Operation with(UnaryOperator<List<Operation>> change) {
            return new Iterations(sequence, range, unroll, together, change.apply(body));
        }
    }

    /**
     * Runs the body once for every {@code size} neighbouring iterations, in order: what it hands out, it hands out for
     * all of them at once. Inside, the sequence's variable has its value in the first of them.
     *
     * @param range whole chunks, or a sequence of constant count
     * @param unroll rounds that a compiler should write out; 1 for none. {@code size * unroll} divides the range
     */
    record Rounds(Sequence sequence, Range range, int size, int unroll, List<Operation> body) implements Loop {
        public Rounds {
            body = List.copyOf(body);
            boolean divides = switch (range) {
                case CHUNK -> sequence.chunk() % size == 0;
                case SEQUENCE ->
                    sequence.hasConstantCount() && Affine.constant(0).equals(sequence.firstOffset());
                case PART_OF_CHUNK -> false;
            };
            if (!divides) {
                throw new IllegalArgumentException(
                        "loop " + sequence.variable() + " cannot be run in rounds of " + size);
            }
        }

        @Override
        public Operation with(UnaryOperator<List<Operation>> change) {
            return new Rounds(sequence, range, size, unroll, change.apply(body));
        }
    }
}
