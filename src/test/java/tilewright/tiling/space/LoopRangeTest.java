package tilewright.tiling.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import tilewright.isl.Context;
import tilewright.isl.Set;

final class LoopRangeTest {
    /** Of t = 0, 4, 8, .. the first case of the last value is the lesser one up to 12; nothing lies beyond either. */
    @Test
    void casesBeyondWhichNothingLiesAreTheirLeast() {
        try (Context context = new Context()) {
            Set set = Set.parse(context, """
                [n] -> { [t, r, c, k] : t mod 4 = 0 and r <= 0 and 0 <= c <= 127 and 128 - 32r <= k <= 511 - 32r
                  and 128*floor((-1 + 32t - c)/128) >= -127 + 32r + k and 128*floor((-1 + 32t - c)/128) <= -129 + n + 32r - c }\
                """);
            LoopRange range = LoopRange.ofLast(set);
            assertTrue(LoopRange.isPiecewise(range.last()), range.last().toString());
            assertEquals(
                    "min(32*t - 32*r - 1, -32*r + 511)",
                    range.withExtremes(set).last().toString());
        }
    }

    @Test
    void otherCasesStay() {
        try (Context context = new Context()) {
            Set set = Set.parse(context, "[n] -> { [t, k] : 0 <= k and ((t <= 3 and k <= 9) or (t > 3 and k <= 5)) }");
            LoopRange range = LoopRange.ofLast(set);
            assertTrue(LoopRange.isPiecewise(range.last()), range.last().toString());
            assertEquals(range, range.withExtremes(set));
        }
    }
}
