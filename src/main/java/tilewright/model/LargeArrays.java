package tilewright.model;

/** Which arrays several processors of the host fill and look at together. The results do not depend on it. */
public final class LargeArrays {
    /** Elements, a few nanoseconds each, that take several times as long as starting work on other processors, tens of microseconds. */
    private static final long WORTH_SHARING = 100_000;

    /** Elements that one processor takes at a time. */
    public static final int PIECE = 1 << 14;

    private LargeArrays() {}

    /** Whether so many elements are worth several processors. */
    public static boolean areWorthSharing(long elements) {
        return elements >= WORTH_SHARING;
    }
}
