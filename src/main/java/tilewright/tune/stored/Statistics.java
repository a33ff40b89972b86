package tilewright.tune.stored;

import java.util.List;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/** What is said of repeated runs. */
public final class Statistics {
    private Statistics() {}

    /** The median; of an even number of runs the mean of the middle two. */
    public static double median(List<Double> runs) {
        return quantile(runs, 50);
    }

    /** Distance between the quartiles over the median. */
    public static double spread(List<Double> runs) {
        return (quantile(runs, 75) - quantile(runs, 25)) / median(runs);
    }

    /** Quantile of type 7 (Hyndman and Fan), {@code percent} above 0 up to 100. */
    private static double quantile(List<Double> runs, double percent) {
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("no runs");
        }
        double[] values = runs.stream().mapToDouble(Double::doubleValue).toArray();
        return new Percentile()
                .withEstimationType(Percentile.EstimationType.R_7)
                .evaluate(values, percent);
    }
}
