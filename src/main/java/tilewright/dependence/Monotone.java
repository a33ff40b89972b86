package tilewright.dependence;

import java.util.List;
import tilewright.model.Affine;
import tilewright.model.Conversion;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.IndexRange;
import tilewright.model.Load;
import tilewright.model.LoopNest;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.Subscript;

/** Whether expressions grow with the elements of an array, and whether they are never negative. */
final class Monotone {
    private final LoopNest nest;

    Monotone(LoopNest nest) {
        this.nest = nest;
    }

    /** Whether the value never falls where an element of {@code array} rises; rounding to nearest keeps that. */
    boolean in(Expression expression, String array) {
        if (!reads(expression, array)) {
            return true;
        }
        return switch (expression) {
            case Expression.Read r -> r.access().subscripts().stream().noneMatch(s -> loads(s, array));
            case Expression.Apply a -> {
                List<Expression> o = a.operands();
                yield switch (a.operator()) {
                    case Operator.ADD, Operator.MIN, Operator.MAX, Operator.AND, Operator.OR ->
                        o.stream().allMatch(x -> in(x, array));
                    case Conversion c -> keepsOrder(c) && in(o.getFirst(), array);
                    case MathFunction f -> f.isIncreasing() && in(o.getFirst(), array);
                    case Operator.SUB -> in(o.get(0), array) && !reads(o.get(1), array);
                    case Operator.MUL ->
                        in(o.get(0), array) && !reads(o.get(1), array) && isNotNegative(o.get(1))
                                || in(o.get(1), array) && !reads(o.get(0), array) && isNotNegative(o.get(0));
                    case Operator.MERGE -> in(o.get(0), array) && in(o.get(1), array) && !reads(o.get(2), array);
                    default -> false;
                };
            }
            case Expression.Leaf _ -> false;
        };
    }

    /** Narrower and unsigned integers wrap around. */
    private static boolean keepsOrder(Conversion conversion) {
        return conversion.type().isFloating() || conversion.type() == DataType.INTEGER;
    }

    /** Whether an expression reads an array, as a value or as an index. */
    static boolean reads(Expression expression, String array) {
        return expression.reads().stream()
                .anyMatch(
                        r -> r.array().equals(array) || r.subscripts().stream().anyMatch(s -> loads(s, array)));
    }

    /** Whether a subscript is loaded from an array, at any depth. */
    static boolean loads(Subscript subscript, String array) {
        return subscript.loads().stream().anyMatch(l -> loads(l, array));
    }

    private static boolean loads(Load load, String array) {
        return load.array().equals(array) || load.subscripts().stream().anyMatch(s -> loads(s, array));
    }

    /** Whether the value is proved to be at least zero: by literals, types and declared bounds. */
    boolean isNotNegative(Expression expression) {
        return switch (expression) {
            case Expression.RealLiteral l -> l.value() >= 0;
            case Expression.IntegerLiteral l -> l.value() >= 0;
            case Expression.LogicalLiteral l -> true;
            case Expression.IndexValue v -> v.index() instanceof Affine.Constant c && c.value() >= 0;
            case Expression.Read r -> isNotNegative(r.access().array());
            case Expression.Apply a ->
                switch (a.operator()) {
                    case Operator.ADD, Operator.MUL, Operator.MIN, Operator.DIV ->
                        a.operands().stream().allMatch(this::isNotNegative);
                    case Operator.MAX -> a.operands().stream().anyMatch(this::isNotNegative);
                    case Operator.ABS -> true;
                    case MathFunction f ->
                        switch (f.range()) {
                            case NON_NEGATIVE -> true;
                            case SIGN_OF_FIRST -> isNotNegative(a.operands().getFirst());
                            case ANY, UNIT -> false;
                        };
                    case Operator.MERGE ->
                        isNotNegative(a.operands().get(0))
                                && isNotNegative(a.operands().get(1));
                    case Conversion c ->
                        keepsOrder(c) && isNotNegative(a.operands().getFirst());
                    default -> false;
                };
        };
    }

    private boolean isNotNegative(String array) {
        DataType type = nest.array(array).type();
        return type.isUnsigned() || IndexRange.of(nest, array).lower() instanceof Affine.Constant c && c.value() >= 0;
    }
}
