package tilewright.kernel;

/** What all devices that run threads in warps have in common today; what differs between them stands in device files. */
public final class Simt {
    /** Threads of a warp. */
    public static final int WARP = 32;
    /** The most threads of a block (CUDA C++ Programming Guide, technical specifications). */
    public static final int BLOCK_THREADS = 1024;
    /** Bytes of the widest access of one thread. */
    public static final int ACCESS_BYTES = 16;
    /** Bytes that memory moves at once. */
    public static final int SECTOR_BYTES = 32;
    /** Banks of shared memory. */
    public static final int BANKS = 32;

    private Simt() {}

    /**
     * Whether the warps of a block with one point a thread run the iterations of a k-tile in turn, each from register to register the iterations of its own points: there are
     * several whole warps, and none shares a k-tile's points with another one. Example: 64 threads and k-tiles of 16.
     *
     * @param kTile iterations between two barriers
     */
    public static boolean warpsTakeTurns(int threads, int kTile) {
        return threads > WARP && threads % WARP == 0 && WARP % kTile == 0;
    }
}
