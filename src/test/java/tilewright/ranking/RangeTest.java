package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import tilewright.model.Affine;
import tilewright.model.Condition;

class RangeTest {
    private static final Affine I = Affine.variable("i");
    private static final Affine J = Affine.variable("j");

    @Test
    void countsTheBlocksThatItMeets() {
        assertEquals(3, new Range(3, 9).blocks(1, 4));
        assertEquals(0, new Range(5, 4).blocks(1, 4));
        assertEquals(1, new Range(1, 4).blocks(1, 4));
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
        Map<String, Range> box = Map.of("i", new Range(i - 2, i + 1), "j", new Range(j, j + 4));
        for (Affine expression : expressions) {
            Range range = Range.of(expression, Range.in(box));
            long value = expression.evaluate(v -> v.equals("i") ? i : j);
            assertTrue(range.low() <= value && value <= range.high(), expression + " = " + value + " not in " + range);
        }
    }

    @Test
    void guardsNarrowTheVariableThatTheyCompare() {
        Map<String, Range> known = Map.of("j", new Range(2, 5));
        Condition both = new Condition.And(List.of(
                new Condition.Compare(I, Condition.Relation.GT, J),
                new Condition.Compare(I, Condition.Relation.LE, Affine.constant(9))));
        assertEquals(3, Range.allowed(both, "i", Range.in(known)).low());
        assertEquals(9, Range.allowed(both, "i", Range.in(known)).high());
        Condition other = new Condition.Compare(I, Condition.Relation.NE, J);
        assertEquals(Range.EVERYTHING, Range.allowed(other, "i", Range.in(known)));
    }
}
