package tilewright.dependence;

/**
 * One component of a dependence vector d = J - I over a whole relation (paper, section 1).
 *
 * @param text symbolic value in the sink's loop variables, e.g. {@code 1} or {@code j - k}
 * @param least smallest value over the relation, or {@link #UNBOUNDED_BELOW} where it falls with the parameters
 * @param greatest largest value over the relation, or {@link #UNBOUNDED_ABOVE} where it grows with them
 */
public record Component(String text, long least, long greatest) {
    public static final long UNBOUNDED_BELOW = Long.MIN_VALUE;
    public static final long UNBOUNDED_ABOVE = Long.MAX_VALUE;

    /** Whether d_z^max grows with the parameters. */
    public boolean isFar() {
        return least == UNBOUNDED_BELOW || greatest == UNBOUNDED_ABOVE;
    }

    /**
     * d_z^max: the value that is largest in absolute value. Example: least -2, greatest 1 gives -2.
     *
     * @throws IllegalStateException if the component is far
     */
    public long max() {
        if (isFar()) {
            throw new IllegalStateException("component " + text + " is far: it has no constant maximum");
        }
        return Math.abs(least) > Math.abs(greatest) ? least : greatest;
    }

    public boolean isNonNegative() {
        return least >= 0;
    }

    /** Whether it is zero over the whole relation. */
    public boolean isZero() {
        return least == 0 && greatest == 0;
    }

    @Override
    public String toString() {
        return text;
    }
}
