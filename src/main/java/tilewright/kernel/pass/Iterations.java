package tilewright.kernel.pass;

import java.util.Optional;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
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

    /** Tells what the loop's variable is inside of it. */
    void bound(Variable variable, Bounds inside) {
        inside.between(variable, start, end - 1);
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
