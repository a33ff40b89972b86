package tilewright.tiling.space;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import tilewright.kernel.GenerationLimits;

/**
 * One way of cutting a nest.
 *
 * @param block block sizes r_1..r_n, one per loop of the common loop space
 * @param thread thread sizes r_{1,2}..r_{n,2}: how many values of each loop one thread executes
 * @param options everything else that distinguishes kernels of the same sizes
 */
public record Candidate(List<Integer> block, List<Integer> thread, Options options) {
    /**
     * @param kTile how many iterations of the sequential loop are staged in shared memory at a time
     * @param stages copies of each staged value in shared memory (1: load, barrier, compute, barrier; 2: the next k-tile is on its way meanwhile; 3: two are), {@link #MOST_STAGES} at most
     * @param panel iterations that the blocks on which others of the same step depend (diagonal and panels) advance at a
     *     time, in blocks as wide; 0 where they advance a whole block size at a time, like all others. With a panel size, the
     *     other blocks are visited once for all iterations of the block size, and the next ones' diagonal and panels run
     *     beside them. In time tiles: planes along the first dimension that a block advances at a time, 1; or 0 where it
     *     holds its whole box
     * @param window rows and columns of the square parts of an array that the device holds, the rest being in host memory; 0
     *     where it holds arrays whole
     * @param resident whether each block of a time tile stays with its own elements for all iterations, all blocks being on the device at the same time: they tell each
     *     other what they read of each other's instead of computing a halo, and block sizes are those of a block's own elements, 1 for the time loop
     */
    public record Options(int kTile, int stages, int panel, int window, boolean resident) {
        /** Copies of each staged value, at most. */
        public static final int MOST_STAGES = GenerationLimits.shipped().mostStages();

        public Options {
            if (panel < 0 || window < 0) {
                throw new IllegalArgumentException("panel " + panel + ", window " + window);
            }
        }

        /** Blocks that do not stay. */
        public Options(int kTile, int stages, int panel, int window) {
            this(kTile, stages, panel, window, false);
        }

        /** On a device that holds arrays whole. */
        public Options(int kTile, int stages, int panel) {
            this(kTile, stages, panel, 0);
        }

        public Options(int kTile, int stages) {
            this(kTile, stages, 0);
        }

        /** Whether blocks of time tiles move through their box a plane at a time. */
        public boolean advancesByPlanes() {
            return panel == OptionWord.PLANE;
        }

        /** {@code k-tile 16, stages 2, panel 64}. */
        @Override
        public String toString() {
            return OptionWord.text(this);
        }
    }

    /** The nest's own loops, uncut, on a processor: no sizes at all, and nothing is staged. */
    public static final Candidate AS_WRITTEN = new Candidate(List.of(), List.of(), new Options(0, 1));

    /** How texts write it. */
    public static final String WORDS_AS_WRITTEN = "as written";

    public Candidate {
        block = List.copyOf(block);
        thread = List.copyOf(thread);
        if (block.size() != thread.size()) {
            throw new IllegalArgumentException("block has " + block.size() + " sizes, thread has " + thread.size());
        }
    }

    /** The same with windows of that many rows and columns; 0 for arrays that the device holds whole. */
    public Candidate withWindow(int window) {
        return new Candidate(
                block, thread, new Options(options.kTile, options.stages, options.panel, window, options.resident));
    }

    /** The same with other copies of what is staged. */
    public Candidate withStages(int stages) {
        return new Candidate(
                block, thread, new Options(options.kTile, stages, options.panel, options.window, options.resident));
    }

    /** Whether it is {@link #AS_WRITTEN}. */
    public boolean isAsWritten() {
        return equals(AS_WRITTEN);
    }

    /** Whether blocks of time tiles move through their box a plane at a time, instead of holding all of it. */
    public boolean streams() {
        return options.panel > 0;
    }

    /** The same sizes for blocks that do not stay. */
    public Candidate launched() {
        return new Candidate(block, thread, new Options(options.kTile, options.stages, options.panel, options.window));
    }

    private static final GenerationLimits LIMITS = GenerationLimits.shipped();
    private static final int NEIGHBOURS = LIMITS.updateNeighbours();

    /** The square blocks of one step on which others of the step depend. */
    public Candidate early(List<LoopRole> roles) {
        return square(roles, LIMITS.earlyThreads());
    }

    /** The square blocks of one step that early blocks update and that are early themselves. */
    public Candidate earlyUpdates(List<LoopRole> roles) {
        return square(roles, options.panel * options.panel / (NEIGHBOURS * NEIGHBOURS));
    }

    /**
     * The blocks that the next step's early ones wait for. Where they are few, more threads with fewer points each finish them
     * sooner, at the price of more reads of shared memory; long visits have many.
     */
    public Candidate urgent(List<LoopRole> roles) {
        int last = roles.lastIndexOf(LoopRole.PARALLEL);
        int next = roles.subList(0, last).lastIndexOf(LoopRole.PARALLEL);
        List<Integer> fewer = new ArrayList<>(thread);
        boolean halves = next >= 0 && thread.get(next) > NEIGHBOURS && thread.get(next) % (2 * NEIGHBOURS) == 0;
        if (halves && 2 * threads(roles) <= LIMITS.urgentThreads() && !hasManyBlocks(roles, next, last)) {
            fewer.set(next, thread.get(next) / 2);
        }
        return new Candidate(block, fewer, options);
    }

    private boolean hasManyBlocks(List<LoopRole> roles, int rows, int columns) {
        int visits = roles.indexOf(LoopRole.HOST_BLOCKS);
        int visit = visits < 0 ? 0 : block.get(visits);
        return visit / block.get(rows) * (visit / block.get(columns)) >= LIMITS.urgentBlocks();
    }

    /** All of its launches' blocks: of one size, or, with a panel size, of the sizes of a visit. */
    public List<Candidate> launched(List<LoopRole> roles) {
        return options.panel == 0 ? List.of(this) : List.of(this, early(roles), earlyUpdates(roles), urgent(roles));
    }

    /** Threads of a block. */
    public int threads(List<LoopRole> roles) {
        int threads = 1;
        for (int z = 0; z < roles.size(); z++) {
            threads *= roles.get(z).hasThreads() ? block.get(z) / thread.get(z) : 1;
        }
        return threads;
    }

    private Candidate square(List<LoopRole> roles, int threads) {
        int step = options.panel;
        int points = Math.max(1, step * step / Math.max(1, threads));
        int columns = divisor(step, NEIGHBOURS);
        int rows = divisor(step, Math.max(1, points / columns));
        int last = roles.lastIndexOf(LoopRole.PARALLEL);
        int next = roles.subList(0, last).lastIndexOf(LoopRole.PARALLEL);
        List<Integer> thread = new ArrayList<>();
        for (int z = 0; z < roles.size(); z++) {
            thread.add(z == last ? columns : z == next ? rows : 1);
        }
        int kTile = Math.min(options.kTile, step);
        return new Candidate(Collections.nCopies(roles.size(), step), thread, new Options(kTile, options.stages, step));
    }

    /** The largest divisor of a number that is at most {@code limit}. */
    private static int divisor(int number, int limit) {
        int divisor = Math.min(number, limit);
        while (number % divisor != 0) {
            divisor--;
        }
        return divisor;
    }

    /** {@code 64x128x128/1x8x8 k-tile 16, stages 2}. */
    @Override
    public String toString() {
        return isAsWritten() ? WORDS_AS_WRITTEN : join(block) + "/" + join(thread) + " " + options;
    }

    private static String join(List<Integer> sizes) {
        return sizes.stream().map(String::valueOf).collect(Collectors.joining("x"));
    }
}
