package tilewright.tune.worker;

/**
 * How often a candidate is timed.
 *
 * @param leastRuns of a fast candidate
 * @param mostRuns of any
 * @param seconds what all timed runs of one candidate may take together, as far as {@code leastRuns} allows
 * @param warmUpSeconds untimed runs before, at least one
 * @param observedSeconds for how long it runs again while the device's meters are read; 0 where they are not
 */
public record RunPolicy(int leastRuns, int mostRuns, double seconds, double warmUpSeconds, double observedSeconds) {
    /** Five to ten runs. */
    public static final RunPolicy DEFAULT = new RunPolicy(5, 10, 1.0, 0.01);

    /** Some steps of a device's energy meter. */
    private static final double OBSERVED_SECONDS = 0.5;

    /** A candidate this many times slower than the best so far will be no finalist: its time serves the statistics. */
    private static final double HOPELESS = 1.25;

    /** A candidate this many times slower than the best so far is not worth more than a second run. */
    private static final double CUT_OFF = 5;

    /** Below the least number only where it takes long or is hopeless anyway. */
    private static final int FEW_RUNS = 3;

    /** Without meters. */
    public RunPolicy(int leastRuns, int mostRuns, double seconds, double warmUpSeconds) {
        this(leastRuns, mostRuns, seconds, warmUpSeconds, 0);
    }

    /** The same with meters. */
    public RunPolicy observing() {
        return new RunPolicy(leastRuns, mostRuns, seconds, warmUpSeconds, OBSERVED_SECONDS);
    }

    /** Of candidates that run again in turn. */
    public RunPolicy brief() {
        return new RunPolicy(FEW_RUNS, FEW_RUNS, seconds, 0, observedSeconds);
    }

    /** Whether the run that warms a candidate up already says all that is worth knowing of it. */
    boolean isCutOff(double runSeconds, double bestSeconds) {
        return runSeconds > CUT_OFF * bestSeconds;
    }

    /**
     * Number of timed runs.
     *
     * @param runSeconds what one run took
     * @param bestSeconds of the best candidate so far; infinite where there is none
     */
    public int runs(double runSeconds, double bestSeconds) {
        if (runSeconds > seconds) {
            return runSeconds > 4 * seconds ? 1 : FEW_RUNS;
        }
        if (runSeconds > HOPELESS * bestSeconds) {
            return FEW_RUNS;
        }
        return (int) Math.clamp(seconds / Math.max(runSeconds, 1e-9), leastRuns, mostRuns);
    }
}
