package tilewright.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Measured values over an ordered size, one line per class; a few classes are named and coloured, the others
 * stay in the background.
 *
 * @param lines background first
 * @param names what the labels are values of, written above them
 */
public record Lines(Frame frame, Axis x, Axis y, List<Line> lines, List<Label> labels, String names) {
    private static final double WIDTH = 580;
    private static final double HEIGHT = 470;
    /** The least distance between two labels beside the lines. */
    private static final double LABEL_STEP = 15;

    /**
     * One class.
     *
     * @param category position in the categorical palette, null for the background
     * @param style how its points are drawn
     */
    public record Series(String name, @Nullable Integer category, Style style, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }

        /** Whether its name stands beside its end. */
        boolean isLabelled() {
            return category != null && !name.isEmpty();
        }
    }

    /** How the points of a series are drawn. */
    public enum Style {
        /** Measured: joined, and each with a mark. */
        LINE,
        /** Computed: joined by a dashed line without marks. */
        DASHED,
        /** Single measurements: marks alone. */
        DOTS
    }

    /** Both coordinates positive. */
    public record Point(double x, double y, int key, String tip) {}

    /** A drawn line; {@code colour} is null for the background, {@code path} is empty where marks stand alone. */
    public record Line(String name, @Nullable Colour colour, boolean dashed, String path, List<Mark> marks) {}

    /** The name of a line beside its end, with a leader from the end. */
    public record Label(String text, Colour colour, double x, double y, String leader) {}

    /**
     * What the axes are called and how their values are written.
     *
     * @param stepped whether a value holds until the next point
     * @param names what the names of the series are values of
     * @param floor where a linear vertical axis begins, null for zero
     */
    public record Titles(
            String x,
            DoubleFunction<String> xLabel,
            String y,
            DoubleFunction<String> yLabel,
            boolean stepped,
            String names,
            @Nullable Double floor) {}

    public Lines {
        lines = List.copyOf(lines);
        labels = List.copyOf(labels);
    }

    /**
     * @param series each with at least one point
     * @param xTicks the sizes that occur
     */
    public static Lines of(List<Series> series, List<Double> xTicks, Titles titles) {
        boolean labelled = series.stream().anyMatch(Series::isLabelled);
        Frame frame = Frame.inside(WIDTH, HEIGHT, 66, 14, labelled ? 112 : 16, 52);
        Scale x = horizontal(series, frame);
        Scale y = vertical(series, titles.floor, frame);
        List<Line> lines = new ArrayList<>();
        for (Series each : series.stream()
                .sorted(Comparator.comparing(s -> s.category == null ? -100 : -s.category))
                .toList()) {
            lines.add(line(each, x, y, titles.stepped));
        }
        return new Lines(
                frame,
                Axis.sizes(titles.x, x, xTicks, titles.xLabel),
                Axis.of(titles.y, y, 5, titles.yLabel),
                lines,
                labels(series, frame, x, y),
                titles.names);
    }

    private static Scale horizontal(List<Series> series, Frame frame) {
        double[] sizes = series.stream()
                .flatMap(s -> s.points.stream())
                .mapToDouble(Point::x)
                .sorted()
                .toArray();
        double least = sizes[0];
        double greatest = sizes[sizes.length - 1];
        double margin = least < greatest ? Math.pow(greatest / least, 0.03) : 2;
        return Scale.around(least, greatest, margin, frame.left(), frame.right());
    }

    /** Linear where the values are within a factor of eight, else logarithmic. */
    private static Scale vertical(List<Series> series, @Nullable Double floor, Frame frame) {
        double[] values = series.stream()
                .flatMap(s -> s.points.stream())
                .mapToDouble(Point::y)
                .sorted()
                .toArray();
        double least = values[0];
        double greatest = values[values.length - 1];
        if (greatest / least >= 8) {
            return Scale.around(least, greatest, 1.15, frame.bottom(), frame.top());
        }
        double low = floor == null ? 0 : floor;
        double high = Math.max(greatest, low * 1.1);
        return new Scale.Linear(low, high + 0.04 * (high - low), frame.bottom(), frame.top());
    }

    private static Line line(Series series, Scale x, Scale y, boolean stepped) {
        Colour colour = series.category == null ? null : Colour.category(series.category);
        List<double[]> corners = new ArrayList<>();
        List<Mark> marks = new ArrayList<>();
        for (Point point : series.points) {
            if (stepped && !corners.isEmpty()) {
                corners.add(new double[] {x.at(point.x), corners.getLast()[1]});
            }
            corners.add(new double[] {x.at(point.x), y.at(point.y)});
            if (series.style != Style.DASHED) {
                marks.add(new Mark(x.at(point.x), y.at(point.y), colour, point.key, point.tip, false));
            }
        }
        return new Line(
                series.name,
                colour,
                series.style == Style.DASHED,
                series.style == Style.DOTS ? "" : Svg.path(corners),
                marks);
    }

    private static List<Label> labels(List<Series> series, Frame frame, Scale x, Scale y) {
        List<Series> named = series.stream()
                .filter(Series::isLabelled)
                .sorted(Comparator.comparing(s -> y.at(s.points.getLast().y)))
                .toList();
        List<Double> wanted =
                named.stream().map(s -> y.at(s.points.getLast().y)).toList();
        List<Double> heights = spread(wanted, LABEL_STEP, frame.top() + 18, frame.bottom() - 4);
        List<Label> labels = new ArrayList<>();
        for (int i = 0; i < named.size(); i++) {
            Point end = named.get(i).points.getLast();
            double at = frame.right() + 14;
            String leader = Svg.path(List.of(
                    new double[] {x.at(end.x) + 4, y.at(end.y)},
                    new double[] {Math.max(x.at(end.x) + 4, frame.right() + 2), y.at(end.y)},
                    new double[] {at - 3, heights.get(i)}));
            Colour colour = Colour.category(Objects.requireNonNull(named.get(i).category));
            labels.add(new Label(named.get(i).name, colour, at, heights.get(i), leader));
        }
        return labels;
    }

    /**
     * Moves ascending positions apart to at least {@code step}, every crowded group around its own middle (the
     * pool-adjacent-violators algorithm), within {@code low} and {@code high} if they fit at all.
     */
    static List<Double> spread(List<Double> wanted, double step, double low, double high) {
        List<double[]> pools = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            double[] pool = {wanted.get(i) - i * step, 1};
            while (!pools.isEmpty() && pools.getLast()[0] / pools.getLast()[1] > pool[0] / pool[1]) {
                double[] before = pools.removeLast();
                pool = new double[] {before[0] + pool[0], before[1] + pool[1]};
            }
            pools.add(pool);
        }
        double last = high - (wanted.size() - 1) * step;
        List<Double> at = new ArrayList<>();
        for (double[] pool : pools) {
            for (int i = 0; i < pool[1]; i++) {
                at.add(Math.max(low, Math.min(last, pool[0] / pool[1])) + at.size() * step);
            }
        }
        return at;
    }
}
