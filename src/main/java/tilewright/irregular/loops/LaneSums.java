package tilewright.irregular.loops;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.integer;

import tilewright.irregular.Grid;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/** Sums that the lanes of a warp join. */
final class LaneSums {
    private LaneSums() {}

    /** What a sum begins with. */
    static Expression zero(ScalarType type) {
        return type.isFloating() ? new Expression.RealLiteral(type, "0.0") : new Expression.IntegerLiteral(type, 0);
    }

    /** A sum with that of the lane at a distance. */
    static Expression joined(Variable sum, int distance) {
        return binary(
                Infix.ADD,
                sum.read(),
                new Expression.Shuffle(Expression.Lane.XOR, sum.read(), integer(distance), Grid.WARP));
    }
}
