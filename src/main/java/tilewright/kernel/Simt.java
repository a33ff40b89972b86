package tilewright.kernel;

/** What all devices that run threads in warps have in common today; what differs between them stands in device files. */
public final class Simt {
    /** Threads of a warp. */
    public static final int WARP = 32;
    /** Bytes of the widest access of one thread. */
    public static final int ACCESS_BYTES = 16;
    /** Bytes that memory moves at once. */
    public static final int SECTOR_BYTES = 32;

    private Simt() {}
}
