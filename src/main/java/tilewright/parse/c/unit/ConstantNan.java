package tilewright.parse.c.unit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.model.Expression;
import tilewright.model.Operator;
import tilewright.model.ScalarOperation;

/**
 * {@code fmin} and {@code fmax} with a constant that is no number: C takes it for missing (ISO C, F.10.9), so that the other operand is the
 * result, where minima and maxima of the nest leave it open.
 */
public final class ConstantNan {
    private ConstantNan() {}

    /** The operation, or what is left of it: {@code fmax(x, 0.0 / 0.0)} is {@code x}. */
    public static Expression dropped(ScalarOperation operation, List<Expression> operands) {
        if (operation.isExtreme()) {
            for (int o = 0; o < operands.size(); o++) {
                Double value = value(operands.get(o));
                if (value != null && value.isNaN()) {
                    return operands.get(1 - o);
                }
            }
        }
        return new Expression.Apply(operation, operands);
    }

    /** The value of an expression of floating-point literals; null for anything else. */
    private static @Nullable Double value(Expression expression) {
        if (!(expression instanceof Expression.Apply(ScalarOperation operator, List<Expression> operands))) {
            return expression instanceof Expression.RealLiteral r ? Double.valueOf(r.value()) : null;
        }
        List<@Nullable Double> values =
                operands.stream().<@Nullable Double>map(ConstantNan::value).toList();
        Double left = values.isEmpty() ? null : values.getFirst();
        Double right = values.size() == 2 ? values.getLast() : null;
        if (left != null && operator == Operator.NEG) {
            return -left;
        }
        if (left == null || right == null || !(operator instanceof Operator arithmetic)) {
            return null;
        }
        return arithmetic == Operator.DIV
                ? Double.valueOf(left / right)
                : arithmetic == Operator.MUL
                        ? Double.valueOf(left * right)
                        : arithmetic == Operator.ADD
                                ? Double.valueOf(left + right)
                                : arithmetic == Operator.SUB ? Double.valueOf(left - right) : null;
    }
}
