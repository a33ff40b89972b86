package tilewright.report.chart;

/**
 * The plot area inside a figure of {@code width} by {@code height} SVG user units (one unit is about one CSS
 * pixel). y grows downwards.
 */
public record Frame(double width, double height, double left, double top, double right, double bottom) {
    /** A frame that leaves these margins. */
    static Frame inside(double width, double height, double left, double top, double right, double bottom) {
        return new Frame(width, height, left, top, width - right, height - bottom);
    }
}
