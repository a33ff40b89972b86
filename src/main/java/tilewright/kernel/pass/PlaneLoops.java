package tilewright.kernel.pass;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * Loops that go through arrays plane by plane: their threads wait for each other in every iteration, store what registers hold, and move registers on to those of the plane before. A thread has few
 * points there and does the same at each of them in every iteration, so that addresses and guards are a large part of what it does.
 *
 * @param loop the loop
 * @param inside variables that it declares or changes
 */
record PlaneLoops(Statement.For loop, Set<Variable> inside) {
    /** A program with such loops changed: what stands in the place of one. */
    static Function changed(Function function, BiFunction<PlaneLoops, FreeNames, List<Statement>> change) {
        FreeNames names = new FreeNames(function);
        return new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.For f && isOne(f)
                        ? change.apply(new PlaneLoops(f, inside(f)), names)
                        : List.of(statement);
            }
        }.whole(function);
    }

    private static boolean isOne(Statement.For loop) {
        boolean[] stores = {false};
        boolean[] moves = {false};
        Statements.visit(loop.body(), s -> {
            stores[0] |= s.written().stream().anyMatch(Place.Global.class::isInstance);
            moves[0] |= s instanceof Statement.Assign(Place.Register to, Expression.Read(Place.Register from))
                    && !to.array().equals(from.array());
        });
        return loop.unroll() != Statement.For.ALL
                && loop.body().stream().anyMatch(Statement.Barrier.class::isInstance)
                && Iterations.of(loop).isPresent()
                && stores[0]
                && moves[0];
    }

    private static Set<Variable> inside(Statement.For loop) {
        Set<Variable> inside = new HashSet<>(Statements.changed(List.of(loop)));
        Statements.visit(loop.body(), s -> {
            if (s instanceof Statement.Declare d) {
                inside.add(d.variable());
            } else if (s instanceof Statement.For f) {
                inside.add(f.variable());
            }
        });
        return inside;
    }

    /** Whether a value is the same in all iterations, and can be computed before them, but for counters of loops inside. */
    boolean stays(Expression value, Set<Variable> counters) {
        boolean[] stays = {true};
        Expressions.visit(value, e -> {
            boolean divides = e instanceof Expression.Binary b
                    && (b.operator() == Infix.DIV || b.operator() == Infix.REM)
                    && !(b.right() instanceof Expression.IntegerLiteral);
            boolean changes = e instanceof Expression.Read(Place place)
                    && !(place instanceof Place.Scalar(Variable v) && (!inside.contains(v) || counters.contains(v)));
            stays[0] &= Expressions.isOfThread(e) && !divides && !changes;
        });
        return stays[0];
    }

    /** Whether a value names a variable that is none of these counters. */
    static boolean isOfMore(Expression value, Set<Variable> counters) {
        boolean[] more = {false};
        Expressions.visit(
                value,
                e -> more[0] |= e instanceof Expression.Own
                        || e instanceof Expression.Read(Place.Scalar(Variable v)) && !counters.contains(v));
        return more[0];
    }
}
