package tilewright.kernel.pass;

import java.util.Comparator;
import java.util.Optional;
import tilewright.kernel.Arithmetic;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * The values of a loop's variable, where the program says them as numbers.
 *
 * @param start first one
 * @param end all are below it
 * @param step from one to the next, positive
 */
record Iterations(long start, long end, long step) {
    /** Empty where they depend on anything else, or where iterations change them. */
    static Optional<Iterations> of(Statement.For loop) {
        return loop.start() instanceof Expression.IntegerLiteral start
                        && loop.step() instanceof Expression.IntegerLiteral step
                        && step.value() > 0
                        && loop.condition() instanceof Expression.Binary b
                        && b.operator() == Infix.LT
                        && b.left().equals(loop.variable().read())
                        && b.right() instanceof Expression.IntegerLiteral end
                        && !Statements.changed(loop.body()).contains(loop.variable())
                ? Optional.of(new Iterations(start.value(), end.value(), step.value()))
                : Optional.empty();
    }

    /**
     * The least range of numbers that the values lie in; the bounds of the loop may be anything between numbers: {@code max(0, a) / 4} to {@code min(64, b)} lie in 0 to 64. Empty
     * where the program says no such numbers.
     */
    static Optional<Iterations> within(Statement.For loop) {
        Optional<Iterations> known = of(loop);
        return known.isEmpty()
                        && loop.start() instanceof Expression start
                        && isNotNegative(start)
                        && loop.step() instanceof Expression.IntegerLiteral step
                        && step.value() > 0
                        && loop.condition() instanceof Expression.Binary b
                        && b.operator() == Infix.LT
                        && b.left().equals(loop.variable().read())
                        && !Statements.changed(loop.body()).contains(loop.variable())
                ? greatest(b.right()).map(end -> new Iterations(0, end, 1))
                : known;
    }

    private static boolean isNotNegative(Expression number) {
        return switch (Arithmetic.of(number)) {
            case Arithmetic.Constant c -> c.value() >= 0;
            case Arithmetic.Quotient q -> isNotNegative(q.left()) && isNotNegative(q.right());
            case Arithmetic.Product p -> isNotNegative(p.left()) && isNotNegative(p.right());
            case Arithmetic.Sum s -> isNotNegative(s.left()) && isNotNegative(s.right());
            case Arithmetic.Other _ ->
                number instanceof Expression.Call c
                        && c.function() == Intrinsic.MAX
                        && c.operands().stream().anyMatch(Iterations::isNotNegative);
            case Arithmetic.Value _,
                    Arithmetic.Own _,
                    Arithmetic.Difference _,
                    Arithmetic.Remainder _,
                    Arithmetic.Negative _,
                    Arithmetic.Converted _ -> false;
        };
    }

    private static Optional<Long> greatest(Expression number) {
        if (number instanceof Expression.IntegerLiteral literal) {
            return Optional.of(literal.value());
        }
        return number instanceof Expression.Call c && c.function() == Intrinsic.MIN
                ? c.operands().stream().flatMap(o -> greatest(o).stream()).min(Comparator.naturalOrder())
                : Optional.empty();
    }

    /** Tells what the loop's variable is inside of it. */
    void bound(Variable variable, Bounds inside) {
        inside.between(variable, start, end - 1);
    }

    /** Whether compilers write out every one of them, and see each by itself. */
    boolean areWrittenOut(Statement.For loop) {
        return loop.unroll() == Statement.For.ALL || loop.unroll() >= count();
    }

    /** How many there are. */
    long count() {
        return Math.max(0, Math.ceilDiv(end - start, step));
    }

    /** The value of the iteration with that number, from 0. */
    long value(long number) {
        return start + number * step;
    }
}
