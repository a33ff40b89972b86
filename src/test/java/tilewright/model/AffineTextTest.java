package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Affine expressions as text, which is also what nests are written in. */
class AffineTextTest {
    private static final Affine I = Affine.variable("i");
    private static final Affine T = Affine.variable("t");
    private static final Affine WAVE = Affine.variable("wave");

    /** It was {@code wave - 4*t + 2*(i - t)}, another number. */
    @Test
    void aSumThatIsTakenAwayStandsInBrackets() {
        Affine taken = T.times(4).plus(I.minus(T).times(2));
        assertEquals("wave - (4*t + 2*(i - t))", new Affine.Sum(WAVE, new Affine.Scaled(-1, taken)).toString());
        assertEquals("wave - 2*(i - t)", WAVE.minus(I.minus(T).times(2)).toString());
        assertEquals("wave - i", WAVE.minus(I).toString());
    }
}
