package tilewright.report.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** The expected best of the first candidates of an order, against enumeration and worked examples. */
class OrderTest {
    private static final double FAILED = Double.POSITIVE_INFINITY;

    @Test
    void randomOrderTakesTheMeanOverAllDraws() {
        Order order = Order.random(List.of(4.0, 1.0, 2.0));
        assertEquals(7.0 / 3, order.bestOfFirst(1), 1e-12);
        assertEquals(4.0 / 3, order.bestOfFirst(2), 1e-12);
        assertEquals(1, order.bestOfFirst(3), 1e-12);
        assertEquals(1, order.bestOfFirst(10), 1e-12, "more trials than candidates");
    }

    @Test
    void sequenceTakesTheFirst() {
        Order order = Order.sequence(List.of(3.0, 4.0, 2.0));
        assertEquals(1.5, order.bestOfFirst(1));
        assertEquals(1.5, order.bestOfFirst(2));
        assertEquals(1, order.bestOfFirst(3));
    }

    @Test
    void failedFirstIsInfinite() {
        Order order = Order.sequence(List.of(FAILED, 2.0));
        assertEquals(FAILED, order.bestOfFirst(1));
        assertEquals(1, order.bestOfFirst(2));
    }

    @Test
    void equalKeysAreDrawnAtRandomAfterSmallerOnes() {
        Order order = Order.by(List.of(
                new Order.Judged(7, 1), new Order.Judged(5, 3), new Order.Judged(7, 2), new Order.Judged(7, 6)));
        assertEquals(3, order.bestOfFirst(1));
        assertEquals((1 + 2 + 3) / 3.0, order.bestOfFirst(2), 1e-12, "3 is known, one of 1, 2, 6 is drawn");
    }

    @Property(tries = 200)
    void agreesWithEnumeration(
            @ForAll @Size(min = 1, max = 7) List<@DoubleRange(min = 0.5, max = 9) Double> seconds,
            @ForAll @IntRange(min = 1, max = 7) int count) {
        int drawn = Math.min(count, seconds.size());
        double sum = 0;
        int subsets = 0;
        for (int mask = 0; mask < 1 << seconds.size(); mask++) {
            if (Integer.bitCount(mask) == drawn) {
                double smallest = FAILED;
                for (int i = 0; i < seconds.size(); i++) {
                    smallest = (mask & 1 << i) == 0 ? smallest : Math.min(smallest, seconds.get(i));
                }
                sum += smallest;
                subsets++;
            }
        }
        double best = seconds.stream().mapToDouble(s -> s).min().orElseThrow();
        assertEquals(sum / subsets / best, Order.random(seconds).bestOfFirst(count), 1e-9);
    }

    @Test
    void correlationLeavesFailuresOut() {
        List<Order.Judged> judged = List.of(
                new Order.Judged(1, 10), new Order.Judged(2, FAILED), new Order.Judged(3, 20), new Order.Judged(4, 30));
        assertEquals(1, Order.spearman(judged));
        assertNull(Order.spearman(judged.subList(0, 3)), "two times say nothing");
    }

    @Test
    void meansOfTimesAreGeometricOfCorrelationsArithmeticAndWorstIsEachFigure() {
        Quality one = new Quality(1, 1, 1, 0.9);
        Quality other = new Quality(4, 2.25, 1.21, 0.4);
        assertEquals(new Quality(2, 1.5, 1.1, 0.65), rounded(Quality.mean(List.of(one, other))));
        assertEquals(new Quality(4, 2.25, 1.21, 0.4), Quality.worst(List.of(one, other)));
        assertEquals(
                new Quality(1, 1, 1, 0.4), rounded(Quality.mean(List.of(one, new Quality(1, 1, 1, -0.1)))), "negative");
        assertEquals(
                new Quality(1, 1, 1, 0.9), rounded(Quality.mean(List.of(one, new Quality(1, 1, 1, null)))), "unknown");
    }

    private static Quality rounded(Quality q) {
        Double spearman = q.spearman();
        return new Quality(
                round(q.top1()), round(q.top5()), round(q.top10()), spearman == null ? null : (Double) round(spearman));
    }

    private static double round(double value) {
        return Math.round(value * 1e9) / 1e9;
    }

    /** Disturbed runs are the even ones of the first, the odd ones of the last: neither half is in order with the other. */
    @Test
    void ordersThatRunsDoNotRepeatAreKnown() {
        List<Double> one = List.of(1.0, 1.1, 1.0, 1.1, 1.0, 1.1);
        List<Double> two = List.of(2.0, 2.1, 2.0, 2.1, 2.0, 2.1);
        List<Double> three = List.of(3.0, 3.1, 3.0, 3.1, 3.0, 3.1);
        assertEquals(1, Evaluation.repeated(List.of(one, two, three)), 1e-12);
        List<Double> disturbed = List.of(9.0, 0.9, 9.0, 0.9, 9.0, 0.9);
        assertEquals(-0.5, Evaluation.repeated(List.of(disturbed, two, three)), 1e-12);
        assertNull(Evaluation.repeated(List.of(one, two, List.of(1.0, 2.0, 3.0))), "three runs have no halves");
    }
}
