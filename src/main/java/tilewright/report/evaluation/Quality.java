package tilewright.report.evaluation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How good an order is.
 *
 * @param top1 (expected) time of the first over the best of all measured; infinite where it failed
 * @param top5 the same for the best of the first five
 * @param top10 the same for the best of the first ten
 * @param spearman rank correlation of what the order goes by and measured seconds; null where it goes by nothing
 */
public record Quality(
        double top1, double top5, double top10, @Nullable Double spearman) {
    static Quality of(Order order, @Nullable Double spearman) {
        return new Quality(order.bestOfFirst(1), order.bestOfFirst(5), order.bestOfFirst(10), spearman);
    }

    /** Geometric means of times; the arithmetic mean of the correlations that there are. */
    public static Quality mean(List<Quality> several) {
        return new Quality(
                Means.geometric(several.stream().map(Quality::top1).toList()),
                Means.geometric(several.stream().map(Quality::top5).toList()),
                Means.geometric(several.stream().map(Quality::top10).toList()),
                Means.arithmetic(several.stream().map(Quality::spearman).toList()));
    }

    /** The largest times and the smallest correlation. */
    public static Quality worst(List<Quality> several) {
        return new Quality(
                several.stream().mapToDouble(Quality::top1).max().orElse(Double.NaN),
                several.stream().mapToDouble(Quality::top5).max().orElse(Double.NaN),
                several.stream().mapToDouble(Quality::top10).max().orElse(Double.NaN),
                several.stream()
                        .map(Quality::spearman)
                        .filter(java.util.Objects::nonNull)
                        .min(Double::compare)
                        .orElse(null));
    }
}
