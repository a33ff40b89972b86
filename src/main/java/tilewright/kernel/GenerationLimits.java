package tilewright.kernel;

/** Limits to which generated programs keep, on every device: lowering reads them here, and so does the model of times. */
public final class GenerationLimits {
    /** Rows of arrays are padded to multiples of so many elements. */
    public static final int ROW_ALIGNMENT = 32;

    /** Most iterations for which threads hand each other values at once: with more, repeated arithmetic costs more than barriers. */
    public static final int ROUND = 2;

    /** Registers of a thread for its copies of other threads' values, where they are handed out for several iterations at once. */
    public static final int COPIES = 64;

    /** Registers of a thread, of four bytes, for elements that are on their way from memory to shared memory. */
    public static final int IN_FLIGHT = 24;

    /**
     * Comparisons in a piece of code that stores several elements of a thread, for whether each of them has changed: 192 gain 4 % in seidel-2d, 576 more lose 5 %
     * (reports/experiments/nvidia-h200-fronts.txt).
     */
    public static final int COMPARISONS = 256;

    /** Registers of a thread for values of which it reads several iterations at a time, one wide access per point. */
    private static final int ROWS = 32;

    private GenerationLimits() {}

    /** Whether a thread may read several iterations at a time of rows of so many points. */
    public static boolean allowRows(long points) {
        return points * Simt.ACCESS_BYTES / Integer.BYTES <= ROWS;
    }
}
