package tilewright.report.stored;

/** When two candidates are called equally fast. */
public final class Ties {
    /** Fewer runs than this say nothing about spread. */
    private static final int LEAST_RUNS = 3;

    private Ties() {}

    /**
     * Whether the runs of two candidates overlap between their quartiles. Without at least three runs each
     * nothing is called a tie.
     */
    public static boolean tied(Measurement a, Measurement b) {
        return a.runs().size() >= LEAST_RUNS
                && b.runs().size() >= LEAST_RUNS
                && a.quantile(25) <= b.quantile(75)
                && b.quantile(25) <= a.quantile(75);
    }
}
