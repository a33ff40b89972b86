package tilewright.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import tilewright.model.Affine;
import tilewright.model.LinearForm;

/** Minima and maxima of affine expressions, kept short: operands that another one makes superfluous are dropped. */
final class Extremum {
    private Extremum() {}

    /** The maximum (or minimum) of the values. */
    static Affine of(List<Affine> values, boolean maximum) {
        Affine all = maximum ? Affine.greatest(values) : Affine.least(values);
        List<Affine> flat = maximum ? all.greatestOf() : all.leastOf();
        List<Affine> kept = new ArrayList<>(flat);
        for (Affine candidate : flat) {
            if (kept.stream().anyMatch(k -> !k.equals(candidate) && dominates(k, candidate, maximum))) {
                kept.remove(candidate);
            }
        }
        return maximum ? Affine.greatest(kept) : Affine.least(kept);
    }

    /** Whether {@code value} is always at least (at most) {@code other}; false where that is not plain to see. */
    private static boolean dominates(Affine value, Affine other, boolean maximum) {
        // max(x, min(x, y)) = x
        if (maximum && other instanceof Affine.Min m) {
            return m.operands().stream().anyMatch(o -> o.equals(value) || dominates(value, o, true));
        }
        if (!maximum && other instanceof Affine.Max m) {
            return m.operands().stream().anyMatch(o -> o.equals(value) || dominates(value, o, false));
        }
        LinearForm difference = LinearForm.of(value.minus(other));
        return difference.isConstant() && (maximum ? difference.constant() >= 0 : difference.constant() <= 0);
    }

    /** The sum, with minima and maxima kept outermost. */
    static Affine sum(Affine left, Affine right) {
        if (left instanceof Affine.Extreme e) {
            return of(map(e.operands(), o -> sum(o, right)), e instanceof Affine.Max);
        }
        return right instanceof Affine.Extreme e
                ? of(map(e.operands(), o -> sum(left, o)), e instanceof Affine.Max)
                : LinearForm.of(left.plus(right)).toAffine();
    }

    /** The product with a constant; a negative one turns minima into maxima. */
    static Affine scaled(long factor, Affine value) {
        return value instanceof Affine.Extreme e
                ? of(map(e.operands(), o -> scaled(factor, o)), e instanceof Affine.Max ? factor > 0 : factor < 0)
                : LinearForm.of(value.times(factor)).toAffine();
    }

    /** The number of expressions that are compared. */
    static int operands(Affine value) {
        return value instanceof Affine.Extreme e
                ? e.operands().stream().mapToInt(Extremum::operands).sum()
                : 1;
    }

    private static List<Affine> map(List<Affine> values, UnaryOperator<Affine> function) {
        return values.stream().map(function).toList();
    }
}
