package tilewright.codegen.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.CNames;
import tilewright.kernel.Expression;
import tilewright.kernel.HostValues;
import tilewright.model.Affine;
import tilewright.model.Condition;

/** Places of a row for which one of several conditions holds, as an interval: the same places. */
class RowUnionTest {
    private static final Affine ROW = Affine.variable("r");
    private static final Affine PLACE = Affine.variable("c");
    private static final Affine SIZE = Affine.variable("n");

    @Test
    void shiftedIntervalsOfARowAreOne() {
        for (int shift : List.of(-4, -1, 0, 2, 4)) {
            for (boolean sizes : List.of(false, true)) {
                Condition written = written(shift, 4, sizes);
                RowUnion union = RowUnion.of(written, "c").orElseThrow();
                for (int n = 1; n < 30; n += 4) {
                    for (int r = 0; r < 12; r++) {
                        for (int c = 0; c < 30; c++) {
                            Map<String, Long> values = Map.of("r", (long) r, "c", (long) c, "n", (long) n);
                            assertEquals(
                                    written.test(values::get),
                                    HostValues.of(holds(union), values::get) != 0,
                                    written + " at " + values);
                        }
                    }
                }
            }
        }
    }

    @Test
    void intervalsThatMayLeavePlacesBetweenThemAreNone() {
        assertTrue(RowUnion.of(written(4, 4, true), "c").isPresent(), "each of 16 places, 12 apart at most");
        assertEquals(Optional.empty(), RowUnion.of(written(9, 4, true), "c"), "27 apart");
        assertEquals(Optional.empty(), RowUnion.of(written(0, 1, true), "c"), "no choice");
    }

    private static Expression holds(RowUnion union) {
        return union.holds(
                PLACE,
                Map.of("r", ROW, "c", PLACE),
                100,
                new AffineExpressions(new CNames().declare(List.of("r", "c", "n"))));
    }

    /** Points (t,i) of 4 x 7 write places (i - t + 4, w - shift t + 12) in iterations w from 0 to 15, of t as many as n allows. */
    private static Condition written(int shift, int cases, boolean sizes) {
        List<Condition> all = new ArrayList<>();
        for (int t = 0; t < cases; t++) {
            List<Condition> one = new ArrayList<>();
            Affine i = ROW.plus(t - 4);
            Affine w = PLACE.plus((long) shift * t - 12);
            one.add(new Condition.Compare(i, Condition.Relation.GE, Affine.constant(0)));
            one.add(new Condition.Compare(i, Condition.Relation.LT, Affine.constant(7)));
            one.add(new Condition.Compare(w, Condition.Relation.GE, Affine.constant(0)));
            one.add(new Condition.Compare(w, Condition.Relation.LT, Affine.constant(16)));
            if (sizes) {
                one.add(new Condition.Compare(SIZE, Condition.Relation.GE, Affine.constant(8 * t)));
                // The same of all cases, each written in its own way.
                one.add(new Condition.Compare(w, Condition.Relation.LE, SIZE.plus((long) shift * t)));
            }
            all.add(Condition.and(one));
        }
        return Condition.or(all);
    }
}
