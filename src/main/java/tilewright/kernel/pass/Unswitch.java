package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * A loop of constant length, inside another one, whose updates ask whether they are inside their domain gets a second form that
 * does not ask, for the iterations around it in which the answer is yes for all threads and all of its own iterations. Then products
 * over triangles ask only where the diagonal passes (loop unswitching, D. F. Bacon, S. L. Graham, O. J. Sharp, Compiler transformations
 * for high-performance computing, ACM Computing Surveys 26 (1994), after splitting the index set).
 *
 * <pre>
 * for k_in in 0 .. 16 { x = i_base + i_own >= k_chunk + k_in + 1 ? x + a * b : x }
 *
 * if i_base >= k_chunk + 16 { for k_in in 0 .. 16 { x = x + a * b } } else { .. as before .. }
 * </pre>
 *
 * <p>Needs that a guard is a comparison of whole numbers that {@link Bounds} knows, and that it depends on the loop around: else blocks
 * are told apart before they start. The new comparison is the same for all threads, so that barriers inside stay where all threads meet. Loops
 * that wait in every iteration stay as they are, and so do those over a thread's own points.
 */
final class Unswitch implements Pass.Change {
    private final boolean alone;

    /** In programs of threads. */
    Unswitch() {
        this(false);
    }

    /**
     * @param alone whether one thread runs a block: all values are its own, and indices that are kept inside of arrays (the smaller of an index and the
     *     last one) are what they would be without, too, where that is so in all iterations
     */
    Unswitch(boolean alone) {
        this.alone = alone;
    }

    @Override
    public Program of(Program program) {
        LargestBlocks threads = LargestBlocks.of(program);
        Map<String, Set<Integer>> own = alone ? Map.of() : ownParameters(program);
        List<Function> functions = program.functions().stream()
                .map(f -> new OfFunction(threads.of(f), alone).whole(f, own.getOrDefault(f.name(), Set.of())))
                .toList();
        return program.withFunctions(functions);
    }

    /** Parameters, by position, that some call does not give the same value in all threads. */
    private static Map<String, Set<Integer>> ownParameters(Program program) {
        Map<String, Set<Integer>> own = new HashMap<>();
        for (boolean grows = true; grows; ) {
            boolean[] grown = {false};
            for (Function f : program.functions()) {
                Bounds bounds = new Bounds(1);
                share(f, own.getOrDefault(f.name(), Set.of()), bounds);
                new Calls(
                                bounds,
                                (call, position) -> grown[0] |= own.computeIfAbsent(call, _ -> new HashSet<>())
                                        .add(position))
                        .visit(f.body());
            }
            grows = grown[0];
        }
        return own;
    }

    private static void share(Function f, Set<Integer> own, Bounds bounds) {
        for (int p = 0; p < f.parameters().size(); p++) {
            if (f.parameters().get(p) instanceof Function.Parameter.Value(Variable variable) && !own.contains(p)) {
                bounds.share(variable);
            }
        }
    }

    /** Finds arguments that are not the same in all threads. */
    private record Calls(Bounds bounds, Found found) {
        interface Found {
            void at(String function, int position);
        }

        void visit(List<Statement> statements) {
            Set<Variable> changed = Statements.changed(statements);
            for (Statement s : statements) {
                if (s instanceof Statement.Declare d && d.value() != null && !changed.contains(d.variable())) {
                    bounds.define(d.variable(), d.value());
                }
                if (s instanceof Statement.Call call) {
                    for (int a = 0; a < call.arguments().size(); a++) {
                        if (call.arguments().get(a) instanceof Argument.Value v && !bounds.isShared(v.value())) {
                            found.at(call.function(), a);
                        }
                    }
                }
                s.bodies().forEach(b -> new Calls(bounds.copy(), found).visit(b));
            }
        }
    }

    /** One function's loops. */
    private record OfFunction(int threads, boolean clamps) {
        Function whole(Function f, Set<Integer> own) {
            Bounds bounds = new Bounds(threads);
            share(f, own, bounds);
            return f.withBody(statements(f.body(), bounds, Set.of()));
        }

        /** @param around variables of loops around that all threads share */
        private List<Statement> statements(List<Statement> statements, Bounds outside, Set<Variable> around) {
            Bounds bounds = outside.copy();
            Set<Variable> changed = Statements.changed(statements);
            List<Statement> result = new ArrayList<>();
            for (Statement s : statements) {
                if (s instanceof Statement.Declare d) {
                    if (d.value() != null && !changed.contains(d.variable())) {
                        bounds.define(d.variable(), d.value());
                    } else {
                        bounds.forget(d.variable());
                    }
                }
                result.add(statement(s, bounds, around, statements));
            }
            return result;
        }

        private Statement statement(
                Statement statement, Bounds bounds, Set<Variable> around, List<Statement> siblings) {
            if (statement instanceof Statement.For f) {
                return loop(f, bounds, around, siblings);
            }
            // What iterations of a loop change is not known inside.
            Bounds inside = bounds.copy();
            Statements.changed(List.of(statement)).forEach(inside::forget);
            return statement.withBodies(b -> statements(b, inside, around));
        }

        private Statement loop(Statement.For f, Bounds bounds, Set<Variable> around, List<Statement> siblings) {
            Bounds inside = bounds.copy();
            Statements.changed(f.body()).forEach(inside::forget);
            inside.forget(f.variable());
            Optional<Iterations> iterations = Iterations.of(f);
            if (iterations.isPresent()) {
                Optional<Statement> two = around.isEmpty() || isOverRegisters(f) || waits(f)
                        ? Optional.empty()
                        : unswitched(f, iterations.get(), bounds, around);
                if (two.isPresent()) {
                    return two.get();
                }
                iterations.get().bound(f.variable(), inside);
                return f.withBody(statements(f.body(), inside, around));
            }
            Set<Variable> loops = new HashSet<>(around);
            Expression start = f.start() != null ? f.start() : declared(f.variable(), siblings);
            inside.share(f.variable());
            if (start != null
                    && bounds.isShared(start)
                    && inside.isShared(f.condition())
                    && inside.isShared(f.step())) {
                loops.add(f.variable());
            } else {
                inside.forget(f.variable());
            }
            return f.withBody(statements(f.body(), inside, loops));
        }

        /** The value that a variable is declared with among statements, if nothing but one loop changes it. */
        private static @org.jspecify.annotations.Nullable Expression declared(
                Variable variable, List<Statement> siblings) {
            Expression found = null;
            int loops = 0;
            for (Statement s : siblings) {
                if (s instanceof Statement.Declare d && d.variable().equals(variable)) {
                    found = d.value();
                }
                if (s instanceof Statement.For f && f.variable().equals(variable)) {
                    loops++;
                } else if (Statements.changed(List.of(s)).contains(variable)) {
                    return null;
                }
            }
            return loops == 1 ? found : null;
        }

        /** Whether a loop is there to name a thread's registers one by one, as those over its points. */
        private static boolean isOverRegisters(Statement.For f) {
            return f.unroll() == Statement.For.ALL;
        }

        /** Whether every iteration waits for other threads. */
        private static boolean waits(Statement.For f) {
            return f.body().stream().anyMatch(s -> s instanceof Statement.Barrier || s instanceof Statement.BarrierOr);
        }

        private Optional<Statement> unswitched(
                Statement.For f, Iterations iterations, Bounds bounds, Set<Variable> around) {
            Bounds inside = bounds.copy();
            Statements.changed(f.body()).forEach(inside::forget);
            iterations.bound(f.variable(), inside);
            Guards guards = new Guards(bounds, around, new LinkedHashSet<>(), clamps);
            List<Statement> body = guards.without(f.body(), inside);
            if (guards.conditions().isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new Statement.If(
                    Expressions.all(List.copyOf(guards.conditions())), List.of(f.withBody(body)), List.of(f)));
        }
    }

    /**
     * Takes guards out.
     *
     * @param outside what is known before the loop: what the conditions may speak of
     * @param around variables of loops around, one of which a condition mentions
     * @param conditions under which the guards that were taken out hold
     * @param clamps whether indices are taken for what they are inside of arrays
     */
    private record Guards(Bounds outside, Set<Variable> around, Set<Expression> conditions, boolean clamps) {
        List<Statement> without(List<Statement> statements, Bounds before) {
            Bounds bounds = before.copy();
            Set<Variable> changed = Statements.changed(statements);
            List<Statement> result = new ArrayList<>();
            for (Statement s : statements) {
                if (s instanceof Statement.Declare d && d.value() != null && !changed.contains(d.variable())) {
                    bounds.define(d.variable(), d.value());
                }
                result.add(without(s, bounds));
            }
            return result;
        }

        private Statement without(Statement statement, Bounds bounds) {
            return switch (statement) {
                case Statement.For f -> {
                    Bounds inside = bounds.copy();
                    Statements.changed(List.of(f)).forEach(inside::forget);
                    Iterations.of(f).ifPresent(i -> i.bound(f.variable(), inside));
                    yield f.withBody(without(f.body(), inside));
                }
                case Statement.Scope s -> new Statement.Scope(without(s.body(), bounds));
                case Statement.If i -> without(i, bounds);
                case Statement.Assign a -> without((Statement.Assign) inside(a, bounds), bounds);
                case Statement.Declare d -> inside(d, bounds);
                case Statement.While _, Statement.ParallelFor _, Statement.Simple _ -> statement;
            };
        }

        /** The smaller one of an index and the last one is the index. */
        private Statement inside(Statement statement, Bounds bounds) {
            if (!clamps) {
                return statement;
            }
            return statement.rewritten(new Rewriter() {
                @Override
                protected Expression expression(Expression expression) {
                    return expression instanceof Expression.Conditional c
                                    && c.condition() instanceof Expression.Binary b
                                    && b.operator() == Infix.LT
                                    && b.left().equals(c.then())
                                    && b.right().equals(c.otherwise())
                                    && isTaken(new Expression.Binary(Infix.LE, b.left(), b.right()), bounds)
                            ? c.then()
                            : expression;
                }
            });
        }

        private boolean isTaken(Expression.Binary comparison, Bounds bounds) {
            Optional<Expression> always = bounds.always(comparison).filter(this::isUseful);
            always.ifPresent(conditions::add);
            return always.isPresent();
        }

        private Statement without(Statement.If branch, Bounds bounds) {
            Optional<Expression> left =
                    branch.otherwise().isEmpty() ? rest(branch.condition(), bounds) : Optional.empty();
            List<Statement> then = without(branch.then(), bounds);
            if (left.isEmpty()) {
                return new Statement.If(branch.condition(), then, without(branch.otherwise(), bounds));
            }
            return isTrue(left.get()) ? new Statement.Scope(then) : new Statement.If(left.get(), then);
        }

        /** Takes guards out of {@code target = guard ? value : target}. */
        private Statement without(Statement.Assign assign, Bounds bounds) {
            if (!(assign.value() instanceof Expression.Conditional c)
                    || !c.otherwise().equals(new Expression.Read(assign.target()))) {
                return assign;
            }
            return rest(c.condition(), bounds)
                    .map(left -> new Statement.Assign(
                            assign.target(),
                            isTrue(left) ? c.then() : Expressions.select(left, c.then(), c.otherwise())))
                    .orElse(assign);
        }

        private static boolean isTrue(Expression condition) {
            return Expressions.isInteger(condition, 1);
        }

        /** What is left to ask of a condition; empty where all is. */
        private Optional<Expression> rest(Expression condition, Bounds bounds) {
            List<Expression> left = new ArrayList<>();
            boolean taken = false;
            for (Expression conjunct : Expressions.conjuncts(condition)) {
                Optional<Expression> always = conjunct instanceof Expression.Binary b
                        ? bounds.always(b).filter(this::isUseful)
                        : Optional.empty();
                always.ifPresent(conditions::add);
                taken |= always.isPresent();
                if (always.isEmpty()) {
                    left.add(conjunct);
                }
            }
            return taken ? Optional.of(Expressions.all(left)) : Optional.empty();
        }

        /** Whether a condition depends on a loop around, and can be asked before this one. */
        private boolean isUseful(Expression condition) {
            boolean[] mentions = {false};
            Expressions.visit(
                    condition,
                    e -> mentions[0] |= e instanceof Expression.Read r
                            && r.place() instanceof Place.Scalar(Variable v)
                            && around.contains(v));
            return mentions[0] && outside.isShared(condition);
        }
    }
}
