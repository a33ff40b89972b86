package tilewright.parse;

import java.util.List;
import tilewright.model.Condition;
import tilewright.model.Conversion;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.ExpressionTypes;
import tilewright.model.Operator;
import tilewright.model.ScalarOperation;

/**
 * Operations on expressions with the types that C and Fortran share: what those languages convert without a word is
 * converted by an operator here.
 *
 * @param plainLiteral the type of a real number without suffix
 */
public record TypedOperations(DataType plainLiteral) {
    /** An expression with its type. */
    public record Typed(Expression expression, DataType type) {
        public boolean isLogical() {
            return type == DataType.LOGICAL;
        }
    }

    /** An integer literal of the type that holds it. */
    public static Typed integer(long value) {
        Expression.IntegerLiteral literal = new Expression.IntegerLiteral(value);
        return new Typed(literal, literal.type());
    }

    /** Whether floating-point numbers have no such operation. */
    public static boolean isOfIntegers(Operator operator) {
        return switch (operator) {
            case REMAINDER, BIT_AND, BIT_OR, BIT_XOR, BIT_NOT, SHIFT_LEFT, SHIFT_RIGHT -> true;
            case ADD, SUB, MUL, DIV, NEG, MIN, MAX, ABS, MERGE, RANDOM -> false;
            case AND, OR, NOT, EQ, NE, LT, LE, GT, GE -> false;
        };
    }

    /**
     * What an assignment stores.
     *
     * @param truth whether it is 0 or 1, as of C's type {@code _Bool}
     */
    public Typed stored(Typed value, boolean truth) {
        return truth ? asNumber(asTruth(value)) : value;
    }

    /**
     * A floating-point literal of a type. The model gives a plain literal the type {@code plainLiteral}; where another one is
     * meant the literal or a conversion says so.
     *
     * @param digits with an exponent letter {@code e} or none
     */
    public Typed real(String digits, DataType type) {
        double value = Double.parseDouble(digits);
        if (type == plainLiteral) {
            return new Typed(new Expression.RealLiteral(value, digits), type);
        }
        if (type == DataType.REAL) {
            return new Typed(
                    Expression.apply(new Conversion(DataType.REAL), new Expression.RealLiteral(value, digits)), type);
        }
        String wide = digits.contains("e") ? digits.replace('e', 'd') : digits + "d0";
        return new Typed(new Expression.RealLiteral(value, wide), type);
    }

    /** The text of a literal without what says its type. */
    private static String plain(Expression.RealLiteral literal) {
        String text = literal.text().replace('d', 'e');
        return text.endsWith("e0") ? text.substring(0, text.length() - 2) : text;
    }

    /** 1 for true, 0 for false; a number as it is. */
    public Typed asNumber(Typed value) {
        return value.isLogical() ? apply(Operator.MERGE, List.of(integer(1), integer(0), value)) : value;
    }

    /** Whether a number is not 0; a truth as it is. */
    public Typed asTruth(Typed value) {
        return value.isLogical() ? value : apply(Operator.NE, List.of(value, integer(0)));
    }

    /** The operation, with the type of its result. */
    public Typed apply(ScalarOperation operator, List<Typed> operands) {
        return new Typed(
                new Expression.Apply(
                        operator, operands.stream().map(Typed::expression).toList()),
                ExpressionTypes.result(
                        operator, operands.stream().map(Typed::type).toList(), plainLiteral));
    }

    /** {@code condition ? then : otherwise}. */
    public Typed choice(Typed condition, Typed then, Typed otherwise) {
        DataType type = ExpressionTypes.result(
                Operator.MERGE, List.of(then.type, otherwise.type, condition.type), plainLiteral);
        return new Typed(Choice.of(condition.expression, then.expression, otherwise.expression), type);
    }

    /** {@code x - x / c * c} of loop variables and parameters, which C calls {@code x % c}: the notation's own remainder rounds down. */
    public Typed remainder(Typed left, Typed right) {
        Typed quotient = apply(Operator.DIV, List.of(left, right));
        return apply(Operator.SUB, List.of(left, apply(Operator.MUL, List.of(quotient, right))));
    }

    /** A number in another type. */
    public Typed converted(Typed operand, DataType type) {
        if (operand.type == type) {
            return operand;
        }
        if (operand.expression instanceof Expression.RealLiteral l && type == plainLiteral) {
            return new Typed(new Expression.RealLiteral(l.value(), plain(l)), type);
        }
        return apply(new Conversion(type), List.of(operand));
    }

    /** The operator that compares. */
    public static Operator operator(Condition.Relation relation) {
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
