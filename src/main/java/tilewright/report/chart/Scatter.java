package tilewright.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Two measures of the same quantity against each other, both axes logarithmic and equal, so that a perfect
 * prediction lies on the diagonal and a factor is the same distance everywhere.
 *
 * @param guides the diagonal and the lines of a factor of two
 * @param marks those with emphasis last, so that they are drawn on top
 * @param radius of a mark: smaller where there are many
 */
public record Scatter(
        Frame frame, Axis x, Axis y, List<Guide> guides, List<Mark> marks, double radius, List<Legend> legend) {
    private static final double WIDTH = 580;
    private static final double HEIGHT = 470;
    private static final int MANY = 300;

    /**
     * @param x predicted
     * @param y measured
     * @param group position of its class in the legend
     */
    public record Point(double x, double y, int group, int key, String tip, boolean emphasis) {}

    /**
     * A line y = factor * x.
     *
     * @param label written along the line, empty for the diagonal
     * @param angle of the line in degrees, clockwise
     */
    public record Guide(String path, String label, double labelX, double labelY, double angle) {
        /** Whether it is the diagonal. */
        public boolean isDiagonal() {
            return label.isEmpty();
        }
    }

    public Scatter {
        guides = List.copyOf(guides);
        marks = List.copyOf(marks);
        legend = List.copyOf(legend);
    }

    /**
     * @param points at least one; all coordinates positive
     * @param groups names of the ordered classes
     */
    public static Scatter of(
            List<Point> points, List<String> groups, String xTitle, String yTitle, DoubleFunction<String> label) {
        Frame frame = Frame.inside(WIDTH, HEIGHT, 66, 14, 16, 52);
        double least =
                points.stream().mapToDouble(p -> Math.min(p.x, p.y)).min().orElseThrow();
        double greatest =
                points.stream().mapToDouble(p -> Math.max(p.x, p.y)).max().orElseThrow();
        Scale.Logarithmic x = Scale.around(least, greatest, 1.15, frame.left(), frame.right());
        Scale.Logarithmic y = Scale.around(least, greatest, 1.15, frame.bottom(), frame.top());
        List<Colour> colours = Colour.ordered(groups.size());
        List<Legend> legend = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            legend.add(new Legend(groups.get(i), colours.get(i)));
        }
        return new Scatter(
                frame,
                Axis.of(xTitle, x, 5, label),
                Axis.of(yTitle, y, 5, label),
                guides(x, y),
                marks(points, colours, x, y),
                points.size() > MANY ? 2.6 : 3.6,
                legend);
    }

    private static List<Mark> marks(List<Point> points, List<Colour> colours, Scale x, Scale y) {
        return points.stream()
                .sorted((a, b) -> Boolean.compare(a.emphasis, b.emphasis))
                .map(p -> new Mark(x.at(p.x), y.at(p.y), colours.get(p.group), p.key, p.tip, p.emphasis))
                .toList();
    }

    private static List<Guide> guides(Scale.Logarithmic x, Scale.Logarithmic y) {
        List<Guide> guides = new ArrayList<>();
        guides.add(guide(1, "", x, y));
        if (x.high() / x.low() > 4) {
            guides.add(guide(2, "2× slower", x, y));
            guides.add(guide(0.5, "2× faster", x, y));
        }
        return guides;
    }

    private static Guide guide(double factor, String label, Scale.Logarithmic x, Scale.Logarithmic y) {
        double low = Math.max(x.low(), x.low() / factor);
        double high = Math.min(x.high(), x.high() / factor);
        String path = Svg.path(
                List.of(new double[] {x.at(low), y.at(low * factor)}, new double[] {x.at(high), y.at(high * factor)}));
        double angle = Math.toDegrees(Math.atan2(y.to() - y.from(), x.to() - x.from()));
        return new Guide(path, label, x.at(high), y.at(high * factor), angle);
    }
}
