package tilewright.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleFunction;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * Repeated measurements of several candidates: every run a dot, the quartiles a box, the median a line; where the slowest run took more
 * than {@value #LARGEST_RATIO} times the fastest, on a logarithmic axis, so that a few bad runs do not squeeze the others together.
 *
 * @param logarithmic whether the axis is
 */
public record Strips(Frame frame, Axis x, List<Row> rows, boolean logarithmic) {
    private static final double LARGEST_RATIO = 4;
    private static final double WIDTH = 1100;
    private static final double STEP = 30;
    private static final double LABELS = 330;
    /** How far dots leave the middle of their row, in turn, so that equal runs do not hide each other. */
    private static final double[] JITTER = {0, -5, 5, -2.5, 2.5, -7, 7};

    /** @param values at least one */
    public record Entry(String name, List<Double> values, int key, String tip, boolean accent) {
        public Entry {
            values = List.copyOf(values);
        }
    }

    public record Row(
            String name,
            double y,
            double lower,
            double median,
            double upper,
            List<Mark> marks,
            String tip,
            boolean accent,
            int key) {}

    public Strips {
        rows = List.copyOf(rows);
    }

    /**
     * @param entries at least one
     * @param run how the value of one run is written in its tip
     */
    public static Strips of(
            List<Entry> entries, String title, DoubleFunction<String> label, DoubleFunction<String> run) {
        List<Double> all = entries.stream().flatMap(e -> e.values.stream()).toList();
        double least = all.stream().min(Comparator.naturalOrder()).orElseThrow();
        double greatest = all.stream().max(Comparator.naturalOrder()).orElseThrow();
        Frame frame = Frame.inside(WIDTH, 66 + STEP * entries.size(), LABELS, 14, 24, 52);
        boolean logarithmic = least > 0 && greatest / least > LARGEST_RATIO;
        double margin = Math.max((greatest - least) * 0.04, least * 0.002);
        Scale x = logarithmic
                ? Scale.around(least, greatest, Math.pow(greatest / least, 0.04), frame.left(), frame.right())
                : new Scale.Linear(least - margin, greatest + margin, frame.left(), frame.right());
        List<Row> rows = new ArrayList<>();
        for (Entry entry : entries) {
            rows.add(row(entry, x, frame.top() + (rows.size() + 0.5) * STEP, run));
        }
        return new Strips(frame, Axis.of(title, x, 8, label), rows, logarithmic);
    }

    private static Row row(Entry entry, Scale x, double y, DoubleFunction<String> run) {
        double[] values = entry.values.stream().mapToDouble(d -> d).toArray();
        Percentile percentile = new Percentile().withEstimationType(Percentile.EstimationType.R_7);
        percentile.setData(values);
        List<Mark> marks = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            String tip = "run " + (i + 1) + ": " + run.apply(values[i]);
            marks.add(new Mark(x.at(values[i]), y + JITTER[i % JITTER.length], null, entry.key, tip, false));
        }
        return new Row(
                Text.shortened(entry.name, 46),
                y,
                x.at(percentile.evaluate(25)),
                x.at(percentile.evaluate(50)),
                x.at(percentile.evaluate(75)),
                marks,
                entry.tip,
                entry.accent,
                entry.key);
    }
}
