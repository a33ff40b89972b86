package tilewright.tune.stored;

import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;
import org.jspecify.annotations.Nullable;

/**
 * How well the predicted order agrees with the clock.
 *
 * @param candidates how many were measured, whatever became of them
 * @param top1 time of the first ranked over the best of all measured; null when it has no time
 * @param top5 best time of the first five ranked over the best of all measured
 * @param top10 best time of the first ten ranked over the best of all measured
 * @param spearman rank correlation of predicted and measured seconds; null for fewer than three times
 */
public record RankingQuality(
        int candidates,
        @Nullable Double top1,
        @Nullable Double top5,
        @Nullable Double top10,
        @Nullable Double spearman) {
    /**
     * Example: predicted order of measured times 1.1, 1.0, 1.2 gives top1 = 1.1, top5 = top10 = 1 and spearman 0.5.
     *
     * @param measurements one per candidate
     */
    public static RankingQuality of(List<Measurement> measurements) {
        List<Measurement> ranked = measurements.stream()
                .sorted(Comparator.comparingInt(m -> m.contender().rank()))
                .toList();
        List<Measurement> timed = ranked.stream().filter(Measurement::isOk).toList();
        return new RankingQuality(
                ranked.size(), top(ranked, timed, 1), top(ranked, timed, 5), top(ranked, timed, 10), spearman(timed));
    }

    private static @Nullable Double top(List<Measurement> ranked, List<Measurement> timed, int first) {
        double best = fastest(timed);
        double among =
                fastest(ranked.stream().limit(first).filter(Measurement::isOk).toList());
        return Double.isInfinite(among) ? null : (Double) (among / best);
    }

    private static double fastest(List<Measurement> timed) {
        return timed.stream().mapToDouble(Measurement::seconds).min().orElse(Double.POSITIVE_INFINITY);
    }

    private static @Nullable Double spearman(List<Measurement> timed) {
        if (timed.size() < 3) {
            return null;
        }
        double correlation = new SpearmansCorrelation()
                .correlation(
                        timed.stream()
                                .mapToDouble(m -> m.contender().predicted().seconds())
                                .toArray(),
                        timed.stream().mapToDouble(Measurement::seconds).toArray());
        return Double.isNaN(correlation) ? null : (Double) correlation;
    }
}
