package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;

class InterpolationTest {
    private static final Interpolation.Sizes MULTIPLES = i -> new long[] {(3 + i[0]) * (2 + i[1]), 2 + i[1]};

    private static ExactCount fit(Interpolation.Counter counter) {
        return Interpolation.fit(List.of("n", "r"), 4, MULTIPLES, counter);
    }

    @Test
    void findsThePolynomialOfLeastDegree() {
        assertEquals(
                "n^2 r - 2 n + 7", fit(v -> v[0] * v[0] * v[1] - 2 * v[0] + 7).toString());
        assertEquals("5", fit(_ -> 5).toString());
    }

    @Test
    void coefficientsMayBeFractions() {
        assertEquals("n^2/2 - n/2", fit(v -> v[0] * (v[0] - 1) / 2).toString());
    }

    @Test
    void refusesWhatIsNoPolynomial() {
        ExactCount.Refused refused = assertInstanceOf(ExactCount.Refused.class, fit(v -> v[0] / 4));
        assertEquals("the counts are no polynomial of degree 4 or less in n, r", refused.reason());
        assertInstanceOf(ExactCount.Refused.class, fit(v -> Math.max(v[0] - 12, 0)));
    }

    @Test
    void refusesAHigherDegreeThanIsTried() {
        assertInstanceOf(ExactCount.Refused.class, fit(v -> v[0] * v[0] * v[0] * v[1] * v[1]));
    }

    @Test
    void withoutVariablesItIsOneCount() {
        assertEquals(
                "3", Interpolation.fit(List.of(), 2, _ -> new long[0], _ -> 3).toString());
    }
}
