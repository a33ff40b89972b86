package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * A loop between numbers that does all under one condition, which holds for all threads until the last iterations: these stand behind the loop, and the
 * loop asks nothing (index set splitting, M. J. Wolfe, High Performance Compilers for Parallel Computing, 1996, 9.4).
 *
 * <pre>
 * for step in 0 .. 11 {                              for step in 0 .. 10 {
 *   group = 192 * step + thread                        group = 192 * step + thread
 *   if group &lt; 2048 { copy }                  -&gt;       copy
 * }                                                  }
 *                                                    for step in 10 .. 11 {
 *                                                      group = 192 * step + thread
 *                                                      if group &lt; 2048 { copy }
 *                                                    }
 * </pre>
 *
 * <p>A compiler cannot join what stands under a condition in every iteration, and computes each address anew.
 */
final class LastIterations implements Pass.Change {
    @Override
    public Program of(Program program) {
        LargestBlocks threads = LargestBlocks.of(program);
        return program.withFunctions(program.functions().stream()
                .map(f -> RegisterTiles.areIn(f) ? f : f.withBody(statements(f.body(), new Bounds(threads.of(f)))))
                .toList());
    }

    private static List<Statement> statements(List<Statement> statements, Bounds outside) {
        Bounds bounds = outside.copy();
        Set<Variable> changed = Statements.changed(statements);
        List<Statement> result = new ArrayList<>();
        for (Statement statement : statements) {
            if (statement instanceof Statement.Declare d) {
                define(d, changed, bounds);
            }
            Bounds inside = bounds.copy();
            Statements.changed(List.of(statement)).forEach(inside::forget);
            if (statement instanceof Statement.For loop) {
                result.addAll(loop(loop, inside));
            } else {
                result.add(statement.withBodies(b -> statements(b, inside)));
            }
        }
        return result;
    }

    private static void define(Statement.Declare declare, Set<Variable> changed, Bounds bounds) {
        if (declare.value() != null && !changed.contains(declare.variable())) {
            bounds.define(declare.variable(), declare.value());
        } else {
            bounds.forget(declare.variable());
        }
    }

    private static List<Statement> loop(Statement.For loop, Bounds inside) {
        Optional<Iterations> iterations = Iterations.of(loop);
        if (iterations.isEmpty()
                || !(loop.body().getLast() instanceof Statement.If last)
                || !last.otherwise().isEmpty()
                || !loop.body().subList(0, loop.body().size() - 1).stream().allMatch(LastIterations::isConstant)) {
            iterations.ifPresent(i -> i.bound(loop.variable(), inside));
            return List.of(loop.withBody(statements(loop.body(), inside)));
        }
        Iterations all = iterations.get();
        long holds = 0;
        while (holds < all.count() && holds(loop, last.condition(), all.value(holds), inside)) {
            holds++;
        }
        if (holds == 0) {
            return List.of(loop);
        }
        List<Statement> always =
                new ArrayList<>(loop.body().subList(0, loop.body().size() - 1));
        always.addAll(last.then());
        List<Statement> parts = new ArrayList<>(List.of(part(loop, all.start(), all.value(holds), holds, always)));
        if (holds < all.count()) {
            parts.add(part(loop, all.value(holds), all.end(), all.count() - holds, loop.body()));
        }
        return parts;
    }

    private static Statement part(Statement.For loop, long start, long end, long count, List<Statement> body) {
        return new Statement.For(
                loop.variable(),
                Expressions.integer(start),
                Expressions.less(loop.variable().read(), Expressions.integer(end)),
                loop.step(),
                loop.unroll() > 1 ? written(loop.unroll(), count) : loop.unroll(),
                body);
    }

    /** How many iterations to write out: as many as wished or up to half as many, if that leaves none over. */
    private static int written(int wished, long count) {
        int most = (int) Math.min(wished, count);
        for (int some = most; some > most / 2; some--) {
            if (count % some == 0) {
                return some;
            }
        }
        return most;
    }

    private static boolean isConstant(Statement statement) {
        return statement instanceof Statement.Declare d && d.constant() || statement instanceof Statement.Comment;
    }

    /** Whether a condition holds for all threads in an iteration. */
    private static boolean holds(Statement.For loop, Expression condition, long value, Bounds outside) {
        Bounds inside = outside.copy();
        inside.between(loop.variable(), value, value);
        for (Statement s : loop.body()) {
            if (s instanceof Statement.Declare d) {
                define(d, Set.of(), inside);
            }
        }
        return condition instanceof Expression.Binary comparison && inside.holds(comparison);
    }
}
