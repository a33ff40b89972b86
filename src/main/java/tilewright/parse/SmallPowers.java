package tilewright.parse;

import java.util.List;
import java.util.function.BinaryOperator;

/** Powers by small whole constants, which are products: compilers agree on their rounding, and devices need no {@code pow} for them. */
public final class SmallPowers {
    private static final long MOST = 4;

    private SmallPowers() {}

    /** Whether a power by this constant is a product, or one over a product. */
    public static boolean isProduct(long exponent) {
        return exponent != 0 && Math.abs(exponent) <= MOST;
    }

    /**
     * A product of equal factors, by squares, as compilers make it: x**3 is x * (x * x).
     *
     * @param factors from left to right, at least one
     */
    public static <T> T product(List<T> factors, BinaryOperator<T> times) {
        int number = factors.size();
        if (number == 1) {
            return factors.getFirst();
        }
        if (number % 2 != 0) {
            return times.apply(factors.getFirst(), product(factors.subList(1, number), times));
        }
        return times.apply(
                product(factors.subList(0, number / 2), times), product(factors.subList(number / 2, number), times));
    }
}
