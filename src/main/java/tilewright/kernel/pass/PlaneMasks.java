package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * What guards of loops that go through arrays plane by plane ({@link PlaneLoops}) ask of a thread's points, whatever the plane is, is asked before the loop: a bit for each point, all bits in few
 * words. A loop over points that asks for nothing but such a bit, or whether the plane is one of some, is left out where no point has it.
 *
 * <pre>
 * for s in 0 .. 59 {                                  var points: i32 = 0
 *   let i = first + s                                 for m in 0 .. 4 unroll all {
 *   for m in 0 .. 4 unroll all {                        points = points | ((j + m &lt; 3 ? 1 : 0) &lt;&lt; m)
 *     let row = j + m                                 }
 *     if i &lt; 3 || row &lt; 3 {                       -&gt;  for s in 0 .. 59 {
 *       copy 4 async ..                                 hide points
 *     }                                                 let i = first + s
 *   }                                                   if i &lt; 3 || (points &amp; 15) != 0 {
 *   ..                                                    for m in 0 .. 4 unroll all {
 * }                                                         if i &lt; 3 || (points &gt;&gt; m &amp; 1) == 1 {
 * </pre>
 *
 * <p>The words are hidden: compilers would find each bit before the loop, and have no place for as many truth values.
 */
final class PlaneMasks implements Pass.Change {
    /** Bits of a word, but for the sign. */
    private static final int BITS = Integer.SIZE - 1;

    @Override
    public Program of(Program program) {
        return program.withFunctions(program.functions().stream()
                .map(f -> PlaneLoops.changed(f, (loop, names) -> new InLoop(loop, names).statements()))
                .toList());
    }

    /** A counter of a loop over points, and its values. */
    private record Counter(Variable variable, Iterations iterations) {}

    /**
     * What is asked of points.
     *
     * @param condition of what does not change in the loop over planes, and of counters
     * @param counters those that it names, outermost first
     */
    private record Question(Expression condition, List<Counter> counters) {
        int bits() {
            return counters.stream().mapToInt(c -> (int) c.iterations().end()).reduce(1, (a, b) -> a * b);
        }

        /** The bit of the present point, from 0. */
        Expression number() {
            Expression number = Expressions.integer(0);
            for (Counter c : counters) {
                number = Expressions.add(
                        isZero(number)
                                ? number
                                : Expressions.multiply(
                                        Expressions.integer(c.iterations().end()), number),
                        c.variable().read());
            }
            return number;
        }

        private static boolean isZero(Expression e) {
            return Expressions.isInteger(e, 0);
        }
    }

    /** Bits of a word, from the first one on. */
    private record Mask(Variable word, int first, Question question) {
        Expression bit() {
            Expression number = Expressions.add(question.number(), Expressions.integer(first));
            Expression shifted =
                    Expressions.isInteger(number, 0) ? word.read() : Expressions.shiftRight(word.read(), number);
            return Expressions.equal(Expressions.bitAnd(shifted, Expressions.integer(1)), Expressions.integer(1));
        }

        Expression any() {
            long bits = ((1L << question.bits()) - 1) << first;
            return Expressions.notEqual(
                    Expressions.bitAnd(word.read(), Expressions.integer(bits)), Expressions.integer(0));
        }

        List<Statement> found() {
            Expression one = Expressions.select(question.condition(), Expressions.integer(1), Expressions.integer(0));
            Expression number = Expressions.add(question.number(), Expressions.integer(first));
            Statement set = new Statement.Assign(
                    word.place(),
                    Expressions.bitOr(
                            word.read(), Expressions.isInteger(number, 0) ? one : Expressions.shiftLeft(one, number)));
            for (Counter c : question.counters().reversed()) {
                set = new Statement.For(
                        c.variable(),
                        Expressions.integer(c.iterations().start()),
                        Expressions.less(
                                c.variable().read(),
                                Expressions.integer(c.iterations().end())),
                        Expressions.integer(c.iterations().step()),
                        Statement.For.ALL,
                        List.of(set));
            }
            return List.of(set);
        }
    }

    private static final class InLoop {
        private final PlaneLoops plane;
        private final FreeNames names;
        private final Map<Question, Mask> masks = new LinkedHashMap<>();
        private final Map<Expression, Mask> bits = new HashMap<>();
        private final List<Variable> words = new ArrayList<>();
        private int taken = BITS;

        InLoop(PlaneLoops plane, FreeNames names) {
            this.plane = plane;
            this.names = names;
        }

        List<Statement> statements() {
            Statement.For loop = plane.loop();
            List<Statement> body = new ArrayList<>(in(loop.body(), new Constants((_, _) -> true), List.of()));
            if (words.isEmpty()) {
                return List.of(loop);
            }
            List<Statement> result = new ArrayList<>();
            words.forEach(w -> result.add(new Statement.Declare(w, Expressions.integer(0), false)));
            masks.values().forEach(m -> result.addAll(m.found()));
            body.addFirst(new Statement.Hide(words));
            result.add(loop.withBody(body));
            return result;
        }

        /** @param around counters of loops over points around */
        private List<Statement> in(List<Statement> statements, Constants outside, List<Counter> around) {
            Constants constants = outside.copy();
            List<Statement> result = new ArrayList<>();
            for (Statement s : statements) {
                List<Counter> counters = new ArrayList<>(around);
                if (s instanceof Statement.For f && f.unroll() == Statement.For.ALL) {
                    Iterations.of(f).ifPresent(i -> counters.add(new Counter(f.variable(), i)));
                }
                Statement inner = s.withBodies(b -> in(b, constants, counters));
                result.add(
                        around.isEmpty() ? onlyWhereAny(own(inner, constants, around)) : own(inner, constants, around));
                if (s instanceof Statement.Declare d) {
                    constants.declare(d);
                }
            }
            return result;
        }

        /** A statement with the guards that it asks itself. */
        private Statement own(Statement statement, Constants constants, List<Counter> counters) {
            if (statement instanceof Statement.If i) {
                return new Statement.If(guard(i.condition(), constants, counters), i.then(), i.otherwise());
            }
            if (statement instanceof Statement.Assign(Place target, Expression.Conditional c) && !counters.isEmpty()) {
                return new Statement.Assign(
                        target, Expressions.select(guard(c.condition(), constants, counters), c.then(), c.otherwise()));
            }
            return statement;
        }

        private Expression guard(Expression condition, Constants constants, List<Counter> counters) {
            Infix operator = operator(condition);
            List<Expression> parts = operator == null ? List.of(condition) : parts(condition, operator);
            List<Expression> moving = new ArrayList<>();
            List<Expression> asked = new ArrayList<>();
            for (Expression part : parts) {
                if (isAsked(constants.written(part), counters)) {
                    asked.add(constants.written(part));
                } else {
                    moving.add(operator == null || operator(part) == null ? part : guard(part, constants, counters));
                }
            }
            if (asked.isEmpty()) {
                return operator == null ? condition : joined(moving, operator);
            }
            Infix between = operator == null ? Infix.AND_THEN : operator;
            Expression whole = joined(asked, between);
            Expression bit = bit(whole, counters);
            if (bit == null) {
                return condition;
            }
            moving.add(known(asked, between, counters)
                    .map(k -> Expressions.binary(Infix.OR_ELSE, k, bit))
                    .orElse(bit));
            return joined(moving, between);
        }

        /** What holds at some points whatever the thread is: of each condition the part of counters alone; nothing where one has none. */
        private static Optional<Expression> known(List<Expression> all, Infix operator, List<Counter> counters) {
            Set<Variable> variables = variables(counters);
            List<Expression> known = new ArrayList<>();
            for (Expression one : all) {
                List<Expression> parts = operator(one) == Infix.OR_ELSE ? parts(one, Infix.OR_ELSE) : List.of();
                Optional<Expression> fixed = parts.stream()
                        .filter(p -> !PlaneLoops.isOfMore(p, variables))
                        .findFirst();
                fixed.ifPresent(known::add);
            }
            return operator != Infix.OR_ELSE && known.size() == all.size()
                    ? Optional.of(Expressions.all(known))
                    : Optional.empty();
        }

        private static Set<Variable> variables(List<Counter> counters) {
            return Set.copyOf(counters.stream().map(Counter::variable).toList());
        }

        /** Whether a condition is the same for all planes, and compilers do not know it. */
        private boolean isAsked(Expression condition, List<Counter> counters) {
            Set<Variable> variables = variables(counters);
            return plane.stays(condition, variables)
                    && PlaneLoops.isOfMore(condition, variables)
                    && isOfNumbers(condition);
        }

        private static boolean isOfNumbers(Expression condition) {
            boolean[] numbers = {
                condition instanceof Expression.Binary b && b.operator().isLogical() || operator(condition) != null
            };
            Expressions.visit(condition, e -> numbers[0] &= !e.type().isFloating());
            return numbers[0];
        }

        private @Nullable Expression bit(Expression condition, List<Counter> counters) {
            List<Counter> named = counters.stream()
                    .filter(c -> PlaneLoops.isOfMore(condition, Set.of()) && mentions(condition, c.variable()))
                    .toList();
            Question question = new Question(condition, named);
            if (question.bits() > BITS
                    || named.stream().anyMatch(c -> c.iterations().start() != 0)) {
                return null;
            }
            Mask mask = masks.computeIfAbsent(question, this::mask);
            Expression bit = mask.bit();
            bits.put(bit, mask);
            return bit;
        }

        private static boolean mentions(Expression e, Variable variable) {
            boolean[] found = {false};
            Expressions.visit(e, part -> found[0] |= part.equals(variable.read()));
            return found[0];
        }

        private Mask mask(Question question) {
            if (taken + question.bits() > BITS) {
                words.add(Variable.integer(names.fresh("points")));
                taken = 0;
            }
            Mask mask = new Mask(words.getLast(), taken, question);
            taken += question.bits();
            return mask;
        }

        /** Leaves a loop over points out where its guards hold at none. */
        private Statement onlyWhereAny(Statement statement) {
            List<Expression> any = new ArrayList<>();
            Statement loop = statement;
            Optional<Statement> within = anywhere(statement, any);
            while (within.isPresent() && within.get() != loop) {
                loop = within.get();
                within = anywhere(loop, any);
            }
            return any.isEmpty() ? statement : new Statement.If(joined(any, Infix.AND_THEN), List.of(statement));
        }

        /**
         * Whether the guard of a loop over points holds anywhere.
         *
         * @param any receives it, where bits tell
         * @return what alone stands under the guard, if bits tell
         */
        private Optional<Statement> anywhere(Statement statement, List<Expression> any) {
            Statement inner = statement;
            List<Variable> declared = new ArrayList<>();
            while (inner instanceof Statement.For || inner instanceof Statement.Scope) {
                List<Statement> body = inner.bodies().getFirst();
                if (inner instanceof Statement.For f) {
                    declared.add(f.variable());
                }
                List<Statement> left = new ArrayList<>();
                for (Statement s : body) {
                    if (s instanceof Statement.Declare d) {
                        declared.add(d.variable());
                    } else {
                        left.add(s);
                    }
                }
                if (left.size() != 1) {
                    return Optional.empty();
                }
                inner = left.getFirst();
            }
            if (inner == statement
                    || !(inner instanceof Statement.If guard)
                    || !guard.otherwise().isEmpty()) {
                return Optional.empty();
            }
            List<Expression> cases = new ArrayList<>();
            boolean found = false;
            for (Expression part : parts(guard.condition(), Infix.OR_ELSE)) {
                Mask mask = bits.get(part);
                if (mask != null) {
                    cases.add(mask.any());
                    found = true;
                } else if (any.isEmpty() && declared.stream().noneMatch(v -> mentions(part, v))) {
                    cases.add(part);
                } else {
                    return Optional.empty();
                }
            }
            if (!found) {
                return Optional.empty();
            }
            any.add(joined(cases, Infix.OR_ELSE));
            return guard.then().size() == 1 ? Optional.of(guard.then().getFirst()) : Optional.empty();
        }

        private static Expression joined(List<Expression> parts, Infix operator) {
            return parts.stream()
                    .reduce((a, b) -> Expressions.binary(operator, a, b))
                    .orElseThrow();
        }

        /** How a condition is made of others; null where it is not. */
        private static @Nullable Infix operator(Expression condition) {
            return condition instanceof Expression.Binary b
                            && (b.operator() == Infix.OR_ELSE
                                    || b.operator() == Infix.AND_THEN
                                    || b.operator() == Infix.AND && isTruth(b.left()) && isTruth(b.right()))
                    ? b.operator()
                    : null;
        }

        private static boolean isTruth(Expression e) {
            return e instanceof Expression.Binary b && b.operator().isLogical() || operator(e) != null;
        }

        private static List<Expression> parts(Expression condition, Infix operator) {
            if (condition instanceof Expression.Binary b && b.operator() == operator && operator(condition) != null) {
                List<Expression> all = new ArrayList<>(parts(b.left(), operator));
                all.addAll(parts(b.right(), operator));
                return all;
            }
            return List.of(condition);
        }
    }
}
