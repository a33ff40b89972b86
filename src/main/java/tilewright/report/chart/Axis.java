package tilewright.report.chart;

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
    public record Tick(double at, String label) {}

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
}
