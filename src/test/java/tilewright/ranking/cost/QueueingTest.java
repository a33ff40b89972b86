package tilewright.ranking.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class QueueingTest {
    @Test
    void theExamplesOfTheDocumentationHold() {
        assertEquals(3, Queueing.cycle(1, 2, 1), 1e-9);
        assertEquals(2 * (1 + 2.0 / 3) + 1, Queueing.cycle(2, 2, 1), 1e-9);
        assertEquals(5, Queueing.overlapped(3, 4, 2), 1e-9);
        assertEquals(7, Queueing.overlapped(3, 4, 1), 1e-9);
        assertEquals(0, Queueing.overlapped(0, 0, 2));
    }

    /** Between perfect overlap and none. */
    @Property
    void aCycleLiesBetweenItsBounds(
            @ForAll @IntRange(min = 1, max = 32) int customers,
            @ForAll @DoubleRange(min = 0.01, max = 10) double service,
            @ForAll @DoubleRange(min = 0, max = 10) double delay) {
        double cycle = Queueing.cycle(customers, service, delay);
        assertTrue(cycle >= Math.max(customers * service, service + delay) * (1 - 1e-9));
        assertTrue(cycle <= (customers * service + delay) * (1 + 1e-9));
    }

    @Property
    void overlappedTimesLieBetweenMaximumAndSum(
            @ForAll @DoubleRange(min = 0, max = 10) double first,
            @ForAll @DoubleRange(min = 0, max = 10) double second,
            @ForAll @DoubleRange(min = 1, max = 8) double p) {
        double both = Queueing.overlapped(first, second, p);
        assertTrue(both >= Math.max(first, second) * (1 - 1e-9));
        assertTrue(both <= (first + second) * (1 + 1e-9));
    }
}
