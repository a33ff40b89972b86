package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.model.AllowedDifference;
import tilewright.model.DataType;

class GrowthOfRunsTest {
    private static final List<ArrayShape> SHAPES = List.of(new ArrayShape("x", DataType.DOUBLE, 1, 5, 32));
    private static final double UNIT = AllowedDifference.CHANGED_UNITS * Math.ulp(1.0);

    private static GuardedArrays of(double... elements) {
        GuardedArrays arrays = GuardedArrays.allocate(SHAPES);
        for (int i = 0; i < elements.length; i++) {
            arrays.memory(0).set(DataType.DOUBLE, i, elements[i]);
        }
        return arrays;
    }

    /** An LU decomposition without pivots was called wrong: the element had changed by little in one run, by chance. */
    @Test
    void anElementMayDifferByWhatItDiffersInAnyRun() {
        try (GuardedArrays expected = of(1, 1, 1, 1, 1);
                GuardedArrays other = of(1 + 1000 * UNIT, 1, 1, 1, 1);
                Growth growth = Growth.of(expected, of(1, 1, 1, 1, 1 + 8 * UNIT), true)) {
            assertTrue(growth.asksForMore());
            assertEquals(8, growth.factor(0, SHAPES.getFirst(), 0, 1, 1), 0.1);
            growth.widen(expected, other);
            assertEquals(4000, growth.factor(0, SHAPES.getFirst(), 0, 1, 1), 1);
            assertEquals(32, growth.factor(0, SHAPES.getFirst(), 4, 1, 1), 0.1);
        }
    }

    @Test
    void whatDoesNotGrowNeedsNoMoreRuns() {
        try (GuardedArrays expected = of(1, 1, 1, 1, 1);
                Growth growth = Growth.of(expected, of(1 + UNIT, 1 - UNIT, 1, 1 + UNIT, 1), true)) {
            assertFalse(growth.asksForMore());
        }
    }

    @Test
    void everyChangeOfTheDataHasOtherDirections() {
        try (GuardedArrays first = of(1, 1, 1, 1, 1);
                GuardedArrays second = of(1, 1, 1, 1, 1)) {
            first.perturb(0);
            second.perturb(1);
            assertFalse(Comparison.of(first, second, new Allowance(1, Growth.NONE, UNIT / 4))
                    .matches());
        }
    }
}
