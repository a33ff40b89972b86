package tilewright.model.sets;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Condition.Relation;

/** Minima, maxima and quotients of comparisons are said in linear ones, and hold for the same values. */
class PlainComparisonsTest {
    private static final Affine K = Affine.variable("k");
    private static final Affine N = Affine.variable("n");

    @Test
    void theSameValuesFulfilThem() {
        Affine blocks = N.plus(3).floorDiv(4).plus(-1);
        Affine third = N.floorDiv(3);
        List<Affine> bounds = List.of(
                blocks,
                new Affine.Min(List.of(blocks, K.times(-2).plus(5))).plus(1),
                new Affine.Max(List.of(blocks, N.floorDiv(3))).minus(N),
                N.floorDiv(3).plus(blocks),
                // One object twice, as where a subscript's variable stands for a quotient.
                third.plus(third));
        for (Affine bound : bounds) {
            for (Relation relation : Relation.values()) {
                same(new Condition.Compare(K, relation, bound));
                same(new Condition.Compare(bound, relation, K.plus(1)));
            }
        }
    }

    private static void same(Condition.Compare comparison) {
        Condition plain = Condition.and(PlainComparisons.of(comparison));
        for (long k = -7; k <= 7; k++) {
            for (long n = -7; n <= 7; n++) {
                Map<String, Long> values = Map.of("k", k, "n", n);
                assertEquals(
                        comparison.test(values::get),
                        plain.test(values::get),
                        () -> comparison + " as " + plain + " at " + values);
            }
        }
    }

    @Test
    void quotientsAndMinimaAreLinear() {
        Affine bound = new Affine.Min(List.of(N.plus(15).floorDiv(16).plus(-1), K.times(2)));
        assertEquals(
                "[16*(j + 1) <= n + 15, j <= 2*k]",
                PlainComparisons.of(new Condition.Compare(Affine.variable("j"), Relation.LE, bound))
                        .toString());
    }

    @Test
    void whatIsTooLargeStaysAsItIs() {
        Condition.Compare large =
                new Condition.Compare(Affine.constant(Long.MAX_VALUE / 2), Relation.LE, N.floorDiv(4));
        assertEquals(List.of(large), PlainComparisons.of(large));
    }
}
