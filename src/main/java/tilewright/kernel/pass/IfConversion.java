package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.select;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * In a loop that a compiler writes out, what a thread computes under a guard that the loop does not change is computed without it, and only stores ask (J. R. Allen, K. Kennedy, C. Porterfield, J.
 * Warren, Conversion of control dependence to data dependence, POPL 1983). A guard is a branch in every iteration, and values of different iterations are not computed beside each other across
 * branches.
 *
 * <pre>
 * for j in 0 .. 16 unroll 16 {         for j in 0 .. 16 unroll 16 {
 *   if n >= i {                          x = s[j] - a * x
 *     x = s[j] - a * x            -&gt;     if n >= i { q[.. + j] = x }
 *     q[.. + j] = x                    }
 *   }
 * }
 * </pre>
 *
 * <p>A thread for which the guard does not hold has anything in such a variable then. So nothing else may read it: what does is an assignment under a selection. Reads off the program: that values
 * are made of registers alone, so that no thread reads outside of an array, and that a variable is handed on from iteration to iteration.
 */
final class IfConversion implements Pass.Change {
    @Override
    public Program of(Program program) {
        return program.withFunctions(
                program.functions().stream().map(IfConversion::in).toList());
    }

    private static Function in(Function function) {
        FreeNames names = new FreeNames(function);
        return new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.For loop && loop.unroll() > 1
                        ? new InLoop(function, loop, names).converted()
                        : List.of(statement);
            }
        }.whole(function);
    }

    /** The guards of a loop. */
    private record InLoop(
            Function function,
            Statement.For loop,
            FreeNames names,
            LoopDefinitions definitions,
            List<Statement> before) {
        InLoop(Function function, Statement.For loop, FreeNames names) {
            this(function, loop, names, LoopDefinitions.of(loop), new ArrayList<>());
        }

        List<Statement> converted() {
            Statement converted = loop.withBody(converted(loop.body()));
            if (before.isEmpty()) {
                return List.of(converted);
            }
            before.add(converted);
            return List.of(new Statement.Scope(before));
        }

        private List<Statement> converted(List<Statement> body) {
            List<Statement> result = new ArrayList<>();
            for (Statement statement : body) {
                if (statement instanceof Statement.Scope scope) {
                    result.add(new Statement.Scope(converted(scope.body())));
                } else if (statement instanceof Statement.If guard && isConverted(guard)) {
                    result.addAll(converted(guard));
                } else {
                    result.add(statement);
                }
            }
            return result;
        }

        private boolean isConverted(Statement.If guard) {
            boolean plain = guard.otherwise().isEmpty()
                    && stays(guard.condition())
                    && means(guard.condition(), new HashSet<>());
            boolean handsOn = false;
            for (Statement s : guard.then()) {
                plain &= switch (s) {
                    case Statement.Declare d -> d.value() != null && d.constant() && isOfRegisters(d.value());
                    case Statement.Assign(Place.Scalar _, Expression value) -> isOfRegisters(value);
                    case Statement.Assign(Place place, Expression _) -> place instanceof Place.Global;
                    case Statement.Comment _ -> true;
                    case Statement.Compound _, Statement.Simple _ -> false;
                };
                handsOn |= s instanceof Statement.Assign(Place.Scalar(Variable v), Expression _)
                        && !definitions.values().containsKey(v)
                        && isOnlyHandedOn(v, guard);
            }
            return plain && handsOn;
        }

        /** Whether a thread finds the same answer in all iterations. */
        private boolean stays(Expression condition) {
            return condition instanceof Expression.Binary b
                    && (b.operator() == Infix.AND_THEN || b.operator() == Infix.AND
                            ? stays(b.left()) && stays(b.right())
                            : isComparison(b)
                                    && definitions.stay(
                                            definitions.sums(b.left()).plus(definitions.sums(b.right()), -1)));
        }

        /** Whether the names in an expression stand for the same wherever they stand in the function. */
        private boolean means(Expression expression, Set<String> known) {
            Set<Variable> changed = Statements.changed(function.body());
            boolean[] means = {true};
            Expressions.visit(expression, e -> {
                if (e instanceof Expression.Read(Place.Scalar(Variable v)) && known.add(v.name())) {
                    Set<Expression> values = new HashSet<>();
                    Statements.visit(function.body(), s -> {
                        if (s instanceof Statement.Declare d && d.variable().equals(v) && d.value() != null) {
                            values.add(d.value());
                        }
                    });
                    means[0] &= !changed.contains(v)
                            && values.size() <= 1
                            && values.stream().allMatch(value -> means(value, known));
                }
            });
            return means[0];
        }

        private static boolean isComparison(Expression.Binary b) {
            return switch (b.operator()) {
                case EQ, NE, LT, LE, GT, GE -> !b.left().type().isFloating();
                case OR_ELSE, AND_THEN, OR, XOR, AND, SHL, SHR, ADD, SUB, MUL, DIV, REM -> false;
            };
        }

        /** Whether computing it touches no memory, cannot fail, and has no branch of its own, as divisions have. */
        private static boolean isOfRegisters(Expression value) {
            boolean[] registers = {true};
            Expressions.visit(
                    value,
                    e -> registers[0] &= Expressions.isOfThread(e)
                            && (!(e instanceof Expression.Read(Place place))
                                    || place instanceof Place.Scalar
                                    || place instanceof Place.Register)
                            && !(e instanceof Expression.Mathematical)
                            && !(e instanceof Expression.Binary b
                                    && (b.operator() == Infix.DIV || b.operator() == Infix.REM)
                                    && !(b.right() instanceof Expression.IntegerLiteral)));
            return registers[0];
        }

        /** Pure values under the guard, stores with it; what others read keeps what it had where the guard does not hold. */
        private List<Statement> converted(Statement.If guard) {
            List<Statement> result = new ArrayList<>();
            List<Statement> stores = new ArrayList<>();
            List<Moving> moves = new ArrayList<>();
            for (Statement s : guard.then()) {
                if (s instanceof Statement.Assign(Place place, Expression value)
                        && place instanceof Place.Scalar(Variable v)) {
                    result.add(
                            isOnlyHandedOn(v, guard)
                                    ? s
                                    : new Statement.Assign(
                                            place, select(guard.condition(), value, new Expression.Read(place))));
                } else if (s instanceof Statement.Assign(Place.Global place, Expression value)) {
                    moving(place)
                            .ifPresentOrElse(
                                    at -> {
                                        stores.add(new Statement.Assign(at(place, at.variable()), value));
                                        moves.add(at);
                                    },
                                    () -> stores.add(s));
                } else {
                    result.add(s);
                }
            }
            if (!stores.isEmpty()) {
                result.add(new Statement.If(guard.condition(), stores));
            }
            moves.forEach(m -> result.add(new Statement.Assign(
                    m.variable().place(),
                    Expressions.binary(Infix.ADD, m.variable().read(), m.by()))));
            return List.of(new Statement.Scope(result));
        }

        /** A place's offset that is carried from iteration to iteration, and how far it moves. */
        private record Moving(Variable variable, Expression by) {}

        private static Place.Global at(Place.Global place, Variable offset) {
            return new Place.Global(place.array(), place.as(), offset.read(), place.access());
        }

        /**
         * The offset of a store that moves by what is no number: computed under the guard, it would be more than an instruction there, and a branch. Declares it before the loop.
         */
        private Optional<Moving> moving(Place.Global place) {
            Expression offset = definitions.written(place.offset());
            Sums slope = Sums.of(offset).slope(loop.variable().read());
            boolean moves = place.offset().type() == ScalarType.I64
                    && slope != null
                    && definitions.stay(slope)
                    && slope.terms().keySet().stream().anyMatch(t -> !t.isEmpty())
                    && Iterations.of(loop).isPresent();
            if (!moves || slope == null) {
                return Optional.empty();
            }
            Iterations iterations = Iterations.of(loop).orElseThrow();
            Expression first = Constants.of(loop.variable(), Expressions.integer(iterations.start()))
                    .written(offset);
            if (!definitions.stay(Sums.of(first))) {
                return Optional.empty();
            }
            Variable at = new Variable(names.fresh(place.array().name() + "_at"), ScalarType.I64);
            before.add(new Statement.Declare(at, first, false));
            Expression by = slope.expression(ScalarType.I64);
            return Optional.of(new Moving(
                    at,
                    iterations.step() == 1
                            ? by
                            : Expressions.binary(
                                    Infix.MUL, new Expression.IntegerLiteral(ScalarType.I64, iterations.step()), by)));
        }

        /** Whether a variable is read under the guard alone, but for other variables that it is handed on to and that go back to it. */
        private boolean isOnlyHandedOn(Variable variable, Statement.If guard) {
            Set<String> same = new LinkedHashSet<>(Set.of(variable.name()));
            for (boolean grows = true; grows; ) {
                Set<String> before = Set.copyOf(same);
                Statements.visit(function.body(), s -> {
                    if (copied(s) instanceof String from && same.contains(from) && target(s) instanceof String to) {
                        same.add(to);
                    }
                });
                grows = !same.equals(before);
            }
            Set<Statement> guarded = Collections.newSetFromMap(new IdentityHashMap<>());
            Statements.visit(function.body(), s -> {
                if (s instanceof Statement.If other && isSame(other, guard)) {
                    guarded.addAll(other.then());
                }
            });
            boolean[] elsewhere = {false};
            Statements.visit(function.body(), s -> {
                boolean free = guarded.contains(s) || copied(s) instanceof String from && same.contains(from);
                elsewhere[0] |= !free && s.expressions().stream().anyMatch(e -> reads(e, same, guard));
            });
            return !elsewhere[0];
        }

        /** The loop runs a second time as it was where quotients are checked behind it: its guard is this one there. */
        private static boolean isSame(Statement.If other, Statement.If guard) {
            return other.condition().equals(guard.condition());
        }

        /** Whether an expression reads one of these, but for what it takes under a selection only where the guard holds. */
        private boolean reads(Expression expression, Set<String> names, Statement.If guard) {
            if (expression instanceof Expression.Read(Place.Scalar(Variable v)) && names.contains(v.name())) {
                return true;
            }
            boolean guarded = expression instanceof Expression.Conditional c
                    && definitions.written(c.condition()).equals(definitions.written(guard.condition()));
            List<Expression> operands = expression.operands();
            return IntStream.range(0, operands.size())
                    .anyMatch(o -> (!guarded || o != 1) && reads(operands.get(o), names, guard));
        }

        /** The variable that a statement copies, or null. */
        private static @Nullable String copied(Statement s) {
            Expression value = s instanceof Statement.Declare d
                    ? d.value()
                    : s instanceof Statement.Assign(Place.Scalar _, Expression v) ? v : null;
            return value instanceof Expression.Read(Place.Scalar(Variable from)) ? from.name() : null;
        }

        private static @Nullable String target(Statement s) {
            return s instanceof Statement.Declare d
                    ? d.variable().name()
                    : s instanceof Statement.Assign(Place.Scalar(Variable v), Expression _) ? v.name() : null;
        }
    }
}
