package tilewright.dependence;

import java.util.List;
import tilewright.model.Conversion;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.Signs;

/** Whether expressions grow with the elements of an array. */
final class Monotone {
    private final Signs signs;

    Monotone(LoopNest nest) {
        this.signs = new Signs(nest);
    }

    /** Whether the value never falls where an element of {@code array} rises; rounding to nearest keeps that. */
    boolean in(Expression expression, String array) {
        if (!reads(expression, array)) {
            return true;
        }
        return switch (expression) {
            case Expression.Read r -> r.access().subscripts().stream().noneMatch(s -> s.reads(array));
            case Expression.Apply a -> {
                List<Expression> o = a.operands();
                yield switch (a.operator()) {
                    case Operator.ADD, Operator.MIN, Operator.MAX, Operator.AND, Operator.OR ->
                        o.stream().allMatch(x -> in(x, array));
                    case Conversion c -> c.keepsOrder() && in(o.getFirst(), array);
                    case MathFunction f -> f.isIncreasing() && in(o.getFirst(), array);
                    case Operator.SUB -> in(o.get(0), array) && !reads(o.get(1), array);
                    case Operator.MUL ->
                        in(o.get(0), array) && !reads(o.get(1), array) && signs.isNotNegative(o.get(1))
                                || in(o.get(1), array) && !reads(o.get(0), array) && signs.isNotNegative(o.get(0));
                    case Operator.MERGE -> in(o.get(0), array) && in(o.get(1), array) && !reads(o.get(2), array);
                    default -> false;
                };
            }
            case Expression.Leaf _ -> false;
        };
    }

    /** Whether an expression reads an array, as a value or as an index. */
    static boolean reads(Expression expression, String array) {
        return expression.reads().stream()
                .anyMatch(
                        r -> r.array().equals(array) || r.subscripts().stream().anyMatch(s -> s.reads(array)));
    }
}
