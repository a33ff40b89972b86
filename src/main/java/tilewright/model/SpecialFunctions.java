package tilewright.model;

/**
 * Functions of C's {@code math.h} that Java's library lacks, to some units in the last place (M. Abramowitz, I. Stegun, Handbook of
 * Mathematical Functions, 4.6, 6.1 and 7.1).
 */
final class SpecialFunctions {
    /** From here on the continued fraction of erfc needs fewer terms than the series of erf. */
    private static final double SERIES_OF_ERF = 2.5;

    private static final int FRACTION_TERMS = 120;
    /** From here on seven terms of Stirling's series are exact to the last place. */
    private static final double STIRLING = 16;
    /** B(2k) / (2k (2k - 1)), with the Bernoulli numbers B (6.1.41). */
    private static final double[] STIRLING_TERMS = {
        1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360, 1.0 / 156
    };

    /** Greater arguments of the gamma function have no number in double precision. */
    private static final double MOST_GAMMA = 171.7;

    private SpecialFunctions() {}

    static double asinh(double x) {
        double size = StrictMath.abs(x);
        if (size > 1e150) {
            return StrictMath.copySign(StrictMath.log(size) + StrictMath.log(2), x);
        }
        double more = size * size / (1 + StrictMath.sqrt(1 + size * size));
        return StrictMath.copySign(StrictMath.log1p(size + more), x);
    }

    static double acosh(double x) {
        if (x > 1e150) {
            return StrictMath.log(x) + StrictMath.log(2);
        }
        double over = x - 1;
        return StrictMath.log1p(over + StrictMath.sqrt(over * (x + 1)));
    }

    static double atanh(double x) {
        double size = StrictMath.abs(x);
        return StrictMath.copySign(0.5 * StrictMath.log1p(2 * size / (1 - size)), x);
    }

    static double erf(double x) {
        double size = StrictMath.abs(x);
        return size < SERIES_OF_ERF ? series(x) : StrictMath.copySign(1 - fraction(size), x);
    }

    static double erfc(double x) {
        if (x < 0.5) {
            return 1 - erf(x);
        }
        return x < 1 ? 1 - series(x) : fraction(x);
    }

    /** 2 / sqrt(pi) * exp(-x^2) * sum of 2^k x^(2k+1) / (1 * 3 * .. * (2k+1)) (7.1.6). */
    private static double series(double x) {
        double term = x;
        double sum = x;
        for (int k = 1; StrictMath.abs(term) > StrictMath.abs(sum) * 1e-18 && term != 0; k++) {
            term *= 2 * x * x / (2 * k + 1);
            sum += term;
        }
        return 2 / StrictMath.sqrt(StrictMath.PI) * StrictMath.exp(-x * x) * sum;
    }

    /** erfc by its continued fraction (7.1.14), for numbers from 1 on. */
    private static double fraction(double x) {
        if (Double.isNaN(x)) {
            return x;
        }
        double below = x;
        for (int k = FRACTION_TERMS; k > 0; k--) {
            below = x + k / 2.0 / below;
        }
        return StrictMath.exp(-x * x) / StrictMath.sqrt(StrictMath.PI) / below;
    }

    static double lgamma(double x) {
        if (Double.isInfinite(x) || x == 1 || x == 2) {
            return Double.isInfinite(x) ? Double.POSITIVE_INFINITY : 0;
        }
        if (x <= 0 && x == StrictMath.rint(x)) {
            return Double.POSITIVE_INFINITY;
        }
        if (x < 0.5) {
            // Reflection (6.1.17).
            double sine = StrictMath.abs(StrictMath.sin(StrictMath.PI * (x - 2 * StrictMath.rint(x / 2))));
            return StrictMath.log(StrictMath.PI / sine) - lgamma(1 - x);
        }
        if (x < STIRLING) {
            return StrictMath.log(StrictMath.abs(tgamma(x)));
        }
        return (x - 0.5) * StrictMath.log(x) - x + 0.5 * StrictMath.log(2 * StrictMath.PI) + stirling(x);
    }

    static double tgamma(double x) {
        if (x <= 0 && x == StrictMath.rint(x) || x == Double.NEGATIVE_INFINITY) {
            return x == 0 ? 1 / x : Double.NaN;
        }
        if (x < 0.5) {
            double sine = StrictMath.sin(StrictMath.PI * (x - 2 * StrictMath.rint(x / 2)));
            return StrictMath.PI / sine / tgamma(1 - x);
        }
        if (x > MOST_GAMMA) {
            return Double.POSITIVE_INFINITY;
        }
        double product = 1;
        double y = x;
        for (; y < STIRLING; y++) {
            product *= y;
        }
        // In two factors, since the power alone may be too large.
        double power = StrictMath.pow(y, 0.5 * (y - 0.5));
        return StrictMath.sqrt(2 * StrictMath.PI)
                * power
                * StrictMath.exp(-y)
                * power
                * StrictMath.exp(stirling(y))
                / product;
    }

    private static double stirling(double x) {
        double sum = 0;
        for (int k = STIRLING_TERMS.length - 1; k >= 0; k--) {
            sum = sum / (x * x) + STIRLING_TERMS[k];
        }
        return sum / x;
    }
}
