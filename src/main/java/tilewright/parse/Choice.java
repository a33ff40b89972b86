package tilewright.parse;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.model.Expression;
import tilewright.model.Operator;

/**
 * A choice between two values by a condition on data. One between the numbers that the condition compares is a minimum or maximum: then each
 * is read once, and what is known of minima holds (laws of semirings, silent writes, reductions).
 *
 * <p>Example: {@code merge(a, b, a < b)} is {@code min(a, b)}.
 */
final class Choice {
    private Choice() {}

    /** {@code merge(then, otherwise, condition)}, bit by bit. */
    static Expression of(Expression condition, Expression then, Expression otherwise) {
        Expression extremum = extremum(condition, then, otherwise);
        return extremum != null ? extremum : Expression.apply(Operator.MERGE, then, otherwise, condition);
    }

    private static @Nullable Expression extremum(Expression condition, Expression then, Expression otherwise) {
        if (!(condition instanceof Expression.Apply(Operator comparison, List<Expression> compared))
                || compared.size() != 2) {
            return null;
        }
        boolean inOrder = isSame(compared.get(0), then) && isSame(compared.get(1), otherwise);
        boolean exchanged = isSame(compared.get(0), otherwise) && isSame(compared.get(1), then);
        if (!inOrder && !exchanged) {
            return null;
        }
        // The model's minimum(x, y) is x < y ? x : y, also for equal floating-point numbers such as 0 and -0.
        Operator less = inOrder ? Operator.MIN : Operator.MAX;
        Operator greater = inOrder ? Operator.MAX : Operator.MIN;
        return switch (comparison) {
            case LT -> Expression.apply(less, then, otherwise);
            case LE -> Expression.apply(less, otherwise, then);
            case GT -> Expression.apply(greater, then, otherwise);
            case GE -> Expression.apply(greater, otherwise, then);
            default -> null;
        };
    }

    /** Whether both read the same places and compute the same; where in the file they stand, and in which order they are numbered, is nothing to it. */
    private static boolean isSame(Expression one, Expression other) {
        return one.toString().equals(other.toString());
    }
}
