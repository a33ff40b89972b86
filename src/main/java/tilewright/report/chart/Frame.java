package tilewright.report.chart;

/**
 * The plot area inside a figure of {@code width} by {@code height} SVG user units (one unit is about one CSS
 * pixel). y grows downwards.
 */
public record Frame(double width, double height, double left, double top, double right, double bottom) {
    /** Letters are 12 units high; drawn smaller than by this factor they cannot be read. */
    private static final double LEGIBLE = 0.8;

    /** CSS pixels below which the figure is not shrunk: on a narrow screen it scrolls. */
    public double legibleWidth() {
        return LEGIBLE * width;
    }

    /** A frame that leaves these margins. */
    static Frame inside(double width, double height, double left, double top, double right, double bottom) {
        return new Frame(width, height, left, top, width - right, height - bottom);
    }
}
