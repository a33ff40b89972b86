package tilewright.tiling.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tilewright.model.Affine;

class BlockRangesTest {
    private static final Affine W = Affine.variable("w");
    private static final Affine I = Affine.variable("i");
    private static final Affine N = Affine.variable("n");

    /** w in 10 .. 17, i in 4 .. 7. */
    private static final BlockRanges RANGES = new BlockRanges(Map.of(
            "w", new LoopRange(Affine.constant(10), Affine.constant(17)),
            "i", new LoopRange(Affine.constant(4), Affine.constant(7))));

    @Test
    void negativeCoefficientsTakeTheOtherEnd() {
        assertEquals(Optional.of(Affine.constant(10 - 14)), RANGES.least(W.minus(I.times(2))));
        assertEquals(Optional.of(Affine.constant(17 - 8)), RANGES.greatest(W.minus(I.times(2))));
    }

    @Test
    void parametersStay() {
        assertEquals("n - 17", RANGES.least(N.minus(W)).orElseThrow().toString());
    }

    @Test
    void quotientsAndMinimaAreMonotonic() {
        assertEquals(5, value(RANGES.greatest(W.floorDiv(3))));
        assertEquals(-17, value(RANGES.least(new Affine.Max(List.of(W, I)).times(-1))));
        assertEquals(4, value(RANGES.least(new Affine.Min(List.of(W, I)))));
    }

    @Test
    void remaindersOfWhatVariesHaveNoBound() {
        assertTrue(RANGES.least(new Affine.Mod(W, 3)).isEmpty());
        assertEquals(Optional.of((Affine) new Affine.Mod(N, 3)), RANGES.least(new Affine.Mod(N, 3)));
    }

    private static long value(Optional<Affine> affine) {
        return affine.orElseThrow().evaluate(v -> {
            throw new IllegalArgumentException(v);
        });
    }
}
