package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class IntervalTest {
    private static final Affine I = Affine.variable("i");
    private static final Affine J = Affine.variable("j");

    @Test
    void countsTheBlocksThatItMeets() {
        assertEquals(3, new Interval(3, 9).blocks(1, 4));
        assertEquals(0, new Interval(5, 4).blocks(1, 4));
        assertEquals(1, new Interval(1, 4).blocks(1, 4));
    }

    @Test
    void anEndThatIsNoneStaysNone() {
        Interval negative = new Interval(Long.MIN_VALUE, -1);
        assertEquals(negative, negative.times(8).plus(7));
        assertEquals(new Interval(2, Long.MAX_VALUE), negative.times(-2));
        assertEquals(Interval.of(0), Interval.EVERYTHING.times(0));
        assertEquals(Interval.EVERYTHING, Interval.EVERYTHING.times(new Interval(-1, 1)));
        assertThrows(
                ArithmeticException.class, () -> Interval.of(Long.MAX_VALUE - 1).plus(2));
    }

    @Property
    void containsEveryValueOfAnExpression(
            @ForAll @IntRange(min = -20, max = 20) int i,
            @ForAll @IntRange(min = -20, max = 20) int j,
            @ForAll @IntRange(min = 1, max = 5) int divisor) {
        List<Affine> expressions = List.of(
                I.minus(J).plus(3),
                I.times(-2).plus(J),
                I.plus(J).floorDiv(divisor),
                new Affine.Mod(I, divisor),
                new Affine.Min(List.of(I, J.times(2))),
                new Affine.Max(List.of(I, J)));
        Map<String, Interval> box = Map.of("i", new Interval(i - 2, i + 1), "j", new Interval(j, j + 4));
        for (Affine expression : expressions) {
            Interval range = Interval.of(expression, Interval.in(box));
            long value = expression.evaluate(v -> v.equals("i") ? i : j);
            assertTrue(range.low() <= value && value <= range.high(), expression + " = " + value + " not in " + range);
        }
    }

    @Test
    void guardsNarrowTheVariableThatTheyCompare() {
        Map<String, Interval> known = Map.of("j", new Interval(2, 5));
        Condition both = new Condition.And(List.of(
                new Condition.Compare(I, Condition.Relation.GT, J),
                new Condition.Compare(I, Condition.Relation.LE, Affine.constant(9))));
        assertEquals(3, Interval.allowed(both, "i", Interval.in(known)).low());
        assertEquals(9, Interval.allowed(both, "i", Interval.in(known)).high());
        Condition other = new Condition.Compare(I, Condition.Relation.NE, J);
        assertEquals(Interval.EVERYTHING, Interval.allowed(other, "i", Interval.in(known)));
    }

    /** A comparison that has the variable anywhere is solved for it: blocks of fronts have such conditions. */
    @Test
    void comparisonsAreSolvedForTheVariable() {
        Affine place = Affine.variable("w").minus(I.times(2)).minus(J.times(2));
        Condition both = new Condition.And(List.of(
                new Condition.Compare(place, Condition.Relation.GE, Affine.constant(1)),
                new Condition.Compare(place, Condition.Relation.LE, Affine.constant(8))));
        Map<String, Interval> known = Map.of("w", new Interval(64, 127), "j", new Interval(0, 3));
        assertEquals(new Interval(25, 63), Interval.allowed(both, "i", Interval.in(known)));
        assertEquals(new Interval(129, 260), Interval.allowed(both, "w", _ -> new Interval(32, 63)));
        assertEquals(Interval.EVERYTHING, Interval.allowed(both, "i", Interval.in(Map.of("w", new Interval(64, 127)))));
    }
}
