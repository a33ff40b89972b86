package tilewright.report.evaluation;

import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Means of ratios and of correlations. */
final class Means {
    private Means() {}

    /** Example: 1 and 4 give 2. */
    static double geometric(List<Double> values) {
        return Math.exp(values.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
    }

    /** Geometric mean of the ratios that there are; null where there are none. */
    static @Nullable Double geometricOfKnown(List<@Nullable Double> values) {
        List<Double> known = known(values);
        return known.isEmpty() ? null : (Double) geometric(known);
    }

    /** Arithmetic mean of the values that there are, as correlations may be negative; null where there are none. */
    static @Nullable Double arithmetic(List<@Nullable Double> values) {
        OptionalDouble mean =
                known(values).stream().mapToDouble(Double::doubleValue).average();
        return mean.isEmpty() ? null : (Double) mean.getAsDouble();
    }

    private static List<Double> known(List<@Nullable Double> values) {
        return values.stream()
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
    }
}
