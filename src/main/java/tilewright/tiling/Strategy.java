package tilewright.tiling;

/** Where an access of a block finds its value. */
public enum Strategy {
    /** In the thread's own register tile: the element belongs to the point that accesses it. */
    OWN,
    /** In shared memory, copied there chunk by chunk: nothing in the block writes the element. */
    STAGED,
    /** In shared memory, published by the owning thread in the same iteration of the sequential loop. */
    EXCHANGED,
    /** In global memory, at every use. */
    DIRECT
}
