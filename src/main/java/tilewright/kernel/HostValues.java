package tilewright.kernel;

import java.util.function.ToLongFunction;

/** Whole numbers that the host computes: loop bounds, numbers of blocks, arguments. */
public final class HostValues {
    private HostValues() {}

    /**
     * The value of an expression over the host's variables.
     *
     * @throws IllegalArgumentException where it needs something that the host does not have: memory, threads, fractions
     */
    public static long of(Expression expression, ToLongFunction<String> variables) {
        return switch (expression) {
            case Expression.IntegerLiteral l -> l.value();
            case Expression.Read(Place.Scalar(Variable v))
            when !v.type().isFloating() -> variables.applyAsLong(v.name());
            case Expression.Unary u -> of(u.operator(), of(u.operand(), variables));
            case Expression.Binary b
            when b.operator() == Infix.AND_THEN ->
                of(b.left(), variables) != 0 && of(b.right(), variables) != 0 ? 1 : 0;
            case Expression.Binary b
            when b.operator() == Infix.OR_ELSE -> of(b.left(), variables) != 0 || of(b.right(), variables) != 0 ? 1 : 0;
            case Expression.Binary b -> of(b.operator(), of(b.left(), variables), of(b.right(), variables));
            case Expression.Conditional c ->
                of(of(c.condition(), variables) != 0 ? c.then() : c.otherwise(), variables);
            case Expression.Convert c when !c.type().isFloating() -> of(c.operand(), variables);
            case Expression.Call c
            when c.function() == Intrinsic.MIN ->
                Math.min(of(c.operands().getFirst(), variables), of(c.operands().getLast(), variables));
            case Expression.Call c
            when c.function() == Intrinsic.MAX ->
                Math.max(of(c.operands().getFirst(), variables), of(c.operands().getLast(), variables));
            case Expression.Read _,
                    Expression.Literal _,
                    Expression.Own _,
                    Expression.Operation _,
                    Expression.OfWarp _,
                    Expression.Counted _,
                    Expression.Atomic _ -> throw new IllegalArgumentException("no number on the host: " + expression);
        };
    }

    private static long of(Prefix operator, long operand) {
        return switch (operator) {
            case NEG -> Math.negateExact(operand);
            case NOT -> operand == 0 ? 1 : 0;
            case COMPLEMENT -> ~operand;
        };
    }

    private static long of(Infix operator, long left, long right) {
        return switch (operator) {
            case ADD -> Math.addExact(left, right);
            case SUB -> Math.subtractExact(left, right);
            case MUL -> Math.multiplyExact(left, right);
            case DIV -> left / right;
            case REM -> left % right;
            case SHL -> left << right;
            case SHR -> left >> right;
            case AND -> left & right;
            case OR -> left | right;
            case XOR -> left ^ right;
            case EQ -> left == right ? 1 : 0;
            case NE -> left != right ? 1 : 0;
            case LT -> left < right ? 1 : 0;
            case LE -> left <= right ? 1 : 0;
            case GT -> left > right ? 1 : 0;
            case GE -> left >= right ? 1 : 0;
            case AND_THEN -> left != 0 && right != 0 ? 1 : 0;
            case OR_ELSE -> left != 0 || right != 0 ? 1 : 0;
        };
    }
}
