package tilewright.tune;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.stat.inference.WilcoxonSignedRankTest;
import tilewright.tiling.space.Candidate;
import tilewright.tune.stored.Measurement;

/**
 * Who won. Candidates close to the best time of the sweep run again in turn, so that whatever disturbs one disturbs
 * all. The smallest median wins; a candidate whose times, paired by round, cannot be told from the winner's
 * (two-sided Wilcoxon signed-rank test, level 0.05) is tied with it.
 */
public final class Finals {
    private static final double CLOSE = 1.05;
    static final int MOST_FINALISTS = 5;
    /** With fewer rounds the test could not reject at its level: the smallest p is 2 / 2^rounds. */
    private static final int LEAST_ROUNDS = 6;

    private static final int MOST_ROUNDS = 15;
    private static final double SECONDS = 10;
    /** Beyond this finals would take longer than what they settle is worth. */
    private static final double MOST_SECONDS = 120;

    /** Restoring arrays and emptying caches before a run. */
    private static final long BESIDE_MILLIS = 1000;

    private static final double LEVEL = 0.05;

    private Finals() {}

    /** @param ties those not told from the winner */
    public record Result(Measurement winner, List<Candidate> ties) {}

    /** Those whose time in the sweep is close to the best, fastest first. */
    public static List<Measurement> finalists(List<Measurement> sweep) {
        List<Measurement> timed = sweep.stream()
                .filter(Measurement::isOk)
                .sorted(Comparator.comparingDouble(Measurement::seconds))
                .toList();
        if (timed.isEmpty()) {
            return List.of();
        }
        double limit = CLOSE * timed.getFirst().seconds();
        double affordable = affordable() / timed.getFirst().seconds();
        return timed.stream()
                .filter(m -> m.seconds() <= limit)
                .limit((long) Math.min(MOST_FINALISTS, affordable))
                .toList();
    }

    /** As many of them, from the first on, as a round that is worth what it settles has time for. */
    public static List<Measurement> affordable(List<Measurement> measured) {
        double seconds = 0;
        for (int i = 0; i < measured.size(); i++) {
            seconds += measured.get(i).seconds();
            if (!isAffordable(seconds)) {
                return measured.subList(0, i);
            }
        }
        return measured;
    }

    /** What a round may take. */
    private static double affordable() {
        return MOST_SECONDS / (LEAST_ROUNDS + 1);
    }

    /** Whether rounds of so many seconds are worth what they settle. */
    static boolean isAffordable(double roundSeconds) {
        return roundSeconds <= affordable();
    }

    /**
     * How often each program runs.
     *
     * @param seconds that each takes
     */
    static int rounds(List<Double> seconds) {
        return (int) Math.clamp(SECONDS / Math.max(sum(seconds), 1e-9), LEAST_ROUNDS, MOST_ROUNDS);
    }

    /** A multiple of what they should take, so that only a hang ends them. */
    static Duration limit(List<Double> seconds, Duration candidateLimit) {
        long each = (long) (10_000 * sum(seconds)) + BESIDE_MILLIS * seconds.size();
        return candidateLimit.plusMillis(each * (rounds(seconds) + 1));
    }

    private static double sum(List<Double> seconds) {
        return seconds.stream().mapToDouble(Double::doubleValue).sum();
    }

    /**
     * Judges the finals.
     *
     * @param runs one measurement per finalist; all have the same number of runs
     */
    public static Result judge(List<Measurement> runs) {
        Measurement winner = runs.stream()
                .min(Comparator.comparingDouble(Measurement::seconds))
                .orElseThrow();
        List<Candidate> ties = new ArrayList<>();
        for (Measurement other : runs) {
            if (other != winner && tied(winner.outcome().runs(), other.outcome().runs())) {
                ties.add(other.contender().candidate());
            }
        }
        return new Result(winner, ties);
    }

    /**
     * Whether a paired test cannot tell them apart.
     *
     * @param a one time for each round; so {@code b}
     */
    static boolean tied(List<Double> a, List<Double> b) {
        double[] left = array(a);
        double[] right = array(b);
        boolean equal = java.util.Arrays.equals(left, right);
        return equal || new WilcoxonSignedRankTest().wilcoxonSignedRankTest(left, right, true) >= LEVEL;
    }

    private static double[] array(List<Double> runs) {
        return runs.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
