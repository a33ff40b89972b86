package tilewright.kernel.pass;

import java.util.List;
import java.util.Optional;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;

/**
 * A loop of at most so many iterations, all of which are written out, counts to that number, and asks in each iteration whether it exists.
 *
 * <pre>
 * for q in 0 .. min(15, m - 16 * c - 1) + 1 { sum = sum + h[16 * c + q] * x[i + 16 * c + q] }
 *
 * for q in 0 .. 16 { if q &lt;= m - 16 * c - 1 { sum = sum + h[16 * c + q] * x[i + 16 * c + q] } }
 * </pre>
 *
 * <p>A compiler asks the same between iterations that it has written out. As a guard the question can be asked once for all of them ({@link Unswitch}), and
 * of what they read together ({@link ReadWindows}). Loops that do anything but compute stay.
 */
final class WholeLengths implements Pass.Change {
    @Override
    public Program of(Program program) {
        return program.withFunctions(program.functions().stream()
                .map(f -> f.withBody(statements(f.body())))
                .toList());
    }

    private static List<Statement> statements(List<Statement> statements) {
        return statements.stream()
                .map(s -> s.withBodies(WholeLengths::statements))
                .map(s -> s instanceof Statement.For loop ? whole(loop) : s)
                .toList();
    }

    private static Statement whole(Statement.For loop) {
        boolean counts = loop.start() != null
                && Expressions.isInteger(loop.start(), 0)
                && Expressions.isInteger(loop.step(), 1)
                && loop.body().stream().allMatch(ReadWindows::computes)
                && !Statements.changed(loop.body()).contains(loop.variable());
        if (!counts
                || !(loop.condition() instanceof Expression.Binary b)
                || b.operator() != Infix.LT
                || !b.left().equals(loop.variable().read())) {
            return loop;
        }
        return last(b.right())
                .filter(least -> least.number() < loop.unroll())
                .<Statement>map(least -> new Statement.For(
                        loop.variable(),
                        loop.start(),
                        Expressions.less(loop.variable().read(), Expressions.integer(least.number() + 1)),
                        loop.step(),
                        loop.unroll(),
                        List.of(new Statement.If(
                                Expressions.lessEqual(loop.variable().read(), least.other()), loop.body()))))
                .orElse(loop);
    }

    /**
     * The smaller one of a number and something else.
     *
     * @param number at least 0
     */
    private record Least(long number, Expression other) {}

    /** The last iteration of a loop to an end, which is a smaller one plus 1. */
    private static Optional<Least> last(Expression end) {
        return end instanceof Expression.Binary b
                        && b.operator() == Infix.ADD
                        && Expressions.isInteger(b.right(), 1)
                        && b.left() instanceof Expression.Conditional c
                        && c.condition() instanceof Expression.Binary compare
                        && compare.operator() == Infix.LT
                        && compare.left().equals(c.then())
                        && compare.right().equals(c.otherwise())
                        && c.then() instanceof Expression.IntegerLiteral number
                        && number.value() >= 0
                ? Optional.of(new Least(number.value(), c.otherwise()))
                : Optional.empty();
    }
}
