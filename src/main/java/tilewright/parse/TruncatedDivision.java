package tilewright.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.sets.ConditionProver;

/**
 * Integer division as C and Fortran have it, rounded towards zero: the notation's own division, which rounds down, where the dividend is
 * proved not to be negative, else both cases.
 *
 * @param isNonNegative what is proved where the division stands
 */
public record TruncatedDivision(Predicate<Affine> isNonNegative) {
    /**
     * Division in a place of a nest.
     *
     * @param loops names that are loop variables
     * @param constraints what holds there
     */
    public static TruncatedDivision within(List<String> loops, List<Condition> constraints) {
        return new TruncatedDivision(dividend -> {
            List<Condition> all = new ArrayList<>(constraints);
            all.add(new Condition.Compare(dividend, Condition.Relation.LT, Affine.constant(0)));
            return ConditionProver.isImpossible(all, loops);
        });
    }

    /** The quotient by a positive divisor. */
    public Affine quotient(Affine dividend, long divisor) {
        if (divisor == 1 || dividend instanceof Affine.Constant) {
            return dividend instanceof Affine.Constant c ? Affine.constant(c.value() / divisor) : dividend;
        }
        Affine floor = dividend.floorDiv(divisor);
        Affine ceiling =
                LinearForm.of(dividend.times(-1)).toAffine().floorDiv(divisor).times(-1);
        return isNonNegative.test(dividend) ? floor : bySign(dividend, floor, ceiling);
    }

    /** The remainder, which has the sign of the dividend. */
    public Affine remainder(Affine dividend, long divisor) {
        if (dividend instanceof Affine.Constant c) {
            return Affine.constant(c.value() % divisor);
        }
        Affine remainder = new Affine.Mod(dividend, divisor);
        Affine negative = new Affine.Mod(LinearForm.of(dividend.times(-1)).toAffine(), divisor).times(-1);
        return isNonNegative.test(dividend) ? remainder : bySign(dividend, remainder, negative);
    }

    private static Affine bySign(Affine dividend, Affine otherwise, Affine negative) {
        return new Affine.Select(
                new Condition.Compare(dividend, Condition.Relation.GE, Affine.constant(0)), otherwise, negative);
    }
}
