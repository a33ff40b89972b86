package tilewright.kernel;

/**
 * An expression as arithmetic sees it: the operations that rules about whole numbers know, and everything else. Which of its kinds an expression is of, is decided here once; whoever
 * computes with numbers says for these what they are worth to it.
 *
 * <p>Example: {@code 2 * i - thread} is a difference, of a product and the thread's number.
 */
public sealed interface Arithmetic {
    /** A whole number. */
    record Constant(long value) implements Arithmetic {}

    /** The value of a variable. */
    record Value(Variable variable) implements Arithmetic {}

    /** What a thread knows of itself. */
    record Own(Expression.Coordinate coordinate) implements Arithmetic {}

    record Sum(Expression left, Expression right) implements Arithmetic {}

    record Difference(Expression left, Expression right) implements Arithmetic {}

    record Product(Expression left, Expression right) implements Arithmetic {}

    /** Rounded towards 0. */
    record Quotient(Expression left, Expression right) implements Arithmetic {}

    /** What such a quotient leaves. */
    record Remainder(Expression left, Expression right) implements Arithmetic {}

    record Negative(Expression operand) implements Arithmetic {}

    /** The same number in another type of whole numbers. */
    record Converted(ScalarType type, Expression operand) implements Arithmetic {}

    /** None of these: loads, comparisons, bits, warp operations, numbers that are not whole. */
    record Other() implements Arithmetic {}

    static Arithmetic of(Expression expression) {
        return switch (expression) {
            case Expression.IntegerLiteral l -> new Constant(l.value());
            case Expression.Own o -> new Own(o.coordinate());
            case Expression.Read(Place.Scalar s) -> new Value(s.variable());
            case Expression.Unary u -> u.operator() == Prefix.NEG ? new Negative(u.operand()) : new Other();
            case Expression.Binary b ->
                switch (b.operator()) {
                    case ADD -> new Sum(b.left(), b.right());
                    case SUB -> new Difference(b.left(), b.right());
                    case MUL -> new Product(b.left(), b.right());
                    case DIV -> new Quotient(b.left(), b.right());
                    case REM -> new Remainder(b.left(), b.right());
                    case OR_ELSE, AND_THEN, OR, XOR, AND, EQ, NE, LT, LE, GT, GE, SHL, SHR -> new Other();
                };
            case Expression.Convert c -> c.type().isFloating() ? new Other() : new Converted(c.type(), c.operand());
            case Expression.Literal _,
                    Expression.Read _,
                    Expression.Operation _,
                    Expression.OfWarp _,
                    Expression.Atomic _,
                    Expression.Counted _ -> new Other();
        };
    }
}
