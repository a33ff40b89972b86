package tilewright.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Named values as horizontal bars from zero; where the greatest is more than {@value #LARGEST_RATIO} times the
 * least, as dots on a logarithmic axis, because a bar there has no meaningful length.
 *
 * @param dots whether dots are drawn, not bars
 */
public record Bars(Frame frame, Axis x, List<Row> rows, boolean dots) {
    private static final double LARGEST_RATIO = 15;
    private static final double WIDTH = 760;
    private static final double STEP = 34;
    private static final double LABELS = 220;
    private static final double NOTES = 150;

    /**
     * @param value positive
     * @param note written beside the value
     * @param accent whether it is the one the others are compared with
     */
    public record Entry(String name, double value, String note, String tip, boolean accent) {}

    /** One bar from the axis to {@code end}. */
    public record Row(String name, double y, double end, String note, String tip, boolean accent) {}

    public Bars {
        rows = List.copyOf(rows);
    }

    /** @param entries at least one */
    public static Bars of(List<Entry> entries, String title, DoubleFunction<String> label) {
        double least = entries.stream().mapToDouble(Entry::value).min().orElseThrow();
        double greatest = entries.stream().mapToDouble(Entry::value).max().orElseThrow();
        Frame frame = Frame.inside(WIDTH, 66 + STEP * entries.size(), LABELS, 14, NOTES, 52);
        boolean dots = greatest / least > LARGEST_RATIO;
        Scale x = dots
                ? Scale.around(least, greatest, Math.pow(greatest / least, 0.06), frame.left(), frame.right())
                : Scale.fromZero(greatest, frame.left(), frame.right());
        List<Row> rows = new ArrayList<>();
        for (Entry entry : entries) {
            double end = x.at(entry.value);
            double y = frame.top() + (rows.size() + 0.5) * STEP;
            rows.add(new Row(Text.shortened(entry.name, 32), y, end, entry.note, entry.tip, entry.accent));
        }
        return new Bars(frame, Axis.of(title, x, 5, label), rows, dots);
    }
}
