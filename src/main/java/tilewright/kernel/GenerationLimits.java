package tilewright.kernel;

/** Limits to which generated programs keep, on every device: lowering reads them here, and so does the model of times. */
public final class GenerationLimits {
    /** Rows of arrays are padded to multiples of so many elements. */
    public static final int ROW_ALIGNMENT = 32;

    /** Most iterations for which threads hand each other values at once: with more, repeated arithmetic costs more than barriers. */
    public static final int ROUND = 2;

    /** Registers of a thread for its copies of other threads' values, where they are handed out for several iterations at once. */
    public static final int COPIES = 64;

    /** Registers of a thread beside its tile and factors: addresses, loop counters, temporaries. Programs ask the compiler to leave room for so many. */
    public static final int OTHER_REGISTERS = 32;

    /** Registers of a thread, of four bytes, for elements that are on their way from memory to shared memory. */
    public static final int IN_FLIGHT = 24;

    /** Registers for values that are loaded ahead of their use, where there is room for them. */
    public static final int AHEAD_REGISTERS = 16;

    private static final int ADDRESS_REGISTERS = Long.BYTES / Integer.BYTES;

    /**
     * Iterations of a block that may have written an element of its box, as told from its place, with which the block still writes back what it has written once and when it ends; where more
     * may have, every iteration stores what it computes.
     */
    public static final int WRITTEN_CASES = 8;

    /**
     * Comparisons in a piece of code that stores several elements of a thread, for whether each of them has changed: 192 gain 4 % in seidel-2d, 576 more lose 5 %
     * (reports/experiments/nvidia-h200-fronts.txt).
     */
    public static final int COMPARISONS = 256;

    private static final int REGISTER_GRANULE = 8;

    /** Registers of a thread for values of which it reads several iterations at a time, one wide access per point. */
    private static final int ROWS = 32;

    private GenerationLimits() {}

    /**
     * Blocks of a multiprocessor for which programs ask the compiler, by registers; it then spills what is beyond. Example: 65,536 registers, 112 of each of 288
     * threads: 2.
     *
     * @param registers of a thread, {@link #OTHER_REGISTERS} among them
     */
    public static int blocksByRegisters(int registersPerProcessor, int registers, int threads) {
        return registersPerProcessor / (registers * threads);
    }

    /**
     * Registers of a thread while it copies what its block keeps in boxes: what is on its way, and an address of each. Example: 12 doubles, 24 registers and as many for addresses, are 96.
     *
     * @param bytes of an element
     */
    public static int copying(int bytes) {
        int elements = IN_FLIGHT * Integer.BYTES / Math.max(Integer.BYTES, bytes);
        return OTHER_REGISTERS + AHEAD_REGISTERS + IN_FLIGHT + ADDRESS_REGISTERS * elements;
    }

    /**
     * The same where nothing is to be spilled: each scheduler has its own share of the registers, and a warp stays with one scheduler. Example: of 65,536 registers each of 4 schedulers has 16,384, for 2
     * warps of 196 a thread; so 4 blocks of 64 threads, where all registers together are enough for 5, which would have 168 each. Measured: reports/experiments/nvidia-h200-registers-of-schedulers.txt.
     */
    public static int blocksWithinShares(
            int registersPerProcessor, int schedulers, int warp, int registers, int threads) {
        int warps = registersPerProcessor / schedulers / (granular(registers) * warp);
        return schedulers * warps / Math.ceilDiv(threads, warp);
    }

    /** Registers that each thread gets, which are handed out to warps in units. */
    public static int granular(int registers) {
        return Math.ceilDiv(registers, REGISTER_GRANULE) * REGISTER_GRANULE;
    }

    /** Whether a thread may read several iterations at a time of rows of so many points. */
    public static boolean allowRows(long points) {
        return points * Simt.ACCESS_BYTES / Integer.BYTES <= ROWS;
    }
}
