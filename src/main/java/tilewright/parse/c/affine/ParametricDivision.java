package tilewright.parse.c.affine;

import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Condition.Relation;
import tilewright.model.LinearForm;

/**
 * Division by a parameter, as in {@code a[(i + 1) % n]}: it is piecewise affine where the dividend x is proved to satisfy
 * {@code 0 <= x < k n} for a small k.
 */
final class ParametricDivision {
    /** Wrapping around takes two; sums of indices and offsets a few more. */
    private static final int MOST_PIECES = 4;

    private ParametricDivision() {}

    /** The quotient or remainder in a scope; null where no such bound is proved. */
    static @Nullable Affine of(Affine dividend, Affine divisor, boolean quotient, Scope scope) {
        // What divides is not zero.
        Scope divided = scope.assuming(new Condition.Compare(divisor, Relation.GE, Affine.constant(1)));
        if (!SignProver.isNonNegative(dividend, divided)) {
            return null;
        }
        for (int pieces = 1; pieces <= MOST_PIECES; pieces++) {
            if (SignProver.isImpossible(reaches(dividend, divisor, pieces), divided)) {
                Affine result = piece(dividend, divisor, quotient, 0);
                for (int p = 1; p < pieces; p++) {
                    result = new Affine.Select(
                            reaches(dividend, divisor, p), piece(dividend, divisor, quotient, p), result);
                }
                return result;
            }
        }
        return null;
    }

    private static Condition reaches(Affine dividend, Affine divisor, int times) {
        return new Condition.Compare(
                dividend, Relation.GE, LinearForm.of(divisor.times(times)).toAffine());
    }

    private static Affine piece(Affine dividend, Affine divisor, boolean quotient, int number) {
        return quotient
                ? Affine.constant(number)
                : LinearForm.of(dividend.minus(divisor.times(number))).toAffine();
    }
}
