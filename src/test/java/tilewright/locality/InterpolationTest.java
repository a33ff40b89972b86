package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.Test;

class InterpolationTest {
    /** n a multiple of r. */
    private static final List<Interpolation.Axis> MULTIPLES =
            List.of(new Interpolation.Axis("n", k -> 3 + k, 1), Interpolation.Axis.of("r", k -> 2 + k));

    private static ExactCount fit(Interpolation.Counter counter) {
        return new Interpolation(MULTIPLES, 4).fit(counter);
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
        assertEquals("3", new Interpolation(List.of(), 2).fit(_ -> 3).toString());
    }

    @Test
    void sixVariablesAreNotTooMany() {
        List<Interpolation.Axis> axes = Stream.of("a", "b", "c", "d", "e", "f")
                .map(v -> Interpolation.Axis.of(v, k -> 3 + 2L * k))
                .toList();
        assertEquals(
                "a b c d - e f - 3 a",
                new Interpolation(axes, 5)
                        .fit(v -> v[0] * v[1] * v[2] * v[3] - v[4] * v[5] - 3 * v[0])
                        .toString());
    }

    /** A step that only one count far off shows. */
    @Test
    void countsFarOffAreCompared() {
        ExactCount found = fit(v -> v[0] + (v[0] == 5 * 2 && v[1] == 2 ? 1 : 0));
        assertInstanceOf(ExactCount.Refused.class, found);
    }

    @Test
    void fewCountsAreEnoughForFewTerms() {
        List<Interpolation.Axis> axes = Stream.of("a", "b", "c", "d")
                .map(v -> Interpolation.Axis.of(v, k -> 3 + 2L * k))
                .toList();
        int[] counts = {0};
        List<int[]> heldOut = List.of(new int[] {5, 4, 3, 2}, new int[] {1, 1, 6, 1});
        ExactCount found = new Interpolation(axes, 0)
                .fitSparse(
                        v -> {
                            counts[0]++;
                            return v[0] * v[0] * v[0] * v[1] - 4 * v[2];
                        },
                        60,
                        heldOut);
        assertEquals("a^3 b - 4 c", found.toString());
        assertTrue(counts[0] <= 40, counts[0] + " counts");
    }

    @Test
    void aSparseFormulaMustHoldElsewhere() {
        List<Interpolation.Axis> axes = List.of(Interpolation.Axis.of("n", k -> k), Interpolation.Axis.of("m", k -> k));
        List<int[]> heldOut = List.of(new int[] {3, 3});
        ExactCount.Refused hidden = assertInstanceOf(
                ExactCount.Refused.class,
                new Interpolation(axes, 0).fitSparse(v -> v[0] == 3 && v[1] == 3 ? 1 : 0, 50, heldOut));
        assertEquals("the counts are no polynomial in n, m", hidden.reason());
        ExactCount.Refused endless = assertInstanceOf(
                ExactCount.Refused.class, new Interpolation(axes, 0).fitSparse(v -> (1L << v[0]) + v[1], 20, heldOut));
        assertEquals("a polynomial in n, m would need more than 20 counts", endless.reason());
    }

    /** Every polynomial comes back as it was, with the same object for all. */
    @Test
    void randomPolynomialsAreFound() {
        Random random = new Random(11);
        Interpolation interpolation = new Interpolation(MULTIPLES, 4);
        for (int round = 0; round < 200; round++) {
            TreeMap<List<Integer>, BigFraction> terms = new TreeMap<>(LaurentPolynomial.HIGHEST_FIRST);
            for (int t = random.nextInt(4); t >= 0; t--) {
                int power = random.nextInt(5);
                terms.put(List.of(power, random.nextInt(5 - power)), new BigFraction(random.nextInt(9) - 4));
            }
            LaurentPolynomial drawn = new LaurentPolynomial(List.of("n", "r"), terms);
            ExactCount found = interpolation.fit(
                    v -> drawn.evaluate(Map.of("n", v[0], "r", v[1])).longValue());
            assertEquals(drawn.toString(), found.toString());
        }
    }
}
