package tilewright.report.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * Parts of a whole, side by side in one bar.
 *
 * @param parts those that are not empty, from left to right
 */
public record Shares(Frame frame, List<Part> parts) {
    private static final double WIDTH = 1100;
    private static final double HEIGHT = 44;
    private static final double MARGIN = 8;
    /** A part that is not empty is seen, however small its share. */
    private static final double LEAST_WIDTH = 3;

    /** What is counted, in the figure's legend as well. */
    public record Entry(String name, int count, Colour colour) {}

    /** One part of the bar. */
    public record Part(String name, double x, double width, String tip, Colour colour) {}

    public Shares {
        parts = List.copyOf(parts);
    }

    /** @param entries of which at least one counts something */
    public static Shares of(List<Entry> entries) {
        Frame frame = Frame.inside(WIDTH, HEIGHT, MARGIN, MARGIN, MARGIN, MARGIN);
        List<Entry> counted = entries.stream().filter(e -> e.count > 0).toList();
        int all = counted.stream().mapToInt(Entry::count).sum();
        double room = frame.right() - frame.left() - LEAST_WIDTH * counted.size();
        List<Part> parts = new ArrayList<>();
        double x = frame.left();
        for (Entry entry : counted) {
            double width = LEAST_WIDTH + room * entry.count / all;
            String share = Math.round(100.0 * entry.count / all) + " % of " + all;
            parts.add(new Part(
                    entry.count + " " + entry.name,
                    x,
                    width,
                    entry.count + " " + entry.name + ", " + share,
                    entry.colour));
            x += width;
        }
        return new Shares(frame, parts);
    }
}
