package tilewright.irregular;

import tilewright.kernel.Expression;
import tilewright.kernel.ScalarType;

/**
 * A relaxation that is repeated until nothing changes, and what is known of it.
 *
 * @param relaxation what every arc does
 * @param neutral the bits of the value of vertices that nothing leads to
 * @param symmetric whether with every arc there is one back, of the same inputs
 * @param window whether no value is better than the one that it is made of (T5)
 * @param levels whether an arc adds a constant, so that values are settled level by level (T3); start values must be equal
 */
public record Fixpoint(Relaxation relaxation, long neutral, boolean symmetric, boolean window, boolean levels) {
    /** {@link #neutral} as a value. */
    public Expression neutralValue() {
        ScalarType type = relaxation.type();
        if (type == ScalarType.F32) {
            float value = Float.intBitsToFloat((int) neutral);
            return new Expression.RealLiteral(type, Float.isInfinite(value) ? "INFINITY" : Float.toString(value));
        }
        return new Expression.IntegerLiteral(type.promoted(), neutral);
    }
}
