package tilewright.parse.c;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.ExpressionTypes;
import tilewright.model.Operator;

/**
 * Operations on expressions with C's types: what C converts without a word is converted by an operator here.
 *
 * @param plainLiteral the type of a real number without suffix
 */
record CTypedOperations(DataType plainLiteral) {
    /** An expression with its type. */
    record Typed(Expression expression, DataType type) {
        boolean isLogical() {
            return type == DataType.LOGICAL;
        }
    }

    private static Typed integer(long value) {
        return new Typed(new Expression.IntegerLiteral(value), DataType.INTEGER);
    }

    /** 1 for true, 0 for false; a number as it is. */
    Typed asNumber(Typed value) {
        return value.isLogical() ? apply(Operator.MERGE, List.of(integer(1), integer(0), value)) : value;
    }

    /** Whether a number is not 0; a truth as it is. */
    Typed asTruth(Typed value) {
        return value.isLogical() ? value : apply(Operator.NE, List.of(value, integer(0)));
    }

    Typed apply(Operator operator, List<Typed> operands) {
        return new Typed(
                new Expression.Apply(
                        operator, operands.stream().map(Typed::expression).toList()),
                ExpressionTypes.result(
                        operator, operands.stream().map(Typed::type).toList(), plainLiteral));
    }

    /** {@code a < b ? a : b} is a minimum: then each operand is read once. */
    @Nullable
    Typed extremum(Expression condition, Typed then, Typed otherwise) {
        if (!(condition instanceof Expression.Apply a) || a.operands().size() != 2) {
            return null;
        }
        String left = a.operands().get(0).toString();
        String right = a.operands().get(1).toString();
        boolean inOrder = left.equals(then.expression.toString()) && right.equals(otherwise.expression.toString());
        boolean exchanged = left.equals(otherwise.expression.toString()) && right.equals(then.expression.toString());
        if (!inOrder && !exchanged) {
            return null;
        }
        // The model's minimum(x, y) is x < y ? x : y, also for equal floating-point numbers such as 0 and -0.
        boolean integers = then.type.promoted() == DataType.INTEGER && otherwise.type.promoted() == DataType.INTEGER;
        Operator less = inOrder ? Operator.MIN : Operator.MAX;
        Operator greater = inOrder ? Operator.MAX : Operator.MIN;
        List<Typed> asWritten = inOrder ? List.of(then, otherwise) : List.of(otherwise, then);
        List<Typed> ofTies = integers ? asWritten : List.of(otherwise, then);
        List<Typed> strict = integers ? asWritten : List.of(then, otherwise);
        return switch (a.operator()) {
            case LT -> apply(less, strict);
            case LE -> apply(less, ofTies);
            case GT -> apply(greater, strict);
            case GE -> apply(greater, ofTies);
            default -> null;
        };
    }

    /** {@code x - x / c * c}, which C calls {@code x % c}. */
    Typed remainder(Typed left, Typed right) {
        Typed quotient = apply(Operator.DIV, List.of(left, right));
        return apply(Operator.SUB, List.of(left, apply(Operator.MUL, List.of(quotient, right))));
    }

    /** A number in another type. */
    Typed converted(Typed operand, DataType type) {
        if (operand.type == type) {
            return operand;
        }
        if (operand.expression instanceof Expression.RealLiteral l && type == plainLiteral) {
            return new Typed(new Expression.RealLiteral(l.value(), CLiterals.plain(l)), type);
        }
        return apply(
                switch (type) {
                    case REAL -> Operator.TO_REAL;
                    case DOUBLE -> Operator.TO_DOUBLE;
                    case BYTE, SHORT, INTEGER, LOGICAL -> Operator.TO_INTEGER;
                },
                List.of(operand));
    }

    /** The operator that compares. */
    static Operator operator(Condition.Relation relation) {
        return switch (relation) {
            case EQ -> Operator.EQ;
            case NE -> Operator.NE;
            case LT -> Operator.LT;
            case LE -> Operator.LE;
            case GT -> Operator.GT;
            case GE -> Operator.GE;
        };
    }
}
