package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.not;
import static tilewright.kernel.Expressions.select;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * A loop in which every thread divides once, in the iteration that is its own, and values go from lane to lane: quotients are computed by reciprocals without a branch, by every thread in every
 * iteration, and the one that it takes is kept. Behind the loop one check asks whether all of them are rounded as divisions are; where one is not, threads have back what they had before the loop,
 * and it runs again with divisions. So what an iteration waits for has no branch.
 *
 * <pre>
 * for j in 0 .. 32 {                                        before = x; kept = 1
 *   if i == j { x = divided(x, d, r) }                      for j in 0 .. 32 {
 *   taken = shuffle.at(x, j)                        -&gt;        quotient = divided_plainly(x, d, r)
 *   x = i &gt; j ? x - l[j] * taken : x                          x = i == j ? quotient : x
 * }                                                           kept = i == j ? quotient : kept
 *                                                             taken = shuffle.at(x, j); ..
 *                                                           }
 *                                                           if any(!is_plain(kept, r)) { x = before; the loop as it was }
 * </pre>
 *
 * <p>Reads off the program: that the loop waits for nobody and calls nothing, writes no memory but arrays of the block that it does not read, which the second run writes again; that each quotient
 * stands under a comparison for equality with the counter, so that a thread takes one at most; and that the loop does not change the reciprocal.
 */
final class CheckedBehind implements Pass.Change {
    private static final Expression ONE = new Expression.RealLiteral(ScalarType.F64, "1.0");

    @Override
    public Program of(Program program) {
        return RecurrenceQuotients.in(program.withFunctions(
                program.functions().stream().map(CheckedBehind::in).toList()));
    }

    private static Function in(Function function) {
        FreeNames names = new FreeNames(function);
        return new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.For loop
                        ? Chain.of(loop).map(c -> c.checkedBehind(names)).orElse(List.of(loop))
                        : List.of(statement);
            }
        }.whole(function);
    }

    /** A quotient that a thread takes in one iteration. */
    private record Quotient(Statement.If taken, Place target, Expression.Call divided) {
        Expression reciprocal() {
            return divided.operands().getLast();
        }
    }

    /**
     * A loop with such quotients.
     *
     * @param changed what it changes of what a thread has before it
     * @param votes whether lanes take part in it together
     */
    private record Chain(Statement.For loop, List<Quotient> quotients, List<Place> changed, boolean votes) {
        static Optional<Chain> of(Statement.For loop) {
            List<Quotient> quotients = new ArrayList<>();
            LoopDefinitions definitions = LoopDefinitions.of(loop);
            int[] divisions = {0};
            boolean[] votes = {false};
            boolean[] possible = {true};
            Set<String> read = new HashSet<>();
            Statements.visit(loop.body(), s -> {
                possible[0] &= s instanceof Statement.Compound
                        || s instanceof Statement.Declaration
                        || s instanceof Statement.Assign
                        || s instanceof Statement.Remark;
            });
            collect(loop.body(), loop, definitions, quotients);
            Statements.visitExpressions(loop.body(), e -> {
                divisions[0] += isDivided(e) ? 1 : 0;
                votes[0] |= e instanceof Expression.OfWarp;
                possible[0] &= e instanceof Expression.OfWarp || Expressions.isOfThread(e);
                if (e instanceof Expression.Read(Place.Shared shared)) {
                    read.add(shared.array().name());
                }
            });
            List<Place> written = new ArrayList<>();
            Statements.visit(loop.body(), s -> written.addAll(s.written()));
            possible[0] &= written.stream().allMatch(p -> switch (p) {
                case Place.Scalar _, Place.Register _ -> true;
                case Place.Shared s -> !read.contains(s.array().name());
                case Place.Global _, Place.Pair _ -> false;
            });
            return possible[0] && !quotients.isEmpty() && divisions[0] == quotients.size()
                    ? Optional.of(new Chain(loop, quotients, changed(loop, written), votes[0]))
                    : Optional.empty();
        }

        /** Quotients that an iteration computes once: none of loops inside. */
        private static void collect(
                List<Statement> body, Statement.For loop, LoopDefinitions definitions, List<Quotient> quotients) {
            for (Statement s : body) {
                Optional<Quotient> quotient = quotient(s, loop, definitions);
                quotient.ifPresent(quotients::add);
                if (quotient.isEmpty() && (s instanceof Statement.Scope || s instanceof Statement.If)) {
                    s.bodies().forEach(b -> collect(b, loop, definitions, quotients));
                }
            }
        }

        private static boolean isDivided(Expression e) {
            return e instanceof Expression.Call c && c.function() == Intrinsic.DIVIDED
                    || e instanceof Expression.Binary b
                            && b.operator() == Infix.DIV
                            && b.type().isFloating();
        }

        private static Optional<Quotient> quotient(Statement s, Statement.For loop, LoopDefinitions definitions) {
            return s instanceof Statement.If i
                            && i.otherwise().isEmpty()
                            && i.then().size() == 1
                            && i.then().getFirst() instanceof Statement.Assign(Place target, Expression value)
                            && value instanceof Expression.Call c
                            && c.function() == Intrinsic.DIVIDED
                            && isOnce(i.condition(), loop, definitions)
                            && stays(c.operands().getLast(), definitions)
                    ? Optional.of(new Quotient(i, target, c))
                    : Optional.empty();
        }

        /** Whether a condition holds in one iteration at most. */
        private static boolean isOnce(Expression condition, Statement.For loop, LoopDefinitions definitions) {
            if (!(condition instanceof Expression.Binary b)) {
                return false;
            }
            if (b.operator() == Infix.AND || b.operator() == Infix.AND_THEN) {
                return isOnce(b.left(), loop, definitions) || isOnce(b.right(), loop, definitions);
            }
            if (b.operator() != Infix.EQ || b.left().type().isFloating()) {
                return false;
            }
            Sums apart = definitions.sums(b.left()).plus(definitions.sums(b.right()), -1);
            Sums slope = apart.slope(loop.variable().read());
            if (slope == null || slope.terms().size() != 1 || !slope.terms().containsKey(Map.of())) {
                return false;
            }
            long moves = slope.terms().values().iterator().next();
            return definitions.stay(apart.plus(Sums.of(loop.variable().read()), -moves));
        }

        /** Whether a value of the thread is the same in all iterations. */
        private static boolean stays(Expression value, LoopDefinitions definitions) {
            boolean[] stays = {true};
            Expressions.visit(value, e -> {
                if (e instanceof Expression.Read(Place place)) {
                    stays[0] &= place instanceof Place.Scalar(Variable v)
                                    && !definitions.inside().contains(v)
                            || place instanceof Place.Register r
                                    && !definitions.arrays().contains(r.array().name());
                }
            });
            return stays[0];
        }

        /** Each variable and array of the thread once, without those that the loop declares. */
        private static List<Place> changed(Statement.For loop, List<Place> written) {
            Set<String> declared = new HashSet<>();
            Statements.visit(loop.body(), s -> {
                declared.addAll(s.declared());
                if (s instanceof Statement.For inner) {
                    declared.add(inner.variable().name());
                }
            });
            Map<String, Place> changed = new LinkedHashMap<>();
            for (Place place : written) {
                String name = switch (place) {
                    case Place.Scalar s -> s.variable().name();
                    case Place.Register r -> r.array().name();
                    case Place.Shared _, Place.Global _, Place.Pair _ -> "";
                };
                if (!name.isEmpty() && !declared.contains(name)) {
                    changed.putIfAbsent(name, place);
                }
            }
            return List.copyOf(changed.values());
        }

        List<Statement> checkedBehind(FreeNames names) {
            List<Statement> all = new ArrayList<>();
            List<Statement> again = new ArrayList<>();
            for (Place place : changed) {
                save(place, names, all, again);
            }
            Map<Statement, List<Statement>> plainly = new LinkedHashMap<>();
            Expression plain = integer(1);
            for (Quotient quotient : quotients) {
                Variable kept = new Variable(names.fresh("kept"), ScalarType.F64);
                all.add(new Statement.Declare(kept, ONE, false));
                plainly.put(quotient.taken(), plainly(quotient, kept, names));
                Expression isPlain = call(Intrinsic.IS_PLAIN, ScalarType.F64, kept.read(), quotient.reciprocal());
                plain = Expressions.isInteger(plain, 1) ? isPlain : bitAnd(plain, isPlain);
            }
            all.addAll(
                    new Rewriter() {
                        @Override
                        protected List<Statement> statement(Statement s) {
                            return plainly.getOrDefault(s, List.of(s));
                        }
                    }.whole(loop));
            again.add(new Statement.For(loop.variable(), loop.start(), loop.condition(), loop.step(), 1, loop.body()));
            Expression wrong = not(plain);
            all.add(new Statement.If(votes ? new Expression.Voted(Expression.Vote.ANY, wrong) : wrong, again));
            return List.of(new Statement.Scope(all));
        }

        private static List<Statement> plainly(Quotient quotient, Variable kept, FreeNames names) {
            Variable value = new Variable(names.fresh("quotient"), ScalarType.F64);
            Expression own = quotient.taken().condition();
            return List.of(
                    new Statement.Declare(
                            value,
                            new Expression.Call(
                                    Intrinsic.DIVIDED_PLAINLY,
                                    ScalarType.F64,
                                    quotient.divided().operands()),
                            true),
                    new Statement.Assign(
                            quotient.target(), select(own, value.read(), new Expression.Read(quotient.target()))),
                    new Statement.Assign(kept.place(), select(own, value.read(), kept.read())));
        }

        /** Keeps what a place has, all elements of an array; and gives it back. */
        private static void save(Place place, FreeNames names, List<Statement> save, List<Statement> giveBack) {
            if (place instanceof Place.Scalar(Variable v)) {
                Variable before = new Variable(names.fresh(v.name() + "_before"), v.type());
                save.add(new Statement.Declare(before, v.read(), true));
                giveBack.add(new Statement.Assign(place, before.read()));
            } else if (place instanceof Place.Register r) {
                Memory.Register array = r.array();
                Memory.Register before = new Memory.Register(
                        names.fresh(array.name() + "_before"), array.type(), array.shape(), array.alignment());
                List<Variable> places = new ArrayList<>();
                array.shape().forEach(_ -> places.add(Variable.integer(names.fresh("e"))));
                List<Expression> indices =
                        places.stream().<Expression>map(Variable::read).toList();
                Place from = new Place.Register(array, indices);
                Place to = new Place.Register(before, indices);
                save.add(new Statement.DeclareArray(before, null));
                save.add(around(places, array.shape(), new Statement.Assign(to, new Expression.Read(from))));
                giveBack.add(around(places, array.shape(), new Statement.Assign(from, new Expression.Read(to))));
            }
        }

        private static Statement around(List<Variable> places, List<Integer> shape, Statement inner) {
            Statement statement = inner;
            for (int d = shape.size() - 1; d >= 0; d--) {
                Variable place = places.get(d);
                statement = new Statement.For(
                        place,
                        integer(0),
                        less(place.read(), integer(shape.get(d))),
                        integer(1),
                        Statement.For.ALL,
                        List.of(statement));
            }
            return statement;
        }
    }
}
