package tilewright.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class TicksTest {
    @Test
    void linearTicksAreRoundNumbers() {
        assertEquals(List.of(0.0, 10.0, 20.0, 30.0, 40.0), Ticks.linear(0, 47, 5));
        assertEquals(List.of(0.1, 0.2, 0.3), Ticks.linear(0.05, 0.31, 3));
    }

    @Test
    void wideLogarithmicIntervalsGetDecades() {
        assertEquals(List.of(1.0, 10.0, 100.0, 1000.0), Ticks.logarithmic(0.8, 1200, 4));
    }

    @Test
    void narrowLogarithmicIntervalsAreDividedFiner() {
        assertEquals(List.of(50.0, 70.0, 100.0, 150.0), Ticks.logarithmic(40, 190, 5));
    }

    @Test
    void veryNarrowLogarithmicIntervalsGetLinearTicks() {
        assertEquals(List.of(10.1, 10.15, 10.2, 10.25), Ticks.logarithmic(10.08, 10.27, 4));
    }

    @Property
    void ticksLieInsideAndAscend(
            @ForAll @DoubleRange(min = -9, max = 6) double exponent,
            @ForAll @net.jqwik.api.constraints.Scale(3) @DoubleRange(min = 0.001, max = 9) double decades) {
        double low = Math.pow(10, exponent);
        double ratio = Math.pow(10, decades);
        for (List<Double> ticks : List.of(Ticks.logarithmic(low, low * ratio, 5), Ticks.linear(low, low * ratio, 5))) {
            assertTrue(ticks.size() >= 2 && ticks.size() <= 12, () -> "ticks " + ticks);
            for (int i = 0; i < ticks.size(); i++) {
                assertTrue(ticks.get(i) >= low * (1 - 1e-6) && ticks.get(i) <= low * ratio * (1 + 1e-6));
                assertTrue(i == 0 || ticks.get(i - 1) < ticks.get(i));
            }
        }
    }

    @Test
    void logarithmicScalesRefuseZero() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> new Scale.Logarithmic(0, 1, 0, 100));
        assertEquals("a logarithmic scale begins above 0, not at 0.0", refused.getMessage());
    }

    @Test
    void equalRatiosAreEqualDistances() {
        Scale scale = new Scale.Logarithmic(1, 100, 0, 200);
        assertEquals(100, scale.at(10), 1e-9);
        assertEquals(scale.at(4) - scale.at(2), scale.at(8) - scale.at(4), 1e-9);
    }
}
