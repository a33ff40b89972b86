package tilewright.tiling;

/** What a plan does with one loop of the common loop space. */
public enum LoopRole {
    /** The host runs it, one iteration per group of launches (r_z = 1). */
    HOST,
    /** The host runs over its blocks; the r_z iterations of a block run in order inside the kernel. */
    HOST_BLOCKS,
    /** All its iterations run in order inside the kernel; r_z iterations at a time are staged. */
    KERNEL,
    /** Its blocks are independent within a level: they become the grid, their points the threads. */
    PARALLEL
}
