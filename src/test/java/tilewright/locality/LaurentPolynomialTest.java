package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.Test;

class LaurentPolynomialTest {
    private static final List<String> NAMES = List.of("n", "r1", "r2");

    private static LaurentPolynomial term(int numerator, int denominator, int n, int r1, int r2) {
        return LaurentPolynomial.monomial(NAMES, new BigFraction(numerator, denominator), List.of(n, r1, r2));
    }

    @Test
    void termsThatFallWithEveryBlockSizeShareTheirFactor() {
        LaurentPolynomial sum = term(1, 1, 3, 0, -1).plus(term(2, 1, 3, -1, 0));
        assertEquals("n^3 (2/r1 + 1/r2)", sum.toString());
        assertEquals("n^{3} (\\frac{2}{r_{1}} + \\frac{1}{r_{2}})", sum.toLatex());
    }

    @Test
    void theHighestTermComesFirst() {
        LaurentPolynomial sum = term(-1, 2, 1, 0, 0).plus(term(1, 3, 3, -1, 0)).plus(term(-1, 1, 2, 0, 0));
        assertEquals("n^3/(3 r1) - n^2 - n/2", sum.toString());
    }

    @Test
    void nothingIsZero() {
        LaurentPolynomial one = term(1, 1, 0, 0, 0);
        assertEquals("1", one.toString());
        assertTrue(one.plus(term(-1, 1, 0, 0, 0)).isZero());
        assertEquals("0", one.plus(term(-1, 1, 0, 0, 0)).toString());
    }

    @Test
    void productsAndValuesAreExact() {
        LaurentPolynomial sum = term(1, 3, 1, -1, 0).plus(term(1, 1, 0, 0, 0));
        assertEquals("n^2/(9 r1^2) + 2 n/(3 r1) + 1", sum.times(sum).toString());
        assertEquals(new BigFraction(25, 9), sum.times(sum).evaluate(Map.of("n", 4L, "r1", 2L)));
    }

    @Test
    void aSumHasNoReciprocal() {
        LaurentPolynomial reciprocal = term(1, 1, -1, 0, 0);
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class,
                () -> reciprocal.substitute(NAMES, v -> term(1, 1, 0, 1, 0).plus(term(1, 1, 0, 0, 1))));
        assertEquals("1 / (r1 + r2) is no Laurent polynomial", refusal.getMessage());
    }
}
