package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * Of the operands of minima and maxima of integers, which may be taken in any order, those come last that an iteration reads from shared memory: behind a barrier a thread
 * waits for these, and takes the others meanwhile.
 *
 * <p>Example: {@code up = s[i][w]; x = max(x, up - 1); x = max(x, left - 1); barrier} takes {@code left - 1} first.
 *
 * <p>Reads off the program: a loop whose body is a sequence of assignments with a barrier at its end.
 */
final class LateOperands implements Pass.Change {
    @Override
    public Program of(Program program) {
        Rewriter loops = new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.For loop
                                && !loop.body().isEmpty()
                                && loop.body().getLast() instanceof Statement.Barrier
                        ? List.of(loop.withBody(new Body(loop.body()).ordered()))
                        : List.of(statement);
            }
        };
        return program.withFunctions(
                program.functions().stream().map(loops::whole).toList());
    }

    private static final class Body {
        private final List<Statement> body;
        /** In the order in which they run; scopes are opened. */
        private final List<Statement> simple = new ArrayList<>();

        private final Set<Variable> late = new HashSet<>();
        private boolean straight = true;

        Body(List<Statement> body) {
            this.body = body;
            collect(body.subList(0, body.size() - 1));
            Set<Variable> seen = new HashSet<>();
            for (Statement statement : simple) {
                if (statement instanceof Statement.Assign(Place.Scalar(Variable v), Expression.Read(Place.Shared _))
                        && !seen.contains(v)) {
                    late.add(v);
                }
                seen.addAll(read(statement));
                seen.addAll(written(statement));
            }
        }

        private void collect(List<Statement> statements) {
            for (Statement statement : statements) {
                if (statement instanceof Statement.Scope s) {
                    collect(s.body());
                } else if (statement instanceof Statement.Declare || statement instanceof Statement.Assign) {
                    simple.add(statement);
                } else {
                    straight &= statement instanceof Statement.Comment;
                }
            }
        }

        List<Statement> ordered() {
            if (!straight) {
                return body;
            }
            Map<Statement, Statement> changed = updates();
            Rewriter rewriter = new Rewriter() {
                @Override
                protected Expression expression(Expression expression) {
                    return expression instanceof Expression.Call call && isExtreme(call)
                            ? operandsOrdered(call)
                            : expression;
                }
            };
            return rewriter.statements(replaced(body, changed));
        }

        private static List<Statement> replaced(List<Statement> statements, Map<Statement, Statement> by) {
            return statements.stream()
                    .map(s -> s instanceof Statement.Scope scope
                            ? (Statement) new Statement.Scope(replaced(scope.body(), by))
                            : by.getOrDefault(s, s))
                    .toList();
        }

        /** Updates of one variable behind one another, those with late operands last. */
        private Map<Statement, Statement> updates() {
            Map<Statement, Statement> changed = new IdentityHashMap<>();
            List<Statement> now = new ArrayList<>(simple);
            for (int round = 0; round < simple.size(); round++) {
                for (int first = 0; first < now.size(); first++) {
                    Update update = Update.of(now.get(first));
                    int second = update == null || !isLate(update.operand()) ? -1 : next(now, first, update.target);
                    Update other = second < 0 ? null : Update.of(now.get(second));
                    if (update != null
                            && other != null
                            && other.target.equals(update.target)
                            && isExtremeOf(other.call, update.call)
                            && !isLate(other.operand())
                            && mayMove(update, now.subList(first, second))
                            && mayMove(other, now.subList(first, second))) {
                        now.set(first, other.statement());
                        now.set(second, update.statement());
                    }
                }
            }
            for (int s = 0; s < now.size(); s++) {
                changed.put(simple.get(s), now.get(s));
            }
            return changed;
        }

        /** The next statement that mentions a variable; -1 where there is none. */
        private static int next(List<Statement> statements, int from, Variable variable) {
            for (int s = from + 1; s < statements.size(); s++) {
                if (read(statements.get(s)).contains(variable)
                        || written(statements.get(s)).contains(variable)) {
                    return s;
                }
            }
            return -1;
        }

        /** Whether an operand is the same in front of statements and behind them. */
        private boolean mayMove(Update update, List<Statement> statements) {
            Set<Variable> variables = read(update.operand());
            boolean declaresOne =
                    simple.stream().anyMatch(s -> s instanceof Statement.Declare d && variables.contains(d.variable()));
            return !declaresOne
                    && !variables.contains(update.target)
                    && reads(update.operand()).allMatch(Place.Scalar.class::isInstance)
                    && statements.stream().flatMap(s -> written(s).stream()).noneMatch(variables::contains);
        }

        private boolean isLate(Expression operand) {
            return reads(operand).anyMatch(Place.Shared.class::isInstance)
                    || read(operand).stream().anyMatch(late::contains);
        }

        private Expression operandsOrdered(Expression.Call call) {
            List<Expression> operands = operands(call, call).toList();
            List<Expression> ordered = Stream.concat(
                            operands.stream().filter(o -> !isLate(o)),
                            operands.stream().filter(this::isLate))
                    .toList();
            return ordered.equals(operands) && !isExtremeOf(call.operands().getLast(), call)
                    ? call
                    : ordered.stream()
                            .reduce((x, y) -> new Expression.Call(call.function(), call.of(), List.of(x, y)))
                            .orElseThrow();
        }

        private static Stream<Expression> operands(Expression value, Expression.Call of) {
            return isExtremeOf(value, of)
                    ? ((Expression.Call) value).operands().stream().flatMap(o -> operands(o, of))
                    : Stream.of(value);
        }

        private static boolean isExtremeOf(Expression value, Expression.Call of) {
            return value instanceof Expression.Call c && c.function() == of.function() && c.of() == of.of();
        }

        private static boolean isExtreme(Expression.Call call) {
            return (call.function() == Intrinsic.MIN || call.function() == Intrinsic.MAX)
                    && !call.of().isFloating();
        }

        private static Stream<Place> reads(Expression value) {
            List<Place> places = new ArrayList<>();
            Expressions.visit(value, e -> {
                if (e instanceof Expression.Read(Place place)) {
                    places.add(place);
                }
            });
            return places.stream();
        }

        private static Set<Variable> read(Expression value) {
            return reads(value)
                    .flatMap(p -> p instanceof Place.Scalar(Variable v) ? Stream.of(v) : Stream.empty())
                    .collect(Collectors.toSet());
        }

        private static Set<Variable> read(Statement statement) {
            Set<Variable> variables = new HashSet<>();
            statement.expressions().forEach(e -> variables.addAll(read(e)));
            return variables;
        }

        private static Set<Variable> written(Statement statement) {
            if (statement instanceof Statement.Assign(Place.Scalar(Variable v), Expression _)) {
                return Set.of(v);
            }
            return statement instanceof Statement.Declare d ? Set.of(d.variable()) : Set.of();
        }

        /** {@code target = min(target, operand)}, or a maximum. */
        private record Update(Variable target, Expression.Call call) {
            static @Nullable Update of(Statement statement) {
                return statement instanceof Statement.Assign(Place.Scalar(Variable v), Expression.Call call)
                                && isExtreme(call)
                                && call.operands().getFirst().equals(v.read())
                        ? new Update(v, call)
                        : null;
            }

            Expression operand() {
                return call.operands().getLast();
            }

            Statement statement() {
                return new Statement.Assign(target.place(), call);
            }
        }
    }
}
