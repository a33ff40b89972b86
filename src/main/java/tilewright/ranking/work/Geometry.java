package tilewright.ranking.work;

import java.util.List;
import java.util.stream.IntStream;
import tilewright.kernel.Simt;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Sizes of one block of a candidate, in the form in which cost formulas want them. */
public final class Geometry {
    private static final int WARP = Simt.WARP;
    public static final double LINE_BYTES = 128;

    private final List<LoopRole> roles;
    private final int[] block;
    private final int[] thread;
    private final int parallel;
    private final int sequential;
    private final int chunk;
    private final int buffers;
    private final long points;
    private final int threads;
    private final int lanes;
    private final int joined;
    private final int unrolled;

    private Geometry(Family family, Candidate candidate) {
        this.roles = family.roles();
        this.block = array(candidate.block());
        this.thread = array(candidate.thread());
        this.buffers = candidate.options().stages();
        int allParallel = 0;
        int allSequential = 0;
        int iterations = 1;
        long allPoints = 1;
        int allThreads = 1;
        int allLanes = 1;
        int laneThreads = 1;
        int allUnrolled = 1;
        for (int z = 0; z < block.length; z++) {
            switch (roles.get(z)) {
                case PARALLEL, REDUCTION -> {
                    if (roles.get(z) == LoopRole.REDUCTION) {
                        allSequential |= 1 << z;
                        allLanes *= block[z];
                        laneThreads *= block[z] / thread[z];
                    }
                    allParallel |= 1 << z;
                    allPoints *= block[z];
                    allThreads *= block[z] / thread[z];
                }
                case HOST_BLOCKS, FRONTS, KERNEL -> {
                    allSequential |= 1 << z;
                    iterations = Math.min(candidate.options().kTile(), block[z]);
                }
                case UNROLLED -> allUnrolled *= block[z];
                case HOST -> {}
            }
        }
        this.parallel = allParallel;
        this.sequential = allSequential;
        this.chunk = iterations;
        this.points = allPoints;
        this.threads = allThreads;
        this.lanes = allLanes;
        this.joined = laneThreads;
        this.unrolled = allUnrolled;
    }

    /** Iterations of reductions that a block runs at a time; 1 where there are none. */
    public int lanes() {
        return lanes;
    }

    /** Whether lanes share out the iterations of a loop. */
    public boolean isLane(int loop) {
        return roles.get(loop) == LoopRole.REDUCTION;
    }

    /** Iterations that are written out, in each of the others. */
    public int unrolled() {
        return unrolled;
    }

    /**
     * The same of a statement that runs in one of them alone.
     *
     * @param pinned loops of which it runs one value
     */
    public int unrolled(int pinned) {
        int all = 1;
        for (int z = 0; z < block.length; z++) {
            all *= roles.get(z) == LoopRole.UNROLLED && (pinned & 1 << z) == 0 ? block[z] : 1;
        }
        return all;
    }

    /** Threads whose partial results are joined in the end. */
    public int joined() {
        return joined;
    }

    /** Whether the threads of a block hand each other values through memory. */
    public boolean hasFronts() {
        return roles.contains(LoopRole.FRONTS);
    }

    /**
     * Whether blocks with the same points are one block, which runs its fronts one after another and waits for what its neighbour tells ({@code FrontColumns} in {@code codegen.lower}): where
     * blocks of fronts depend on each other along one loop. Along several, each front is a launch.
     */
    public boolean hasColumns() {
        return IntStream.range(0, roles.size())
                        .filter(z -> LoopRole.isInFront(roles, z) && roles.get(z) == LoopRole.PARALLEL)
                        .count()
                == 1;
    }

    /** Whether a block has as many iterations or points of the loop as its block size says. */
    boolean isBlocked(int loop) {
        return roles.get(loop) == LoopRole.FRONTS || roles.get(loop) == LoopRole.PARALLEL;
    }

    public static Geometry of(Family family, Candidate candidate) {
        return new Geometry(family, candidate);
    }

    private static int[] array(List<Integer> sizes) {
        int[] array = new int[sizes.size()];
        for (int z = 0; z < array.length; z++) {
            array[z] = sizes.get(z);
        }
        return array;
    }

    /** Number of common loops. */
    public int loops() {
        return block.length;
    }

    /** r_z. */
    public int block(int loop) {
        return block[loop];
    }

    /** r_{z,2}. */
    public int thread(int loop) {
        return thread[loop];
    }

    /** The last loop whose points a block runs at the same time; -1 for none. */
    int lastParallel() {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(parallel);
    }

    /** The one before it, or before any loop; -1 for none. */
    int parallelBefore(int loop) {
        return loop < 0 ? -1 : Integer.SIZE - 1 - Integer.numberOfLeadingZeros(parallel & (1 << loop) - 1);
    }

    /** Iterations of the last sequential loop, which are staged at a time; those around it are not cut. */
    public int chunk() {
        return chunk;
    }

    public int buffers() {
        return buffers;
    }

    /** Points of one block: the product of r_z over parallel loops. */
    public long points() {
        return points;
    }

    /** Threads of one block. */
    public int threads() {
        return threads;
    }

    public boolean isParallel(int loop) {
        return (parallel & 1 << loop) != 0;
    }

    /** Whether a value that depends on these loops is another one at every point of a block. */
    public boolean isPerPoint(int loops) {
        return (parallel & ~loops) == 0;
    }

    /** Mask of the loops that a block runs one iteration after another. */
    public int sequentialLoops() {
        return sequential;
    }

    public boolean isSequential(int loop) {
        return (sequential & 1 << loop) != 0;
    }

    /** Points per thread: the register tile. */
    public long tile() {
        return points / threads;
    }

    /** Elements that a block touches in one iteration of its sequential loops, of a value that depends on these loops. */
    public long perBlock(int loops) {
        return product(block, loops & parallel);
    }

    /** The same for one thread. */
    public long perThread(int loops) {
        return product(thread, loops & parallel);
    }

    /**
     * How often a thread reads an element of a reference, for each of its points: what several points need, it reads once,
     * if nobody writes it meanwhile.
     */
    public double readsPerPoint(Reference reference) {
        int accesses = reference.accesses() * unrolled;
        return reference.stores() > 0 ? accesses : Math.min(accesses, reference.widening(beside(reference)));
    }

    /** Elements of a row of the array that a thread reads, for each of its points there. */
    double rowPerPoint(Reference reference) {
        return reference.spans().isEmpty() ? 1 : reference.spans().getLast().widening(beside(reference));
    }

    /** Whether a thread's points lie side by side in a row, as many as one access has elements. */
    public boolean isWide(Reference reference) {
        int last = lastParallel();
        return last >= 0 && reference.isContiguousIn(last) && fillAnAccess(last, reference);
    }

    private boolean fillAnAccess(int loop, Reference reference) {
        return thread[loop] * reference.bytes() == Simt.ACCESS_BYTES;
    }

    /** Points of a thread that lie side by side: along rows as many as one access has elements, or one. */
    private int[] beside(Reference reference) {
        int[] beside = thread.clone();
        for (int z = 0; z < beside.length; z++) {
            if (isParallel(z) && reference.lattice().step(z, reference.bytes()) > 0) {
                beside[z] = fillAnAccess(z, reference) ? thread[z] : 1;
            }
        }
        return beside;
    }

    /** Different elements of a reference that a block touches in so many iterations of its sequential loops. */
    double touchedPerBlock(Reference reference, double iterations) {
        return perBlock(reference.loops())
                * reference.widening(block)
                * (usesSequential(reference.loops()) ? reference.timesTouched(block, iterations) : 1);
    }

    /** Part of the elements that a block touches of a reference that lie at its edges along a loop, where others of the loop's values have them. */
    double edge(Reference reference, int loop, long extent) {
        int[] whole = block.clone();
        whole[loop] = (int) Math.max(block[loop], Math.min(extent, Integer.MAX_VALUE));
        return 1 - reference.widening(whole) / reference.widening(block);
    }

    private static long product(int[] sizes, int mask) {
        long product = 1;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            product *= sizes[Integer.numberOfTrailingZeros(rest)];
        }
        return product;
    }

    public boolean usesSequential(int loops) {
        return (loops & sequential) != 0;
    }

    /**
     * Bytes that the first cache moves per byte used, when a warp accesses one element per thread: it serves one line of
     * 128 bytes at a time, and threads lie along the last parallel loop first. Example: blocks that are 16 threads wide
     * put two rows into a warp: factor 2. Threads with points side by side access them together, where these begin with an access; otherwise one by one: four floats of a thread are four accesses that each touch
     * all lines.
     */
    double lineOverfetch(Reference reference) {
        return linesTouched(reference) * (isWide(reference) && !reference.aligned() ? thread[lastParallel()] : 1);
    }

    private double linesTouched(Reference reference) {
        int last = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(parallel);
        // Lanes that do not lie along rows are numbered last, neighbours along the parallel loop first.
        int beside = parallel & ~sequential & reference.contiguous();
        if (lanes > 1 && beside != 0 && (parallel & sequential & reference.contiguous()) == 0) {
            last = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(beside);
        }
        if (last < 0) {
            return 1;
        }
        double lanes = Math.min(WARP, Math.max(1, block[last] / thread[last]));
        double rows = Math.max(1, WARP / lanes);
        long step = Math.max(
                reference.lattice().steps().get(last),
                reference.lattice().rows().get(last));
        double perRow = step > 0
                ? Math.min(lanes, Math.ceil(lanes * step * reference.bytes() / LINE_BYTES))
                : reference.uses(last) ? lanes : 1;
        boolean rowsDiffer = (reference.loops() & parallel & ~(1 << last)) != 0;
        boolean rowsContiguous = (reference.contiguous() & parallel & ~(1 << last)) != 0;
        double groups = !rowsDiffer
                ? 1
                : rowsContiguous
                        ? Math.ceil(rows * reference.bytes() / LINE_BYTES)
                        : linesOfShortRows(reference, last, rows);
        return Math.max(1, perRow * groups * LINE_BYTES / (WARP * reference.bytes()));
    }

    /** Lines in which neighbouring rows of a warp lie, as many as there are rows where these are not short: threads lie along the loop before the last one next. */
    private double linesOfShortRows(Reference reference, int last, double rows) {
        for (int z = last - 1; z >= 0; z--) {
            if (isParallel(z) && block[z] > thread[z]) {
                double apart = (double) reference.lattice().rows().get(z) * thread[z] * reference.bytes();
                double lanes = Math.min(rows, (double) block[z] / thread[z]);
                return apart == 0 ? rows : rows / lanes * Math.min(lanes, Math.ceil(lanes * apart / LINE_BYTES));
            }
        }
        return rows;
    }

    /** Whether neighbours of a warp have different values of what varies with these loops: threads lie first along the last parallel loop that has several of them. */
    boolean neighboursDiffer(int loops) {
        for (int z = block.length - 1; z >= 0; z--) {
            if (isParallel(z) && block[z] > thread[z]) {
                return (loops & 1 << z) != 0;
            }
        }
        return false;
    }

    /** Whether what an iteration needs of a k-tile is read one iteration early (the pass {@code read-ahead}): two stages, an even number of iterations. */
    public boolean readsAhead() {
        return buffers() > 1 && chunk() % 2 == 0;
    }

    /** Part of the iterations in which a value that a thread reads along the sequence lies in another sector than before. Example: a quarter for doubles along rows. */
    public double newSectors(Reference reference, int sector) {
        boolean along = (reference.contiguous() & sequential) != 0;
        return along ? Math.min(1, (double) reference.bytes() / sector) : 1;
    }

    /**
     * Bytes moved per byte used: memory moves whole sectors, and a block takes runs of a row of the array. Examples:
     * a run of 4 floats uses 16 bytes of a sector of 32: factor 2; so does a run of doubles of which every other one is used.
     *
     * @param sector bytes of the smallest transfer
     */
    double overfetch(Reference reference, int sector) {
        double used = 1;
        double last = 0;
        long widest = 1;
        for (int z = 0; z < block.length; z++) {
            long step = reference.lattice().stepOrRow(z, reference.bytes());
            if (step > 0) {
                int points = isParallel(z) ? block[z] : isSequential(z) ? chunk : 1;
                used *= points;
                last += (points - 1) * step;
                widest = Math.max(widest, step);
            }
        }
        double run = widest == 1 ? used : last + widest;
        double elements = used * reference.lattice().perRow();
        double sectors = Math.min(elements, Math.max(1, run * reference.bytes() / sector));
        return Math.max(1, sectors * sector / (elements * reference.bytes()));
    }
}
