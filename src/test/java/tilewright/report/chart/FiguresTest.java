package tilewright.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.report.Quantity;

class FiguresTest {
    @Test
    void aPairOfOneMeasurementIsPaleAndDoesNotStretchTheScale() {
        HeatMap map = HeatMap.of(
                List.of(
                        new HeatMap.Entry(1, 1, 5.0, 3, 0, ""),
                        new HeatMap.Entry(2, 1, 6.0, 2, 1, ""),
                        new HeatMap.Entry(3, 1, 500.0, 1, 2, "")),
                "x",
                "y",
                "ms",
                Quantity::tick,
                Quantity::tick);
        assertEquals(
                List.of(false, false, true),
                map.cells().stream().map(HeatMap.Cell::single).toList());
        assertEquals(map.cells().get(1).fill(), map.cells().get(2).fill());
    }

    @Test
    void aRightPredictionLiesOnTheDiagonal() {
        Scatter scatter = Scatter.of(
                List.of(new Scatter.Point(20, 20, 0, 0, "right", false), new Scatter.Point(10, 40, 0, 1, "slow", true)),
                List.of("r1 = 64"),
                "predicted",
                "measured",
                Quantity::tick);
        Mark right = scatter.marks().getFirst();
        Frame frame = scatter.frame();
        double x = (right.x() - frame.left()) / (frame.right() - frame.left());
        double y = (frame.bottom() - right.y()) / (frame.bottom() - frame.top());
        assertEquals(x, y, 1e-9);
        assertTrue(scatter.marks().getLast().emphasis(), "emphasis is drawn last");
        assertTrue(scatter.marks().getLast().y() < right.y(), "slower is higher");
    }

    @Test
    void partsOfAWholeFillTheBar() {
        Shares shares = Shares.of(List.of(
                new Shares.Entry("tried", 100, Colour.category(0)),
                new Shares.Entry("left out", 900, Colour.category(1)),
                new Shares.Entry("open", 0, Colour.category(2))));
        assertEquals(
                List.of("100 tried", "900 left out"),
                shares.parts().stream().map(Shares.Part::name).toList());
        Shares.Part tried = shares.parts().getFirst();
        Shares.Part out = shares.parts().getLast();
        assertEquals("900 left out, 90 % of 1000", out.tip());
        assertEquals(tried.x() + tried.width(), out.x(), 1e-9);
        assertEquals(shares.frame().right(), out.x() + out.width(), 1e-9);
        assertEquals(9, out.width() / tried.width(), 0.3);
    }

    @Test
    void linesOfAFactorOfTwoAreLeftOutOfNarrowPlots() {
        List<Scatter.Point> narrow = List.of(new Scatter.Point(10, 11, 0, 0, "", false));
        List<Scatter.Point> wide = List.of(new Scatter.Point(10, 100, 0, 0, "", false));
        assertEquals(
                1,
                Scatter.of(narrow, List.of("a"), "x", "y", Quantity::tick)
                        .guides()
                        .size());
        assertEquals(
                3,
                Scatter.of(wide, List.of("a"), "x", "y", Quantity::tick)
                        .guides()
                        .size());
    }

    @Test
    void heatMapsMarkTheLeastValueAndKeepGaps() {
        HeatMap map = HeatMap.of(
                List.of(
                        new HeatMap.Entry(32, 16, 5.0, 2, 0, "a"),
                        new HeatMap.Entry(64, 16, 10.0, 2, 1, "b"),
                        new HeatMap.Entry(32, 8, null, 0, 2, "failed")),
                "r3",
                "r2",
                "ms",
                Quantity::tick,
                Quantity::tick);
        assertEquals(4, map.cells().size());
        HeatMap.Cell best = map.cells().getFirst();
        assertTrue(best.best() && best.bright());
        assertEquals("#fde725", best.fill());
        assertEquals("#440154", map.cells().get(1).fill());
        assertFalse(map.cells().get(1).bright(), "light letters on the darkest colour");
        assertEquals("×", map.cells().get(2).text());
        HeatMap.Cell untried = map.cells().get(3);
        assertNull(untried.fill());
        assertEquals("64 × 8: not tried", untried.tip());
        assertTrue(map.cells().get(2).y() > best.y(), "small sizes at the bottom");
    }

    @Test
    void crowdedSizesKeepThePowersOfTwo() {
        Scale scale = new Scale.Logarithmic(1, 256, 0, 200);
        Axis axis = Axis.sizes("r1", scale, List.of(8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0), Quantity::tick);
        assertEquals(
                List.of("8", "16", "32", "64"),
                axis.ticks().stream().map(Axis.Tick::label).toList());
    }

    @Test
    void valuesAreWrittenIntoAllCellsOrNone() {
        List<HeatMap.Entry> many = new ArrayList<>();
        for (int i = 1; i <= 16; i++) {
            many.add(new HeatMap.Entry(i, 1, i == 3 ? 10000.0 : 1.0, 1, i, ""));
        }
        HeatMap map = HeatMap.of(many, "r3", "r2", "ms", Quantity::tick, Quantity::tick);
        assertTrue(map.cells().stream().allMatch(cell -> cell.text().isEmpty()));
    }

    @Test
    void equalValuesStillGiveAMap() {
        HeatMap map = HeatMap.of(
                List.of(new HeatMap.Entry(1, 1, 5.0, 2, 0, ""), new HeatMap.Entry(2, 1, 5.0, 2, 1, "")),
                "r3",
                "r2",
                "ms",
                Quantity::tick,
                Quantity::tick);
        assertEquals(
                List.of("#fde725", "#fde725"),
                map.cells().stream().map(HeatMap.Cell::fill).toList());
    }

    @Test
    void barsStartAtZeroUnlessTheyWouldVanish() {
        Bars bars = Bars.of(
                List.of(new Bars.Entry("a", 10, "", "", true), new Bars.Entry("b", 40, "", "", false)),
                "ms",
                Quantity::tick);
        assertFalse(bars.dots());
        double a = bars.rows().get(0).end() - bars.frame().left();
        double b = bars.rows().get(1).end() - bars.frame().left();
        assertEquals(4, b / a, 1e-9);
        assertTrue(Bars.of(
                        List.of(new Bars.Entry("a", 10, "", "", true), new Bars.Entry("b", 400, "", "", false)),
                        "ms",
                        Quantity::tick)
                .dots());
    }

    /** Two baselines of a host whose names differ at their ends were one word and three points. */
    @Test
    void longNamesAreBrokenIntoLines() {
        Bars bars = Bars.of(
                List.of(
                        new Bars.Entry(
                                "the nest as written, -O3 -march=native -ftree-parallelize-loops=2", 1, "", "", false),
                        new Bars.Entry("the nest as written, -O3 -march=native, one thread", 1, "", "", false),
                        new Bars.Entry("short", 1, "", "", false)),
                "ms",
                Quantity::tick);
        assertEquals(
                List.of(
                        List.of("the nest as written, -O3 -march=native", "-ftree-parallelize-loops=2"),
                        List.of("the nest as written, -O3 -march=native,", "one thread"),
                        List.of("short")),
                bars.rows().stream()
                        .map(row -> row.name().stream().map(Bars.Line::text).toList())
                        .toList());
        double last = bars.rows().get(0).name().getLast().y();
        assertTrue(last + 12 < bars.rows().get(1).name().getFirst().y(), "names of two rows do not touch");
    }

    @Test
    void aNameBeyondThreeLinesIsShortened() {
        Bars.Row row = Bars.of(List.of(new Bars.Entry("a name ".repeat(40), 1, "", "", false)), "ms", Quantity::tick)
                .rows()
                .getFirst();
        assertEquals(3, row.name().size());
        assertTrue(row.name().getLast().text().endsWith("…"));
    }

    /** One run of 38 ms made a line of all runs of 0.4 ms. */
    @Test
    void aFewSlowRunsDoNotSqueezeTheOthers() {
        Strips strips = Strips.of(
                List.of(
                        new Strips.Entry("a", List.of(350.0, 360.0, 400.0), 0, "", true),
                        new Strips.Entry("b", List.of(450.0, 500.0, 38000.0), 1, "", false)),
                "µs",
                Quantity::tick,
                Quantity::tick);
        assertTrue(strips.logarithmic());
        List<Mark> marks = strips.rows().getFirst().marks();
        assertTrue(marks.getLast().x() - marks.getFirst().x() > 15, marks.toString());
        assertFalse(Strips.of(
                        List.of(new Strips.Entry("a", List.of(1.0, 2.0, 3.9), 0, "", true)),
                        "µs",
                        Quantity::tick,
                        Quantity::tick)
                .logarithmic());
    }

    @Test
    void sizesAtAnAxisDoNotTouch() {
        List<HeatMap.Entry> many = new ArrayList<>();
        for (int size = 64; size <= 256; size += 6) {
            many.add(new HeatMap.Entry(size, 1, 1.0, 1, size, ""));
        }
        List<Axis.Tick> ticks = HeatMap.of(many, "r3", "r2", "ms", Quantity::tick, Quantity::tick)
                .x()
                .ticks();
        assertEquals("64", ticks.getFirst().label());
        assertTrue(ticks.size() > 8, ticks.toString());
        for (int i = 1; i < ticks.size(); i++) {
            assertTrue(ticks.get(i).at() - ticks.get(i - 1).at() >= 24, ticks.toString());
        }
    }

    @Test
    void boxesSpanTheQuartiles() {
        Strips strips = Strips.of(
                List.of(new Strips.Entry("a", List.of(1.0, 2.0, 3.0, 4.0, 5.0), 0, "", true)),
                "ms",
                Quantity::tick,
                Quantity::tick);
        Strips.Row row = strips.rows().getFirst();
        List<Double> xs = row.marks().stream().map(Mark::x).toList();
        assertEquals(xs.get(1), row.lower(), 1e-9);
        assertEquals(xs.get(2), row.median(), 1e-9);
        assertEquals(xs.get(3), row.upper(), 1e-9);
        assertEquals("run 5: 5", row.marks().getLast().tip());
    }

    @Test
    void orderedColoursAvoidTheEndThatVanishesIntoThePage() {
        List<Colour> colours = Colour.ordered(8);
        assertEquals(8, colours.stream().distinct().count());
        assertFalse(colours.getLast().light().equals("#fde725"));
        assertFalse(colours.getFirst().dark().equals("#440154"));
    }

    @Test
    void pathsAreWrittenWithTwoDecimals() {
        assertEquals("M1,2.35L0,1000000", Svg.path(List.of(new double[] {1, 2.345}, new double[] {-0.001, 1e6})));
    }
}
