package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * Quotients and remainders of a loop's counter and a thread's number, by a number that divides what the counter is multiplied with, are
 * taken apart: what is left to divide is the same in all iterations, so that it is computed once, before the loop.
 *
 * <pre>
 * for step in 0 .. 16 {                              for step in 0 .. 16 {
 *   group = 192 * step + thread                        row = 6 * step + thread / 32
 *   row = group / 32                          -&gt;       column = thread % 32
 *   column = group % 32                              }
 * }
 * </pre>
 *
 * <p>{@code (d * q + r) / d = q + r / d} and {@code (d * q + r) % d = r % d} where neither {@code d * q} nor r is negative; where r is less than c,
 * {@code (c * q + r) / (c * e) = q / e} and {@code (c * q + r) % (c * e) = c * (q % e) + r}. That, and that the counter runs between numbers, is read off the program ({@link Bounds}). Without it a copy of 16 bytes takes 20 instructions
 * (reports/experiments/nvidia-h200-products.txt), because a compiler does not know that a sum of signed numbers is not negative.
 */
final class SplitQuotients implements Pass.Change {
    @Override
    public Program of(Program program) {
        LargestBlocks threads = LargestBlocks.of(program);
        return program.withFunctions(program.functions().stream()
                .map(f -> RegisterTiles.areIn(f) && !CopyLoops.areNarrow(f)
                        ? f
                        : f.withBody(new Scope(
                                        new Bounds(threads.of(f)),
                                        Map.of(),
                                        Set.of(),
                                        assigned(f.body()),
                                        !RegisterTiles.areIn(f),
                                        CopyLoops.beforeWrittenOut(f))
                                .statements(f.body())))
                .toList());
    }

    /** The variables that something else than a loop between numbers changes. */
    private static Set<Variable> assigned(List<Statement> body) {
        Set<Variable> assigned = new HashSet<>();
        Statements.visit(body, s -> {
            if (!(s instanceof Statement.For loop) || Iterations.within(loop).isEmpty()) {
                s.written().forEach(p -> {
                    if (p instanceof Place.Scalar(Variable v)) {
                        assigned.add(v);
                    }
                });
            }
        });
        return assigned;
    }

    /**
     * What is known where statements are.
     *
     * @param counters variables of loops around that run between numbers
     * @param sums variables that are declared once, as something with a counter in it
     * @param assigned variables that the function changes
     * @param all whether quotients are split here, not in copies inside alone
     * @param left copies in which they are not split
     */
    private record Scope(
            Bounds bounds,
            Map<Variable, Expression> sums,
            Set<Variable> counters,
            Set<Variable> assigned,
            boolean all,
            Set<Statement.For> left) {
        List<Statement> statements(List<Statement> statements) {
            Set<Variable> changed = Statements.changed(statements);
            Scope scope = new Scope(bounds.copy(), new HashMap<>(sums), counters, assigned, all, left);
            List<Statement> result = new ArrayList<>();
            for (Statement statement : statements) {
                Statement split = scope.split(statement);
                if (split instanceof Statement.Declare d) {
                    scope.declare(d, changed);
                }
                result.add(split);
            }
            return result;
        }

        private void declare(Statement.Declare declare, Set<Variable> changed) {
            Variable variable = declare.variable();
            Expression value = declare.value();
            forget(Set.of(variable));
            if (value == null || changed.contains(variable)) {
                bounds.forget(variable);
                return;
            }
            bounds.define(variable, value);
            if (variable.type() == ScalarType.I32 && mentions(value, counters) && !mentions(value, assigned)) {
                sums.put(variable, value);
            }
        }

        private void forget(Set<Variable> variables) {
            sums.keySet().removeAll(variables);
            sums.values().removeIf(v -> mentions(v, variables));
        }

        /** The statement with everything in it. */
        private Statement split(Statement statement) {
            if (statement.bodies().isEmpty()) {
                return expressions(statement);
            }
            Set<Variable> changed = Statements.changed(List.of(statement));
            Set<Variable> around = new HashSet<>(counters);
            around.removeAll(changed);
            boolean copies = statement instanceof Statement.For f && CopyLoops.takesOffsets(f, left);
            Scope inside = new Scope(bounds.copy(), new HashMap<>(sums), around, assigned, all || copies, left);
            changed.forEach(inside.bounds::forget);
            inside.forget(changed);
            if (statement instanceof Statement.For loop) {
                Iterations.within(loop).ifPresent(i -> {
                    i.bound(loop.variable(), inside.bounds);
                    around.add(loop.variable());
                });
            }
            return statement.withBodies(inside::statements);
        }

        private Statement expressions(Statement statement) {
            if (!all || counters.isEmpty()) {
                return statement;
            }
            Rewriter rewriter = new Rewriter() {
                @Override
                protected Expression expression(Expression expression) {
                    return expression instanceof Expression.Binary b
                                    && b.type() == ScalarType.I32
                                    && b.right() instanceof Expression.IntegerLiteral divisor
                                    && divisor.value() > 1
                            ? quotient(b, divisor.value()).orElse(b)
                            : expression;
                }
            };
            return rewriter.whole(statement).getFirst();
        }

        /** The parts of a quotient or a remainder, where there are two. */
        private Optional<Expression> quotient(Expression.Binary binary, long divisor) {
            boolean remainder = binary.operator() == Infix.REM;
            if (!remainder && binary.operator() != Infix.DIV) {
                return Optional.empty();
            }
            Sums sums = Sums.of(written(binary.left()));
            long common = 0;
            for (Map.Entry<Map<Expression, Integer>, Long> term : sums.terms().entrySet()) {
                if (product(term.getKey()).isEmpty()) {
                    return Optional.empty();
                }
                common = moves(term) ? gcd(common, term.getValue()) : common;
            }
            // Numbers are common * moving + rest.
            boolean whole = common % divisor == 0;
            if (common == 0 || !whole && (common == 1 || divisor % common != 0)) {
                return Optional.empty();
            }
            long factor = whole ? divisor : common;
            Expression moving = Expressions.integer(0);
            Expression rest = Expressions.integer(0);
            for (Map.Entry<Map<Expression, Integer>, Long> term : inOrder(sums)) {
                boolean divided = term.getValue() % factor == 0;
                Expression product = times(
                        divided ? term.getValue() / factor : term.getValue(),
                        product(term.getKey()).orElseThrow());
                moving = divided ? Expressions.sum(moving, product) : moving;
                rest = divided ? rest : Expressions.sum(rest, product);
            }
            Optional<Bounds.Value> left = bounds.of(rest);
            if (!isNotNegative(bounds.of(moving)) || !isNotNegative(left)) {
                return Optional.empty();
            }
            boolean below = left.orElseThrow().greatest() < factor;
            if (whole && remainder) {
                return Optional.of(below ? rest : Expressions.remainder(rest, divisor));
            }
            if (whole) {
                return Optional.of(below ? moving : Expressions.sum(moving, Expressions.divide(rest, divisor)));
            }
            if (!below) {
                return Optional.empty();
            }
            return Optional.of(
                    remainder
                            ? Expressions.sum(times(factor, Expressions.remainder(moving, divisor / factor)), rest)
                            : Expressions.divide(moving, divisor / factor));
        }

        private boolean moves(Map.Entry<Map<Expression, Integer>, Long> term) {
            return term.getKey().keySet().stream().anyMatch(f -> mentions(f, counters));
        }

        private static long gcd(long a, long b) {
            return b == 0 ? Math.abs(a) : gcd(b, a % b);
        }

        private static List<Map.Entry<Map<Expression, Integer>, Long>> inOrder(Sums sums) {
            return sums.terms().entrySet().stream()
                    .sorted(Comparator.comparing(term -> term.getKey().toString()))
                    .toList();
        }

        private static boolean isNotNegative(Optional<Bounds.Value> value) {
            return value.isPresent()
                    && value.get().shared().isEmpty()
                    && value.get().least() >= 0;
        }

        /** An expression with what variables with counters in them are. */
        private Expression written(Expression expression) {
            return new Rewriter() {
                @Override
                protected Expression expression(Expression e) {
                    return e instanceof Expression.Read(Place.Scalar(Variable v)) && sums.containsKey(v)
                            ? written(sums.get(v))
                            : e;
                }
            }.whole(expression);
        }

        private static Expression times(long coefficient, Expression factor) {
            return Expressions.isInteger(factor, 1)
                    ? Expressions.integer(coefficient)
                    : Expressions.multiply(Expressions.integer(coefficient), factor);
        }

        /** A product of at most one factor. */
        private static Optional<Expression> product(Map<Expression, Integer> factors) {
            if (factors.isEmpty()) {
                return Optional.of(Expressions.integer(1));
            }
            Map.Entry<Expression, Integer> factor =
                    factors.entrySet().iterator().next();
            return factors.size() == 1 && factor.getValue() == 1 ? Optional.of(factor.getKey()) : Optional.empty();
        }

        private static boolean mentions(Expression expression, Set<Variable> variables) {
            boolean[] found = {false};
            Expressions.visit(
                    expression,
                    e -> found[0] |= e instanceof Expression.Read(Place.Scalar(Variable v)) && variables.contains(v));
            return found[0];
        }
    }
}
