package tilewright.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * One labelled axis of a figure.
 *
 * @param title what is plotted, with its unit
 * @param ticks along the axis
 */
public record Axis(String title, List<Tick> ticks) {
    /**
     * @param at SVG user units
     * @param label its text
     */
    public record Tick(double at, String label) {
        private boolean touches(Tick other) {
            return Math.abs(at - other.at) < 0.5 * DIGIT * (label.length() + other.label.length()) + DIGIT;
        }
    }

    /** Width of a digit. */
    private static final double DIGIT = 7;

    public Axis {
        ticks = List.copyOf(ticks);
    }

    /** Ticks where the scale likes them. */
    static Axis of(String title, Scale scale, int count, DoubleFunction<String> label) {
        return at(title, scale, scale.ticks(count), label);
    }

    /** Ticks at these values. */
    static Axis at(String title, Scale scale, List<Double> values, DoubleFunction<String> label) {
        return new Axis(
                title,
                values.stream().map(v -> new Tick(scale.at(v), label.apply(v))).toList());
    }

    /**
     * The same for a horizontal axis of sizes, without those ticks whose labels would touch others; multiples of
     * large powers of two stay first.
     */
    static Axis sizes(String title, Scale scale, List<Double> values, DoubleFunction<String> label) {
        List<Tick> kept = new ArrayList<>();
        values.stream()
                .sorted(Comparator.comparing((Double v) -> -Long.numberOfTrailingZeros(Math.round(v))))
                .map(v -> new Tick(scale.at(v), label.apply(v)))
                .filter(tick -> kept.stream().noneMatch(tick::touches))
                .forEach(kept::add);
        kept.sort(Comparator.comparingDouble(Tick::at));
        return new Axis(title, kept);
    }
}
