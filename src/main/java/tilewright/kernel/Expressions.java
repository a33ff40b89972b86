package tilewright.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Makes expressions, in the words of C, and walks over them. */
public final class Expressions {
    private Expressions() {}

    /** The zero of a type, as sums begin with it and guards give it. */
    public static Expression zero(ScalarType type) {
        return type.isFloating() ? new Expression.RealLiteral(type, "0.0") : integer(0);
    }

    public static Expression integer(long value) {
        boolean narrow = value == (int) value;
        return new Expression.IntegerLiteral(narrow ? ScalarType.I32 : ScalarType.I64, value);
    }

    /** Whether it is that whole number. */
    public static boolean isInteger(Expression e, long value) {
        return e instanceof Expression.IntegerLiteral l && l.value() == value;
    }

    public static Expression binary(Infix operator, Expression left, Expression right) {
        return new Expression.Binary(operator, left, right);
    }

    /** A sum; terms that are 0 are left out. */
    public static Expression add(Expression left, Expression right) {
        if (isInteger(right, 0)) {
            return left;
        }
        return isInteger(left, 0) ? right : binary(Infix.ADD, left, right);
    }

    public static Expression add(Expression left, long right) {
        return right < 0 ? binary(Infix.SUB, left, integer(-right)) : add(left, integer(right));
    }

    /**
     * A sum whose terms are added one after another, those of the right operand too: {@code x} and {@code a - b} make {@code x + a - b}.
     * For numbers that do not overflow.
     */
    public static Expression sum(Expression left, Expression right) {
        if (isInteger(left, 0)) {
            return right;
        }
        return switch (Arithmetic.of(right)) {
            case Arithmetic.Constant c -> add(left, c.value());
            case Arithmetic.Sum s -> sum(sum(left, s.left()), s.right());
            case Arithmetic.Difference d -> subtract(sum(left, d.left()), d.right());
            case Arithmetic.Product(Expression.IntegerLiteral factor, Expression other)
            when factor.value() < 0 -> subtract(left, multiply(integer(-factor.value()), other));
            case Arithmetic.Negative n -> subtract(left, n.operand());
            case Arithmetic.Value _,
                    Arithmetic.Own _,
                    Arithmetic.Product _,
                    Arithmetic.Quotient _,
                    Arithmetic.Remainder _,
                    Arithmetic.Converted _,
                    Arithmetic.Other _ -> add(left, right);
        };
    }

    public static Expression subtract(Expression left, Expression right) {
        return isInteger(right, 0) ? left : binary(Infix.SUB, left, right);
    }

    /** A product; factors that are 1 are left out. */
    public static Expression multiply(Expression left, Expression right) {
        if (isInteger(left, 1)) {
            return right;
        }
        return isInteger(right, 1) ? left : binary(Infix.MUL, left, right);
    }

    public static Expression divide(Expression left, long right) {
        return right == 1 ? left : binary(Infix.DIV, left, integer(right));
    }

    public static Expression remainder(Expression left, long right) {
        return binary(Infix.REM, left, integer(right));
    }

    public static Expression less(Expression left, Expression right) {
        return binary(Infix.LT, left, right);
    }

    public static Expression lessEqual(Expression left, Expression right) {
        return binary(Infix.LE, left, right);
    }

    public static Expression greater(Expression left, Expression right) {
        return binary(Infix.GT, left, right);
    }

    public static Expression equal(Expression left, Expression right) {
        return binary(Infix.EQ, left, right);
    }

    public static Expression notEqual(Expression left, Expression right) {
        return binary(Infix.NE, left, right);
    }

    public static Expression not(Expression condition) {
        return new Expression.Unary(Prefix.NOT, condition);
    }

    /** {@code left & right}, bit by bit. */
    public static Expression bitAnd(Expression left, Expression right) {
        return binary(Infix.AND, left, right);
    }

    /** {@code left | right}, bit by bit. */
    public static Expression bitOr(Expression left, Expression right) {
        return binary(Infix.OR, left, right);
    }

    public static Expression complement(Expression bits) {
        return new Expression.Unary(Prefix.COMPLEMENT, bits);
    }

    public static Expression shiftLeft(Expression left, Expression right) {
        return binary(Infix.SHL, left, right);
    }

    public static Expression shiftRight(Expression left, Expression right) {
        return binary(Infix.SHR, left, right);
    }

    public static Expression select(Expression condition, Expression then, Expression otherwise) {
        return new Expression.Conditional(condition, then, otherwise);
    }

    /** An element of global memory. */
    public static Place.Global element(Memory.Global array, Expression offset, Place.Access access) {
        return new Place.Global(array, array.type(), offset, access);
    }

    /** The value of an element of global memory. */
    public static Expression load(Memory.Global array, Expression offset, Place.Access access) {
        return new Expression.Read(element(array, offset, access));
    }

    /** An element of an array of the block. */
    public static Place.Shared element(Memory.Shared array, Expression... indices) {
        return new Place.Shared(array, Arrays.asList(indices));
    }

    /** The value of an element of an array of the block, which other threads may update at the same time. */
    public static Expression loadRelaxed(Memory.Shared array, Expression... indices) {
        return new Expression.Read(new Place.Shared(array, Arrays.asList(indices), Place.Access.RELAXED));
    }

    public static Expression load(Memory.Shared array, Expression... indices) {
        return new Expression.Read(element(array, indices));
    }

    /** An element of an array of the thread. */
    public static Place.Register element(Memory.Register array, Expression... indices) {
        return new Place.Register(array, Arrays.asList(indices));
    }

    public static Expression load(Memory.Register array, Expression... indices) {
        return new Expression.Read(element(array, indices));
    }

    /** An update that nothing interrupts, in no order with others. */
    public static Expression atomic(Expression.Update update, Place place, Expression operand) {
        return new Expression.Atomic(update, place, operand, false);
    }

    /** The conditions that a condition joins, all of which it asks for. */
    public static List<Expression> conjuncts(Expression condition) {
        if (condition instanceof Expression.Binary b && b.operator() == Infix.AND_THEN) {
            List<Expression> all = new ArrayList<>(conjuncts(b.left()));
            all.addAll(conjuncts(b.right()));
            return all;
        }
        return List.of(condition);
    }

    /** All of the conditions, evaluated from the first on until one does not hold; 1 for none. */
    public static Expression all(List<Expression> conditions) {
        return conditions.stream()
                .reduce((a, b) -> binary(Infix.AND_THEN, a, b))
                .orElse(integer(1));
    }

    public static Expression call(Intrinsic function, ScalarType of, Expression... operands) {
        return new Expression.Call(function, of, Arrays.asList(operands));
    }

    public static Expression convert(ScalarType type, Expression value) {
        return value.type() == type ? value : new Expression.Convert(type, value);
    }

    public static final Expression THREAD = new Expression.Own(Expression.Coordinate.THREAD);
    public static final Expression BLOCK = new Expression.Own(Expression.Coordinate.BLOCK);

    /**
     * Whether a thread computes an expression alone and changes nothing by it, if so with its operands: no warp operation, no atomic update,
     * no counter.
     */
    public static boolean isOfThread(Expression expression) {
        return switch (expression) {
            case Expression.Atomic _, Expression.OfWarp _, Expression.Counted _ -> false;
            case Expression.Literal _, Expression.Read _, Expression.Own _, Expression.Operation _ -> true;
        };
    }

    /** Calls the visitor for an expression and every part of it, parents first. */
    public static void visit(Expression expression, Consumer<Expression> visitor) {
        visitor.accept(expression);
        expression.operands().forEach(o -> visit(o, visitor));
    }
}
