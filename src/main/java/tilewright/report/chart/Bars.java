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
    private static final double WIDTH = 830;
    private static final double STEP = 34;
    private static final double LABELS = 290;
    /** Letters of a name in a line, and its lines. */
    private static final int LETTERS = 42;

    private static final int MOST_LINES = 3;
    private static final double LINE = 15;
    private static final double NOTES = 150;

    /**
     * @param value positive
     * @param note written beside the value
     * @param accent whether it is the one the others are compared with
     */
    public record Entry(String name, double value, String note, String tip, boolean accent) {}

    /** One bar from the axis to {@code end}, with its name in lines. */
    public record Row(List<Line> name, double y, double end, String note, String tip, boolean accent) {
        public Row {
            name = List.copyOf(name);
        }
    }

    /** @param y the middle of its letters */
    public record Line(String text, double y) {}

    public Bars {
        rows = List.copyOf(rows);
    }

    /** @param entries at least one */
    public static Bars of(List<Entry> entries, String title, DoubleFunction<String> label) {
        double least = entries.stream().mapToDouble(Entry::value).min().orElseThrow();
        double greatest = entries.stream().mapToDouble(Entry::value).max().orElseThrow();
        int lines = entries.stream()
                .mapToInt(e -> Text.lines(e.name, LETTERS, MOST_LINES).size())
                .max()
                .orElseThrow();
        double step = STEP + (lines - 1) * LINE / 2;
        Frame frame = Frame.inside(WIDTH, 66 + step * entries.size(), LABELS, 14, NOTES, 52);
        boolean dots = greatest / least > LARGEST_RATIO;
        Scale x = dots
                ? Scale.around(least, greatest, Math.pow(greatest / least, 0.06), frame.left(), frame.right())
                : Scale.fromZero(greatest, frame.left(), frame.right());
        List<Row> rows = new ArrayList<>();
        for (Entry entry : entries) {
            double end = x.at(entry.value);
            double y = frame.top() + (rows.size() + 0.5) * step;
            rows.add(new Row(name(entry.name, y), y, end, entry.note, entry.tip, entry.accent));
        }
        return new Bars(frame, Axis.of(title, x, 5, label), rows, dots);
    }

    private static List<Line> name(String name, double middle) {
        List<String> lines = Text.lines(name, LETTERS, MOST_LINES);
        List<Line> placed = new ArrayList<>();
        for (String line : lines) {
            placed.add(new Line(line, middle + (placed.size() - (lines.size() - 1) / 2.0) * LINE));
        }
        return placed;
    }
}
