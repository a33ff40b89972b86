package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * Comparisons that a loop that is written out, or whose threads wait for each other in every iteration, asks in every iteration, and that are linear in its counter, are solved for the counter before the loop: they hold in an
 * interval of iterations, and one comparison of numbers without sign says whether an iteration lies in it. Where threads wait, guards inside of each other are asked as one ({@link NestedGuards}).
 *
 * <pre>
 * for w in 0 .. 64 unroll 16 {                             first = max(0, i - base + 2)
 *   wave = base + w                                        count = n &gt;= i ? max(min(63, m + i - base) - first + 1, 0) : 0
 *   if (wave &gt;= i + 2) &amp; (m + i &gt;= wave) &amp; (n &gt;= i) {..} -&gt;    for w in 0 .. 64 unroll 16 {
 * }                                                          if u32(w - first) &lt; count {..}
 *                                                          }
 * </pre>
 *
 * <p>Reads off the program: that the loop runs between numbers, that all comparisons have the counter with the same factor but for its sign or do not have it, and that nothing else of them changes in
 * the loop. What compilers know of each iteration of a written-out loop, as {@code c == 0}, is left as it is. Functions that hold tiles in registers are left as they are: which registers the compiler chooses matters more there. Two comparisons are left as they are, for an interval takes a subtraction and a comparison.
 */
final class GuardIntervals implements Pass.Change {
    @Override
    public Program of(Program program) {
        return program.withFunctions(program.functions().stream()
                .map(f -> RegisterTiles.areHeld(f) ? f : in(f))
                .toList());
    }

    private static Function in(Function function) {
        FreeNames names = new FreeNames(function);
        return new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                if (!(statement instanceof Statement.For loop)) {
                    return List.of(statement);
                }
                boolean writtenOut = loop.unroll() > 1 || loop.unroll() == Statement.For.ALL;
                boolean waits = loop.body().stream().anyMatch(Statement.Barrier.class::isInstance);
                return (writtenOut || waits ? Iterations.of(loop) : Optional.<Iterations>empty())
                        .filter(i -> i.count() > 1)
                        .map(i -> new Loop(waits ? loop.withBody(NestedGuards.joined(loop.body())) : loop, i, names)
                                .solved(loop))
                        .orElse(List.of(loop));
            }
        }.whole(function);
    }

    /** A loop between numbers. */
    private record Loop(Statement.For loop, Iterations iterations, FreeNames names) {
        /** @param before what it is where nothing is solved */
        List<Statement> solved(Statement.For before) {
            Set<Expression> guards = guards();
            LoopDefinitions definitions = LoopDefinitions.of(loop);
            List<Statement> result = new ArrayList<>();
            Map<Expression, Expression> solved = new HashMap<>();
            for (Expression guard : guards) {
                interval(guard, definitions).ifPresent(i -> solved.put(guard, declared(i, guard, result)));
            }
            result.add(
                    solved.isEmpty()
                            ? before
                            : loop.withBody(
                                    new Rewriter() {
                                        @Override
                                        protected Expression expression(Expression e) {
                                            return solved.getOrDefault(e, e);
                                        }
                                    }.statements(loop.body())));
            return result;
        }

        /** Conjunctions that are no part of another one, in the order of the program. */
        private Set<Expression> guards() {
            Map<Expression, Boolean> whole = new LinkedHashMap<>();
            Set<Expression> parts = new HashSet<>();
            Statements.visitExpressions(loop.body(), e -> {
                if (isConjunction(e)) {
                    whole.put(e, true);
                    e.operands().stream().filter(Loop::isConjunction).forEach(parts::add);
                }
            });
            Set<Expression> guards = whole.keySet();
            guards.removeAll(parts);
            return guards;
        }

        private static boolean isConjunction(Expression e) {
            return e instanceof Expression.Binary b
                    && (b.operator() == Infix.AND_THEN || b.operator() == Infix.AND)
                    && conjuncts(e).stream()
                            .allMatch(c -> c instanceof Expression.Binary d
                                    && d.operator().isComparison()
                                    && !d.left().type().isFloating());
        }

        private static List<Expression> conjuncts(Expression e) {
            if (e instanceof Expression.Binary b && (b.operator() == Infix.AND_THEN || b.operator() == Infix.AND)) {
                List<Expression> all = new ArrayList<>(conjuncts(b.left()));
                all.addAll(conjuncts(b.right()));
                return all;
            }
            return List.of(e);
        }

        /** Each comparison is solved once, by a difference and an extremum; then an iteration takes a difference and a comparison. */
        private boolean pays(long comparisons) {
            return comparisons * iterations.count() > 2 * comparisons + 2 * iterations.count();
        }

        /** Nothing where a conjunct is not solved. */
        private Optional<Interval> interval(Expression guard, LoopDefinitions definitions) {
            List<Expression> conjuncts = conjuncts(guard);
            if (!pays(conjuncts.size())) {
                return Optional.empty();
            }
            Interval interval = new Interval(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            long factor = 0;
            for (Expression conjunct : conjuncts) {
                Expression.Binary comparison = (Expression.Binary) conjunct;
                Sums ahead = definitions.sums(comparison.left()).plus(definitions.sums(comparison.right()), -1);
                Sums slope = ahead.slope(loop.variable().read());
                if (slope == null || !slope.terms().keySet().stream().allMatch(Map::isEmpty)) {
                    return Optional.empty();
                }
                long moves = slope.terms().getOrDefault(Map.of(), 0L);
                Sums rest = ahead.plus(Sums.of(loop.variable().read()), -moves);
                boolean other = factor != 0 && moves != 0 && Math.abs(moves) != factor;
                if (other || !definitions.stay(rest)) {
                    return Optional.empty();
                }
                factor = moves == 0 ? factor : Math.abs(moves);
                if (!interval.add(comparison.operator(), moves, rest)) {
                    return Optional.empty();
                }
            }
            if (factor == 0 || iterations.areWrittenOut(loop) && interval.isKnown()) {
                return Optional.empty();
            }
            interval.least().addFirst(Expressions.integer(factor * iterations.start()));
            interval.greatest().addFirst(Expressions.integer(factor * iterations.value(iterations.count() - 1)));
            return Optional.of(interval.by(factor));
        }

        /** Declares the interval; whether an iteration lies in it. */
        private Expression declared(Interval interval, Expression guard, List<Statement> before) {
            Variable first = Variable.integer(names.fresh("guard_first"));
            Variable count = new Variable(names.fresh("guard_count"), ScalarType.U32);
            Expression length = Expressions.call(
                    Intrinsic.MAX,
                    ScalarType.I32,
                    Expressions.add(
                            Expressions.subtract(extremum(Intrinsic.MIN, interval.greatest()), first.read()), 1),
                    Expressions.integer(0));
            Expression some = interval.fixed().isEmpty()
                    ? length
                    : Expressions.select(Expressions.all(interval.fixed()), length, Expressions.integer(0));
            before.add(new Statement.Declare(first, extremum(Intrinsic.MAX, interval.least()), true));
            before.add(new Statement.Declare(count, Expressions.convert(ScalarType.U32, some), true));
            Expression own = Expressions.multiply(
                    Expressions.integer(interval.factor()), loop.variable().read());
            return Expressions.less(
                    Expressions.convert(ScalarType.U32, Expressions.subtract(own, first.read())), count.read());
        }

        private static Expression extremum(Intrinsic which, List<Expression> of) {
            return of.stream()
                    .distinct()
                    .reduce((a, b) -> Expressions.call(which, ScalarType.I32, a, b))
                    .orElseThrow();
        }
    }

    /**
     * Iterations for which comparisons hold, by the counter times a factor.
     *
     * @param least it is none of these at least
     * @param greatest the same at most
     * @param fixed what must hold in all iterations
     */
    private record Interval(List<Expression> least, List<Expression> greatest, List<Expression> fixed, long factor) {
        Interval(List<Expression> least, List<Expression> greatest, List<Expression> fixed) {
            this(least, greatest, fixed, 0);
        }

        /** Whether numbers bound it: compilers drop what is asked of an iteration then. */
        boolean isKnown() {
            return Stream.concat(least.stream(), greatest.stream())
                    .allMatch(Expression.IntegerLiteral.class::isInstance);
        }

        Interval by(long number) {
            return new Interval(least, greatest, fixed, number);
        }

        /**
         * A comparison of {@code moves * counter + rest} with 0.
         *
         * @return whether it bounds an interval
         */
        boolean add(Infix operator, long moves, Sums rest) {
            return switch (operator) {
                case GE -> notNegative(moves, rest);
                case GT -> notNegative(moves, plus(rest, -1));
                case LE -> notNegative(-moves, negative(rest));
                case LT -> notNegative(-moves, plus(negative(rest), -1));
                case EQ -> notNegative(moves, rest) && notNegative(-moves, negative(rest));
                case NE, OR_ELSE, AND_THEN, OR, XOR, AND, SHL, SHR, ADD, SUB, MUL, DIV, REM -> false;
            };
        }

        private boolean notNegative(long moves, Sums rest) {
            if (moves == 0) {
                return fixed.add(Expressions.binary(Infix.GE, part(rest, 1), part(rest, -1)));
            }
            return moves > 0
                    ? least.add(negative(rest).expression(ScalarType.I32))
                    : greatest.add(rest.expression(ScalarType.I32));
        }

        /** The terms of one sign, as a positive sum. */
        private static Expression part(Sums sums, int sign) {
            Map<Map<Expression, Integer>, Long> terms = new HashMap<>();
            sums.terms().forEach((product, coefficient) -> {
                if (coefficient * sign > 0) {
                    terms.put(product, coefficient * sign);
                }
            });
            return new Sums(terms).expression(ScalarType.I32);
        }

        private static Sums negative(Sums sums) {
            return new Sums(Map.of()).plus(sums, -1);
        }

        private static Sums plus(Sums sums, long number) {
            return sums.plus(Sums.of(Expressions.integer(number)), 1);
        }
    }
}
