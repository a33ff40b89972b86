package tilewright.tiling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tilewright.kernel.Simt;
import tilewright.model.DataType;

/**
 * What the size of time tiles depends on: which arrays blocks hold, and at which distances statements read. Block sizes
 * are those of a block's own elements; the halo comes on top.
 *
 * @param dimensions names of the dimensions of a point
 * @param sweeps in the order in which an iteration of the time loop runs them
 */
public record TimeShape(List<String> dimensions, List<Array> arrays, List<Sweep> sweeps) {
    /** Threads along the last dimension are lanes of one warp. */
    private static final int MAX_LANES = Simt.WARP;

    private static final int ACCESS_BYTES = Simt.ACCESS_BYTES;

    /** @param neighbours offsets at which elements are read, the point itself left out */
    public record Array(String name, DataType type, TimeTile.Transfer transfer, List<List<Integer>> neighbours) {
        public Array {
            neighbours = List.copyOf(neighbours);
        }
    }

    /** A statement that writes {@code target} and reads held elements at offsets. */
    public record Sweep(String statement, String target, List<Read> reads) {
        public Sweep {
            reads = List.copyOf(reads);
        }
    }

    public record Read(String array, List<Integer> offset) {
        public Read {
            offset = List.copyOf(offset);
        }
    }

    /**
     * How far elements reach on both sides of a block's own, by dimension.
     *
     * @param low elements before the block's own
     * @param high elements after them
     */
    public record Halo(List<Integer> low, List<Integer> high) {
        public Halo {
            low = List.copyOf(low);
            high = List.copyOf(high);
        }
    }

    /**
     * One dimension of a block's box.
     *
     * @param low elements before the block's own ones
     * @param extent of the box
     * @param thread points of one thread; it divides the extent
     * @param whole whether boxes begin where arrays begin, and the last one has what lies behind its own elements ({@link TimeTile.Dimension})
     */
    public record Side(int low, int own, int extent, int thread, boolean whole) {
        public int threads() {
            return extent / thread;
        }

        /**
         * Blocks along the dimension.
         *
         * @param size elements of the arrays
         */
        public long blocks(long size) {
            return whole
                    ? Math.max(1, Math.ceilDiv(size - (extent - own), (long) own))
                    : Math.ceilDiv(size, (long) own);
        }
    }

    public TimeShape {
        dimensions = List.copyOf(dimensions);
        arrays = List.copyOf(arrays);
        sweeps = List.copyOf(sweeps);
    }

    /**
     * The halo that blocks need to run a number of iterations: what a statement needs of its target, shifted by every
     * offset at which it reads, is needed of the array read, from the last statement back to the first. Example: two
     * sweeps that read one point to each side need 2 points per iteration.
     */
    public Halo halo(int iterations) {
        int count = dimensions.size();
        Map<String, int[][]> needed = new HashMap<>();
        arrays.forEach(a -> needed.put(a.name(), new int[2][count]));
        for (int iteration = 0; iteration < iterations; iteration++) {
            for (Sweep sweep : sweeps.reversed()) {
                int[][] of = Objects.requireNonNull(needed.get(sweep.target()));
                int[][] target = {of[0].clone(), of[1].clone()};
                for (Read read : sweep.reads()) {
                    widen(Objects.requireNonNull(needed.get(read.array())), target, read.offset());
                }
            }
        }
        int[][] widest = new int[2][count];
        needed.values().forEach(n -> {
            for (int d = 0; d < count; d++) {
                widest[0][d] = Math.max(widest[0][d], n[0][d]);
                widest[1][d] = Math.max(widest[1][d], n[1][d]);
            }
        });
        return new Halo(
                Arrays.stream(widest[0]).boxed().toList(),
                Arrays.stream(widest[1]).boxed().toList());
    }

    private static void widen(int[][] needed, int[][] target, List<Integer> offset) {
        for (int d = 0; d < offset.size(); d++) {
            needed[0][d] = Math.max(needed[0][d], target[0][d] - offset.get(d));
            needed[1][d] = Math.max(needed[1][d], target[1][d] + offset.get(d));
        }
    }

    /** The greatest distance in a dimension at which a statement reads. */
    public int reach(int dimension) {
        return arrays.stream()
                .flatMap(a -> a.neighbours().stream())
                .mapToInt(o -> Math.abs(o.get(dimension)))
                .max()
                .orElse(0);
    }

    /** The box of a candidate's blocks, by dimension. */
    public List<Side> box(Candidate candidate) {
        if (candidate.options().resident()) {
            return own(candidate);
        }
        Halo halo = halo(candidate.block().getFirst());
        List<Side> sides = new ArrayList<>();
        for (int d = 0; d < dimensions.size(); d++) {
            boolean last = d == dimensions.size() - 1;
            int own = candidate.block().get(d + 1);
            int thread = candidate.thread().get(d + 1);
            int low =
                    last ? aligned(halo.low().get(d), own, thread) : halo.low().get(d);
            int all = low + own + halo.high().get(d);
            int threads = Math.ceilDiv(all, thread);
            boolean alone = d == 0 && candidate.streams();
            sides.add(
                    alone
                            ? new Side(low, own, all, all, false)
                            : new Side(
                                    low,
                                    own,
                                    (last ? powerOfTwo(threads) : threads) * thread,
                                    thread,
                                    candidate.streams()));
        }
        return sides;
    }

    private List<Side> own(Candidate candidate) {
        List<Side> sides = new ArrayList<>();
        for (int d = 0; d < dimensions.size(); d++) {
            int own = candidate.block().get(d + 1);
            sides.add(new Side(0, own, own, candidate.thread().get(d + 1), false));
        }
        return sides;
    }

    /** A halo along contiguous memory is widened where that keeps accesses to several neighbours aligned. */
    private int aligned(int low, int own, int thread) {
        int width = ACCESS_BYTES
                / arrays.stream().mapToInt(a -> a.type().bytes()).min().orElse(ACCESS_BYTES);
        return own % width == 0 && thread % width == 0 ? Math.ceilDiv(low, width) * width : low;
    }

    private static int powerOfTwo(int atLeast) {
        return atLeast <= 1 ? 1 : Integer.highestOneBit(atLeast - 1) * 2;
    }

    /** Why blocks of these sizes cannot run, and what to do; nothing where they can. */
    public Optional<String> objection(Candidate candidate) {
        if (candidate.options().resident()) {
            return objectionToStaying(candidate);
        }
        if (candidate.streams() && (dimensions.size() < 2 || candidate.options().panel() > 1)) {
            return Optional.of("blocks of " + dimensions.size() + " dimensions cannot advance "
                    + candidate.options().panel() + " planes at a time; leave the panel size out"
                    + (dimensions.size() < 2 ? "" : ", or choose planes=1"));
        }
        for (int d = candidate.streams() ? 1 : 0; d < dimensions.size(); d++) {
            int thread = candidate.thread().get(d + 1);
            if (reach(d) > thread) {
                return Optional.of("a statement reads " + reach(d) + " points along " + dimensions.get(d)
                        + ", more than the " + thread + " that a thread holds; choose a thread size of at least "
                        + reach(d));
            }
        }
        List<Side> box = box(candidate);
        long threads = box.stream().mapToLong(Side::threads).reduce(1, Math::multiplyExact);
        int lanes = box.getLast().threads();
        return lanes <= MAX_LANES && threads <= Simt.BLOCK_THREADS
                ? Optional.empty()
                : Optional.of("blocks " + candidate.block() + " and their halo take " + threads + " threads, " + lanes
                        + " of them along " + dimensions.getLast() + "; at most " + Simt.BLOCK_THREADS + " and "
                        + MAX_LANES
                        + " are possible: choose smaller blocks or larger thread sizes");
    }

    private Optional<String> objectionToStaying(Candidate candidate) {
        if (candidate.streams() || candidate.block().getFirst() != 1) {
            return Optional.of("blocks that stay have block size 1 for the time loop, and are no planes");
        }
        for (int d = 0; d < dimensions.size(); d++) {
            int own = candidate.block().get(d + 1);
            if (reach(d) > own) {
                return Optional.of("a statement reads " + reach(d) + " points along " + dimensions.get(d)
                        + ", more than the " + own + " of the next block; choose a block size of at least " + reach(d));
            }
        }
        long threads = box(candidate).stream().mapToLong(Side::threads).reduce(1, Math::multiplyExact);
        return threads <= Simt.BLOCK_THREADS
                ? Optional.empty()
                : Optional.of("blocks " + candidate.block() + " take " + threads + " threads; at most "
                        + Simt.BLOCK_THREADS + " are possible: choose smaller blocks or larger thread sizes");
    }
}
