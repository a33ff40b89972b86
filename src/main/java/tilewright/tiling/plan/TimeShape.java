package tilewright.tiling.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Simt;
import tilewright.model.DataType;
import tilewright.model.LoopNest;
import tilewright.tiling.space.Candidate;

/**
 * What the size of time tiles depends on: which arrays blocks hold, and at which distances statements read. Block sizes
 * are those of a block's own elements; the halo comes on top. What all candidates of so many iterations share, it finds once.
 */
public final class TimeShape {
    /** From so many dimensions on a box is too large for registers: blocks go through it plane by plane. */
    public static final int STREAMED_DIMENSIONS = 3;

    /** Threads along the last dimension are lanes of one warp. */
    private static final int MAX_LANES = Simt.WARP;

    private static final int FARTHEST = 2;

    private static final int ACCESS_BYTES = Simt.ACCESS_BYTES;

    /** @param neighbours offsets at which elements are read, the point itself left out */
    public record Array(String name, DataType type, TimeTile.Transfer transfer, List<List<Integer>> neighbours) {
        public Array {
            neighbours = List.copyOf(neighbours);
        }

        /** How far before a point elements are read in a dimension, at least 0. */
        public int before(int dimension) {
            int before = 0;
            for (List<Integer> offset : neighbours) {
                before = Math.max(before, -offset.get(dimension));
            }
            return before;
        }

        /** How far behind a point elements are read in a dimension, at least 0. */
        public int behind(int dimension) {
            int behind = 0;
            for (List<Integer> offset : neighbours) {
                behind = Math.max(behind, offset.get(dimension));
            }
            return behind;
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

        /** The offset within a plane, the first dimension left out. */
        public List<Integer> inPlane() {
            return offset.subList(1, offset.size());
        }

        /** Whether it is of another point of a plane. */
        public boolean isBeside() {
            for (int d = 1; d < offset.size(); d++) {
                if (offset.get(d) != 0) {
                    return true;
                }
            }
            return false;
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

    private final List<String> dimensions;
    private final List<Array> arrays;
    private final List<Sweep> sweeps;
    private final boolean sweep;
    private final Map<Integer, Halo> halos = new ConcurrentHashMap<>();
    private final Map<Integer, PlaneVersions> planes = new ConcurrentHashMap<>();

    /**
     * @param dimensions names of the dimensions of a point
     * @param sweeps in the order in which an iteration of the time loop runs them
     * @param sweep whether there is no time loop: each launch runs them once
     */
    public TimeShape(List<String> dimensions, List<Array> arrays, List<Sweep> sweeps, boolean sweep) {
        this.dimensions = List.copyOf(dimensions);
        this.arrays = List.copyOf(arrays);
        this.sweeps = List.copyOf(sweeps);
        this.sweep = sweep;
    }

    /** That of the blocks of a plan. */
    public static TimeShape of(TimeTile tile, LoopNest nest) {
        return new TimeShape(
                tile.dimensions().stream().map(TimeTile.Dimension::variable).toList(),
                tile.arrays().stream()
                        .map(a -> new Array(a.array(), nest.array(a.array()).type(), a.transfer(), a.neighbours()))
                        .toList(),
                tile.statements().stream()
                        .map(s -> new Sweep(
                                s.statement().id(),
                                s.statement().target().array(),
                                s.reads().stream()
                                        .map(a -> new Read(a.array(), s.offset(a)))
                                        .toList()))
                        .toList(),
                tile.time().isSweep());
    }

    /** Whether there is no time loop: each launch runs all statements once, and stores in place what they write. */
    public boolean isSweep() {
        return sweep;
    }

    /** Names of the dimensions of a point. */
    public List<String> dimensions() {
        return dimensions;
    }

    /** Whether blocks may go through their boxes plane by plane. */
    public boolean mayStream() {
        return dimensions().size() >= STREAMED_DIMENSIONS;
    }

    /** Whether blocks may do so, and planes serve points of several planes. */
    public boolean readsAcrossPlanes() {
        return mayStream() && reach(0) > 0;
    }

    public List<Array> arrays() {
        return arrays;
    }

    /** In the order in which an iteration of the time loop runs them. */
    public List<Sweep> sweeps() {
        return sweeps;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TimeShape shape
                && dimensions.equals(shape.dimensions)
                && arrays.equals(shape.arrays)
                && sweeps.equals(shape.sweeps)
                && sweep == shape.sweep;
    }

    @Override
    public int hashCode() {
        return Objects.hash(dimensions, arrays, sweeps, sweep);
    }

    @Override
    public String toString() {
        return "TimeShape[" + dimensions + ", " + arrays + ", " + sweeps + (sweep ? ", once]" : "]");
    }

    /** What blocks hold that go plane by plane, with so many iterations in a launch. */
    public PlaneVersions planes(int iterations) {
        return planes.computeIfAbsent(iterations, i -> new PlaneVersions(this, i));
    }

    /**
     * The halo that blocks need to run a number of iterations: what a statement needs of its target, shifted by every
     * offset at which it reads, is needed of the array read, from the last statement back to the first. Example: two
     * sweeps that read one point to each side need 2 points per iteration.
     */
    public Halo halo(int iterations) {
        return halos.computeIfAbsent(iterations, this::found);
    }

    private Halo found(int iterations) {
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

    /** Elements of the arrays along a dimension, which blocks cover: as many as statements that run at {@code extent} points reach. */
    public long elements(int dimension, long extent) {
        return extent + 2L * reach(dimension);
    }

    /** The greatest distance in a dimension at which a statement reads. */
    public int reach(int dimension) {
        int reach = 0;
        for (Array array : arrays) {
            reach = Math.max(reach, Math.max(array.before(dimension), array.behind(dimension)));
        }
        return reach;
    }

    /** Iterations of the time loop that a candidate's blocks run in a launch; 1 where it has no such loop. */
    public int iterations(Candidate candidate) {
        return sweep ? 1 : candidate.block().getFirst();
    }

    /** Loops that a candidate has sizes of before those of the dimensions: the time loop, or none. */
    public int timeLoops() {
        return sweep ? 0 : 1;
    }

    private int own(Candidate candidate, int dimension) {
        return candidate.block().get(timeLoops() + dimension);
    }

    private int thread(Candidate candidate, int dimension) {
        return candidate.thread().get(timeLoops() + dimension);
    }

    /** How many threads away the points may be that a thread reads. Threads of sweeps of their own hold few points of each of many planes. */
    public int farthest() {
        return farthest(sweep);
    }

    /** @param sweep whether each launch is a sweep of its own */
    public static int farthest(boolean sweep) {
        return sweep ? FARTHEST : 1;
    }

    /** The box of a candidate's blocks, by dimension. */
    public List<Side> box(Candidate candidate) {
        if (candidate.options().resident()) {
            return own(candidate);
        }
        List<Side> sides = new ArrayList<>();
        for (int d = 0; d < dimensions.size(); d++) {
            sides.add(side(iterations(candidate), d, own(candidate, d), thread(candidate, d), candidate.streams()));
        }
        return sides;
    }

    /**
     * One dimension of a box.
     *
     * @param iterations of the time loop in a launch
     * @param own elements of a block
     * @param thread points of a thread, which divide {@code own}
     * @param streams whether blocks go plane by plane
     */
    public Side side(int iterations, int d, int own, int thread, boolean streams) {
        Halo halo = halo(iterations);
        boolean last = d == dimensions.size() - 1;
        int low = last
                ? aligned(halo.low().get(d), halo.high().get(d), own, thread)
                : halo.low().get(d);
        int all = low + own + halo.high().get(d);
        if (d == 0 && streams) {
            return new Side(low, own, all, all, false);
        }
        int extent = last ? ofRow(all, thread) : Math.ceilDiv(all, thread) * thread;
        return new Side(low, own, extent, thread, streams);
    }

    /** Points of a box along contiguous memory: lanes of a warp have them. */
    private static int ofRow(int points, int thread) {
        return powerOfTwo(Math.ceilDiv(points, thread)) * thread;
    }

    private List<Side> own(Candidate candidate) {
        List<Side> sides = new ArrayList<>();
        for (int d = 0; d < dimensions.size(); d++) {
            int own = own(candidate, d);
            sides.add(new Side(0, own, own, thread(candidate, d), false));
        }
        return sides;
    }

    /** A halo along contiguous memory is widened where that keeps accesses to several neighbours aligned: to those of 16 bytes, and to shorter ones where the box has room. */
    private int aligned(int low, int high, int own, int thread) {
        int widest = ACCESS_BYTES
                / arrays.stream().mapToInt(a -> a.type().bytes()).min().orElse(ACCESS_BYTES);
        for (int width = widest; width > 1; width /= 2) {
            int wider = Math.ceilDiv(low, width) * width;
            boolean fits = ofRow(wider + own + high, thread) == ofRow(low + own + high, thread);
            if (own % width == 0 && thread % width == 0 && (width == widest || fits)) {
                return wider;
            }
        }
        return low;
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
            int thread = thread(candidate, d);
            if (reach(d) > farthest() * thread) {
                return Optional.of("a statement reads " + reach(d) + " points along " + dimensions.get(d)
                        + ", more than the " + thread + " that a thread holds"
                        + (sweep ? " and the next " + FARTHEST + " hold" : "")
                        + "; choose a thread size of at least " + Math.ceilDiv(reach(d), farthest()));
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
        if (candidate.streams() || iterations(candidate) != 1) {
            return Optional.of("blocks that stay have block size 1 for the time loop, and are no planes");
        }
        for (int d = 0; d < dimensions.size(); d++) {
            int own = own(candidate, d);
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
