package tilewright.tune.stored;

/**
 * Another implementation of the same nest at the same sizes.
 *
 * @param name e.g. {@code one launch per sequential step}
 * @param seconds median of its runs
 * @param peer whether it is what a user could take instead: the compiler alone, or a vendor's routine
 */
public record Baseline(String name, double seconds, boolean peer) {
    /** A generated program, of the plainest kind. */
    public Baseline(String name, double seconds) {
        this(name, seconds, false);
    }
}
