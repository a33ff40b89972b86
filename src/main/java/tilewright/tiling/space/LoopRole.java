package tilewright.tiling.space;

import java.util.List;

/** What a plan does with one loop of the common loop space. */
public enum LoopRole {
    /** The host runs it, one iteration per group of launches (r_z = 1). */
    HOST,
    /** The host runs over its blocks; the r_z iterations of a block run in order inside the kernel. */
    HOST_BLOCKS,
    /**
     * The host runs over fronts, sums of the block coordinates of this loop and of the parallel ones inside it; the r_z iterations
     * of a block run in order inside the kernel, with a barrier after each. Parallel loops around it are a batch of such problems.
     */
    FRONTS,
    /** All its iterations run in order inside the kernel; r_z iterations at a time are staged. */
    KERNEL,
    /**
     * All its iterations run in order inside the kernel and are written out: their number is a small constant, r_z. What they
     * read at neighbouring points, a thread reads once.
     */
    UNROLLED,
    /**
     * A loop of reductions: r_z iterations at a time are shared out among the <em>lanes</em> of a block, which accumulate
     * for themselves; their partial results are joined when the block ends. Legal where the order of the operations may
     * change.
     */
    REDUCTION,
    /** Its blocks are independent within a level: they become the grid, their points the threads. */
    PARALLEL;

    /** Whether the block coordinate of a loop is a part of the sum that a front is. */
    public static boolean isInFront(List<LoopRole> roles, int loop) {
        int fronts = roles.indexOf(FRONTS);
        return fronts >= 0 && (loop == fronts || loop > fronts && roles.get(loop) == PARALLEL);
    }

    /** Whether several of its iterations run in order inside the kernel. */
    public boolean runsInside() {
        return this == HOST_BLOCKS || this == FRONTS || this == KERNEL || this == UNROLLED;
    }

    /** Whether the threads of a block share out its iterations. */
    public boolean hasThreads() {
        return this == PARALLEL || this == REDUCTION;
    }

    /** Whether the host runs over it, by iterations or by blocks. */
    public boolean runsOnHost() {
        return this == HOST || isBlockedOnHost();
    }

    /** Whether the host runs over its blocks, on their own or in fronts. */
    public boolean isBlockedOnHost() {
        return this == HOST_BLOCKS || this == FRONTS;
    }
}
