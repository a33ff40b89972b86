package tilewright.device;

import tilewright.model.AllowedDifference;
import tilewright.model.DataType;
import tilewright.model.HalfPrecision;

/**
 * How far a value may be from the reference. Integers and logical values are exact. A floating-point value x may differ
 * from the expected value y by
 *
 * <p>{@code |x - y| <= 8 epsilon (1 + sqrt(L) + L/64) max(|y|, s)}
 *
 * <p>with the rounding unit epsilon (2^-23 for real, 2^-52 for double precision, 2^-11 for half precision), the reduction length L, and the mean
 * magnitude s of the expected array. Tiling changes the order of a reduction, and contraction into fused operations its
 * rounding; the errors of L roundings that do not conspire add up to about epsilon sqrt(L) / 2 of the magnitude of the
 * terms (N. J. Higham, Accuracy and Stability of Numerical Algorithms, section 2.8), which s stands for where terms
 * cancel. The factor 8 leaves room for a few roundings a step. Terms that are alike are rounded alike, and all terms are where the sum is so large that they are
 * few units of its last place: the errors of those add up to a part of epsilon L ({@link AllowedDifference#ALIKE}).
 *
 * <p>Example: real, L = 4096 gives 8 * 1.19e-7 * 129 = 1.2e-4, half of what one forgotten term of a sum of 4096
 * terms of equal size changes (2.4e-4).
 *
 * <p>Where a computation amplifies rounding, the bound is multiplied by what it makes of small differences: {@link Growth}.
 *
 * @param relative 8 epsilon (1 + sqrt(L) + L/64), 0 for exact
 */
public record Tolerance(double relative) {
    /** For one type and reduction length. */
    public static Tolerance of(DataType type, long reductionLength) {
        long regrouped = AllowedDifference.regroups(type) ? Math.max(0, reductionLength) : 0;
        double factor =
                AllowedDifference.ROUNDINGS * (1 + Math.sqrt(regrouped) + (double) regrouped / AllowedDifference.ALIKE);
        return new Tolerance(factor * epsilon(type));
    }

    /** The rounding unit of a type, 0 for exact ones. Numbers of half precision are rounded where they are stored alone. */
    static double epsilon(DataType type) {
        return switch (type) {
            case HALF -> HalfPrecision.UNIT;
            case REAL -> Math.ulp(1.0f);
            case DOUBLE -> Math.ulp(1.0);
            case BYTE, SIGNED_BYTE, SHORT, UNSIGNED_SHORT, INTEGER, UNSIGNED, LOGICAL, LONG, UNSIGNED_LONG -> 0;
        };
    }
}
