package tilewright.report.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A value for every pair of two sizes; bright is small. Pairs without a value stay empty.
 *
 * @param cells one per pair, rows from the top
 * @param bar the scale of colours
 */
public record HeatMap(Frame frame, Axis x, Axis y, List<Cell> cells, Bar bar) {
    private static final double LEAST_SPAN = 1.1;
    private static final double WIDTH = 580;
    private static final double HEIGHT = 470;
    /** Cells are not drawn larger than this, so that a map of one row does not become a wall. */
    private static final double LARGEST_CELL = 110;
    /** Width of a digit at an axis. */
    private static final double LETTER = 8;
    /** Pieces of the scale of colours. */
    private static final int STOPS = 48;

    /**
     * @param x size along the horizontal axis
     * @param y size along the vertical axis
     * @param value positive, or null where nothing could be measured
     * @param samples how many measurements it is the best of
     */
    public record Entry(int x, int y, @Nullable Double value, int samples, int key, String tip) {}

    /**
     * @param fill {@code #rrggbb}, or null where there is no value
     * @param text the value where all fit, or a cross for a failed pair, or empty
     * @param bright whether dark letters are needed
     * @param best whether it has the least value
     * @param single whether it rests on one measurement, where others rest on several
     */
    public record Cell(
            double x,
            double y,
            double width,
            double height,
            @Nullable String fill,
            String text,
            boolean bright,
            boolean best,
            boolean single,
            int key,
            String tip) {}

    /** A piece of the scale of colours. */
    public record Stop(String fill, double top, double height) {}

    /** The scale of colours, least value at the top, and its ticks. */
    public record Bar(double x, double top, double bottom, double width, List<Stop> stops, Axis axis) {}

    public HeatMap {
        cells = List.copyOf(cells);
    }

    /**
     * @param entries at least one with a value; pairs not named are empty
     * @param tick how a value is written at the scale of colours
     * @param label how it is written in a cell
     */
    public static HeatMap of(
            List<Entry> entries,
            String xTitle,
            String yTitle,
            String valueTitle,
            DoubleFunction<String> tick,
            DoubleFunction<String> label) {
        List<Integer> columns =
                entries.stream().map(Entry::x).distinct().sorted().toList();
        List<Integer> rows = entries.stream().map(Entry::y).distinct().sorted().toList();
        double[] values = values(entries, 1);
        double[] several = values(entries, 2);
        // One measurement says little of a pair: where there are pairs of several, these alone span the scale.
        double[] spanning = several.length == 0 ? values : several;
        double least = spanning[0];
        // Differences of a few per cent are no colours: the scale spans at least a tenth.
        double greatest = Math.max(spanning[spanning.length - 1], least * LEAST_SPAN);
        Frame frame = frame(columns.size(), rows.size());
        Grid grid = new Grid(frame, columns, rows);
        Shades shades = new Shades(least, greatest, values[0], several.length > 0, label, grid.fit(values, label));
        Map<List<Integer>, Entry> byPair = new HashMap<>();
        entries.forEach(e -> byPair.put(List.of(e.x, e.y), e));
        List<Cell> cells = new ArrayList<>();
        for (int row : rows.reversed()) {
            for (int column : columns) {
                cells.add(grid.cell(column, row, byPair.get(List.of(column, row)), shades));
            }
        }
        return new HeatMap(
                frame,
                new Axis(xTitle, grid.columnTicks()),
                new Axis(yTitle, rows.stream().map(grid::rowTick).toList()),
                cells,
                bar(frame, least, greatest, valueTitle, tick));
    }

    /** Values that are the best of at least so many measurements, ascending. */
    private static double[] values(List<Entry> entries, int samples) {
        return entries.stream()
                .filter(e -> e.value != null && e.samples >= samples)
                .mapToDouble(e -> e.value)
                .sorted()
                .toArray();
    }

    private static Frame frame(int columns, int rows) {
        Frame most = Frame.inside(WIDTH, HEIGHT, 66, 14, 100, 52);
        double width = Math.min(most.right() - most.left(), columns * LARGEST_CELL);
        double height = Math.min(most.bottom() - most.top(), rows * LARGEST_CELL);
        return new Frame(
                WIDTH,
                Math.max(most.top() + height, 150) + 52,
                most.left(),
                most.top(),
                most.left() + width,
                most.top() + height);
    }

    private static Bar bar(Frame frame, double least, double greatest, String title, DoubleFunction<String> tick) {
        double bottom = Math.max(frame.bottom(), 150);
        double step = (bottom - frame.top()) / STOPS;
        List<Stop> stops = new ArrayList<>();
        for (int i = 0; i < STOPS; i++) {
            stops.add(new Stop(Colour.viridis(1 - (i + 0.5) / STOPS), frame.top() + i * step, step + 0.5));
        }
        Scale scale = new Scale.Logarithmic(least, greatest, frame.top(), bottom);
        return new Bar(frame.right() + 26, frame.top(), bottom, 12, stops, Axis.of(title, scale, 5, tick));
    }

    /** Where a pair lies. */
    private record Grid(Frame frame, List<Integer> columns, List<Integer> rows) {
        double width() {
            return (frame.right() - frame.left()) / columns.size();
        }

        double height() {
            return (frame.bottom() - frame.top()) / rows.size();
        }

        Axis.Tick columnTick(int column) {
            double at = frame.left() + (columns.indexOf(column) + 0.5) * width();
            return new Axis.Tick(at, String.valueOf(column));
        }

        /** Those that do not touch the one before; what is left out stands in the tips of its cells. */
        List<Axis.Tick> columnTicks() {
            List<Axis.Tick> ticks = new ArrayList<>();
            double end = Double.NEGATIVE_INFINITY;
            for (int column : columns) {
                Axis.Tick tick = columnTick(column);
                double half = LETTER / 2 * tick.label().length();
                if (tick.at() - half >= end) {
                    ticks.add(tick);
                    end = tick.at() + half + LETTER;
                }
            }
            return ticks;
        }

        /** The smallest size at the bottom. */
        Axis.Tick rowTick(int row) {
            double at = frame.bottom() - (rows.indexOf(row) + 0.5) * height();
            return new Axis.Tick(at, String.valueOf(row));
        }

        /** Whether every value can be written into its cell. */
        boolean fit(double[] values, DoubleFunction<String> label) {
            return height() >= 16
                    && Arrays.stream(values)
                            .allMatch(v -> width() >= 7.0 * label.apply(v).length() + 6);
        }

        Cell cell(int column, int row, @Nullable Entry entry, Shades shades) {
            double x = columnTick(column).at() - width() / 2;
            double y = rowTick(row).at() - height() / 2;
            if (entry == null) {
                return new Cell(
                        x,
                        y,
                        width(),
                        height(),
                        null,
                        "",
                        false,
                        false,
                        false,
                        -1,
                        column + " × " + row + ": not tried");
            }
            if (entry.value == null) {
                return new Cell(x, y, width(), height(), null, "×", false, false, false, entry.key, entry.tip);
            }
            double share = shades.share(entry.value);
            return new Cell(
                    x,
                    y,
                    width(),
                    height(),
                    Colour.viridis(share),
                    shades.written ? shades.label.apply(entry.value) : "",
                    Colour.isBright(share),
                    entry.value == shades.best,
                    shades.singles && entry.samples == 1,
                    entry.key,
                    entry.tip);
        }
    }

    /**
     * Bright for the least value, on a logarithmic scale; values beyond its ends have the colours of the ends.
     *
     * @param best the least value of all
     * @param singles whether pairs of one measurement are told from others
     */
    private record Shades(
            double least,
            double greatest,
            double best,
            boolean singles,
            DoubleFunction<String> label,
            boolean written) {
        double share(double value) {
            return Math.clamp(1 - Math.log(value / least) / Math.log(greatest / least), 0, 1);
        }
    }
}
