package tilewright.report.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;
import org.jspecify.annotations.Nullable;

/**
 * Candidates in an order in which somebody might try them. Those that the order cannot tell apart form a group, in which
 * any sequence is equally likely.
 *
 * @param groups measured seconds by group, the group that is tried first in front; infinite where a candidate failed
 */
record Order(List<double[]> groups) {
    /** A candidate as an order sees it: what the order goes by, smaller first, and what was measured. */
    record Judged(double key, double seconds) {}

    Order {
        groups = groups.stream().map(double[]::clone).toList();
    }

    /** By growing key; equal keys form a group. */
    static Order by(List<Judged> candidates) {
        List<Judged> sorted = candidates.stream()
                .sorted(Comparator.comparingDouble(Judged::key))
                .toList();
        List<double[]> groups = new ArrayList<>();
        int start = 0;
        for (int i = 1; i <= sorted.size(); i++) {
            if (i == sorted.size() || sorted.get(i).key() > sorted.get(start).key()) {
                groups.add(sorted.subList(start, i).stream()
                        .mapToDouble(Judged::seconds)
                        .toArray());
                start = i;
            }
        }
        return new Order(groups);
    }

    /** Exactly this sequence. */
    static Order sequence(List<Double> seconds) {
        return new Order(seconds.stream().map(s -> new double[] {s}).toList());
    }

    /** No order at all: every sequence is equally likely. */
    static Order random(List<Double> seconds) {
        return new Order(
                List.of(seconds.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    /**
     * Expected best time among the first candidates over the best of all. Example: times 1, 2 and 4 in random order give
     * (1 + 2 + 4) / 3 = 2.33 for the first one and (1 + 1 + 2) / 3 = 1.33 for the first two.
     *
     * @return infinite where all of the first may have failed
     */
    double bestOfFirst(int count) {
        double best = groups.stream().flatMapToDouble(Arrays::stream).min().orElseThrow();
        double before = Double.POSITIVE_INFINITY;
        int left = count;
        for (double[] group : groups) {
            if (left <= group.length) {
                return expectedSmallest(group, left, before) / best;
            }
            before = Math.min(before, Arrays.stream(group).min().orElse(before));
            left -= group.length;
        }
        return before / best;
    }

    /**
     * Expected smallest of {@code count} of the group's values, drawn without putting back, and of one more value.
     * The i-th smallest (from 0) is the smallest drawn with probability C(g-1-i, count-1) / C(g, count).
     */
    private static double expectedSmallest(double[] group, int count, double another) {
        double[] sorted = group.clone();
        Arrays.sort(sorted);
        double expected = 0;
        double allLarger = 1; // probability that none of the first i values is drawn
        for (int i = 0; i + count <= sorted.length; i++) {
            double drawn = (double) count / (sorted.length - i);
            double seconds = Math.min(sorted[i], another);
            expected += allLarger * drawn > 0 ? allLarger * drawn * seconds : 0;
            allLarger *= 1 - drawn;
        }
        return expected;
    }

    /** Rank correlation of keys and times of the candidates that have one; null for fewer than three, or equal keys. */
    static @Nullable Double spearman(List<Judged> candidates) {
        List<Judged> timed =
                candidates.stream().filter(c -> Double.isFinite(c.seconds())).toList();
        if (timed.size() < 3) {
            return null;
        }
        double correlation = new SpearmansCorrelation()
                .correlation(
                        timed.stream().mapToDouble(Judged::key).toArray(),
                        timed.stream().mapToDouble(Judged::seconds).toArray());
        return Double.isNaN(correlation) ? null : (Double) correlation;
    }
}
