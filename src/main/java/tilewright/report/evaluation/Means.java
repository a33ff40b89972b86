package tilewright.report.evaluation;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Means of ratios and of correlations. */
final class Means {
    private Means() {}

    /** Example: 1 and 4 give 2. */
    static double geometric(List<Double> values) {
        return Math.exp(values.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
    }

    /** Of the values that there are; where one is 0 or less, the geometric mean means nothing and the result is null. */
    static @Nullable Double geometricIfPositive(List<@Nullable Double> values) {
        List<Double> known = values.stream()
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
        boolean positive = !known.isEmpty() && known.stream().allMatch(v -> v > 0);
        return positive ? (Double) geometric(known) : null;
    }

    /** Arithmetic mean of the values that there are, as correlations may be negative; null where there are none. */
    static @Nullable Double arithmetic(List<@Nullable Double> values) {
        List<Double> known = values.stream()
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
        return known.isEmpty()
                ? null
                : (Double) known.stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElseThrow();
    }
}
