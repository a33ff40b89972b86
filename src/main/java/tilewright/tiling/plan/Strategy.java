package tilewright.tiling.plan;

/** Where an access of a block finds its value. */
public enum Strategy {
    /** In the thread's own register tile: the element belongs to the point that accesses it. */
    OWN,
    /** In shared memory, copied there chunk by chunk: nothing in the block writes the element. */
    STAGED,
    /** In shared memory, published by the owning thread in the same iteration of the sequential loop. */
    EXCHANGED,
    /** In global memory, at every use. */
    DIRECT;

    /**
     * Whether copying what a read needs in a chunk of a sequential loop to shared memory pays: it depends on the loop, and several points of a
     * block may need an element. Of {@code c(s,i,j) += a(s,i,k) * b(s,k,j)}, whose points are those of s, i and j, both factors are staged. What depends on one point
     * variable alone is staged too, as its copy is contiguous where its uses are not.
     *
     * @param alongSequence whether the element depends on a sequential loop
     * @param used on how many of the point variables it depends
     * @param points how many there are
     */
    public static boolean isStagingWorth(boolean alongSequence, int used, int points) {
        return alongSequence && (used <= 1 || used < points);
    }
}
