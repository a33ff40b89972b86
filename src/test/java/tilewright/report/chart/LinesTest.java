package tilewright.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tilewright.report.Quantity;

class LinesTest {
    private static Lines.Titles titles(boolean stepped) {
        return new Lines.Titles("r1", Quantity::tick, "time, ms", Quantity::tick, stepped, "r2", null);
    }

    private static Lines.Series series(String name, @Nullable Integer category, double... ys) {
        List<Lines.Point> points = new java.util.ArrayList<>();
        for (int i = 0; i < ys.length; i++) {
            points.add(new Lines.Point(1 << i, ys[i], i, "tip " + i));
        }
        return new Lines.Series(name, category, Lines.Style.LINE, points);
    }

    @Test
    void valuesWithinAFactorOfEightStartAtZero() {
        Lines lines = Lines.of(List.of(series("64", 0, 40, 10)), List.of(1.0, 2.0), titles(false));
        assertEquals("0", lines.y().ticks().getFirst().label());
        assertEquals(lines.frame().bottom(), lines.y().ticks().getFirst().at(), 1e-9);
    }

    @Test
    void valuesBeyondAFactorOfEightAreLogarithmic() {
        Lines lines = Lines.of(List.of(series("64", 0, 1000, 10, 1)), List.of(1.0, 2.0, 4.0), titles(false));
        assertTrue(lines.y().ticks().stream().noneMatch(t -> t.label().equals("0")));
    }

    @Test
    void backgroundLinesComeFirstAndHaveNoLabel() {
        Lines lines = Lines.of(
                List.of(series("best", 0, 3, 2), series("other", null, 5, 4)), List.of(1.0, 2.0), titles(false));
        assertEquals(
                List.of("other", "best"),
                lines.lines().stream().map(Lines.Line::name).toList());
        assertNull(lines.lines().getFirst().colour());
        assertEquals(
                List.of("best"), lines.labels().stream().map(Lines.Label::text).toList());
    }

    @Test
    void steppedLinesHoldTheirValueUntilTheNextPoint() {
        Lines lines = Lines.of(List.of(series("", 0, 3, 2)), List.of(1.0, 2.0), titles(true));
        assertEquals(3, lines.lines().getFirst().path().split("[ML]").length - 1);
    }

    @Test
    void oneSizeAloneStillHasAScale() {
        Lines lines = Lines.of(List.of(series("64", 0, 40)), List.of(1.0), titles(false));
        double x = lines.lines().getFirst().marks().getFirst().x();
        assertTrue(x > lines.frame().left() && x < lines.frame().right());
    }

    @Test
    void crowdedLabelsSpreadAroundTheirMiddle() {
        assertEquals(List.of(90.0, 100.0, 110.0, 200.0), Lines.spread(List.of(99.0, 100.0, 101.0, 200.0), 10, 0, 300));
    }

    @Property
    void spreadLabelsKeepTheirOrderAndDistance(
            @ForAll @Size(min = 1, max = 8) List<@DoubleRange(min = 0, max = 400) Double> wanted) {
        List<Double> at = Lines.spread(wanted.stream().sorted().toList(), 15, 10, 390);
        for (int i = 0; i < at.size(); i++) {
            assertTrue(at.get(i) >= 10 - 1e-9 && at.get(i) <= 390 + 1e-9);
            assertTrue(i == 0 || at.get(i) - at.get(i - 1) >= 15 - 1e-6);
        }
    }
}
