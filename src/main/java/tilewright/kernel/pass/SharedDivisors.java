package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Mentions;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * Statements of one iteration that divide by the same number, as those of a tridiagonal elimination do: {@code p = -c / (a * p + b)} and
 * {@code q = (r - a * q) / (a * p + b)}. The first one computes the reciprocal, all of them divide by it, and none waits for the division of another.
 *
 * <p>Reads off the program: that divisors have one text when constants are written out, that nothing that they read changes in
 * between, and that what the first one's conditions are hold for the others.
 */
final class SharedDivisors {
    private final FreeNames names;
    private final Set<String> readOnly = new HashSet<>();
    /** Variables that the loop at hand assigns to, or of which it has more than one of a name. */
    private final Set<String> assigned = new HashSet<>();

    private final List<Store> stores = new ArrayList<>();
    private int made;

    private SharedDivisors(Function function) {
        this.names = new FreeNames(function);
        for (Function.Parameter parameter : function.parameters()) {
            if (parameter instanceof Function.Parameter.Base b
                    && b.exclusive()
                    && !b.array().written()) {
                readOnly.add(b.name());
            }
        }
    }

    static Function in(Function function) {
        SharedDivisors shared = new SharedDivisors(function);
        return new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.For loop ? List.of(shared.in(loop)) : List.of(statement);
            }
        }.whole(function);
    }

    /**
     * A division: where it stands.
     *
     * @param top statement of the loop's body that has it inside
     * @param divisor as it is written there
     */
    private record Site(int top, Statement.Assign in, Expression divisor, Set<Expression> conditions) {}

    /** What a store changes, with constants written out. */
    private record Store(String array, Sums offset) {}

    private Statement.For in(Statement.For loop) {
        if (!isStraight(loop)) {
            return loop;
        }
        assigned.clear();
        stores.clear();
        Map<String, Integer> declared = new HashMap<>();
        Statements.visit(loop.body(), s -> {
            if (s instanceof Statement.Assign(Place.Scalar(Variable v), _)) {
                assigned.add(v.name());
            }
            Mentions.declared(s).forEach(name -> declared.merge(name, 1, Integer::sum));
        });
        // One name may mean different numbers in different places.
        declared.forEach((name, times) -> {
            if (times > 1) {
                assigned.add(name);
            }
        });
        Map<Expression, List<Site>> sites = new LinkedHashMap<>();
        Constants constants = new Constants((_, value) -> isFixed(value));
        for (int s = 0; s < loop.body().size(); s++) {
            int top = s;
            StraightCode.visit(
                    List.of(loop.body().get(s)),
                    constants,
                    (statement, before, conditions) -> collect(statement, top, before, conditions, sites));
        }
        sites.entrySet().removeIf(e -> !isShared(e.getKey(), e.getValue()));
        return sites.isEmpty() ? loop : changed(loop, sites.values());
    }

    private static boolean isStraight(Statement.For loop) {
        boolean[] straight = {true};
        Statements.visit(
                loop.body(),
                s -> straight[0] &= StraightCode.has(s)
                        || s instanceof Statement.Copy copy && copy.to() instanceof Place.Register);
        return straight[0];
    }

    private void collect(
            Statement statement,
            int top,
            Constants constants,
            Set<Expression> conditions,
            Map<Expression, List<Site>> sites) {
        if (statement instanceof Statement.Assign assign) {
            Expressions.visit(assign.value(), e -> {
                if (e instanceof Expression.Binary b && isDivision(b)) {
                    sites.computeIfAbsent(constants.written(b.right()), k -> new ArrayList<>())
                            .add(new Site(top, assign, b.right(), conditions));
                }
            });
            if (assign.target() instanceof Place.Global g) {
                stores.add(new Store(g.array().name(), Sums.of(constants.written(g.offset()))));
            }
        }
    }

    private static boolean isDivision(Expression.Binary binary) {
        return binary.operator() == Infix.DIV
                && binary.type() == ScalarType.F64
                && !(binary.right() instanceof Expression.RealLiteral);
    }

    /** Whether a constant may stand for its value wherever it is seen: it reads nothing that changes. */
    private boolean isFixed(Expression expression) {
        return reads(expression, place -> readOnly.contains(place.array().name()));
    }

    /** Whether a thread computes a number alone from variables that the loop does not assign to, and from such loads. */
    private boolean reads(Expression expression, Predicate<Place.Global> load) {
        boolean[] fixed = {true};
        Expressions.visit(
                expression,
                e -> fixed[0] &= e instanceof Expression.Read(Place place)
                        ? place instanceof Place.Scalar(Variable v) && !assigned.contains(v.name())
                                || place instanceof Place.Global g && load.test(g)
                        : Expressions.isOfThread(e));
        return fixed[0];
    }

    /** Whether all divide by one number, of which the first one's reciprocal serves the others. */
    private boolean isShared(Expression divisor, List<Site> sites) {
        Set<Expression> first = sites.getFirst().conditions();
        return sites.size() > 1
                && sites.stream().allMatch(s -> s.conditions().containsAll(first))
                && reads(divisor, this::isUntouched);
    }

    /** Whether no store of this thread touches what the same iteration loads. */
    private boolean isUntouched(Place.Global load) {
        return readOnly.contains(load.array().name())
                || stores.stream()
                        .filter(s -> s.array().equals(load.array().name()))
                        .allMatch(s -> areApart(s.offset(), Sums.of(load.offset())));
    }

    private static boolean areApart(Sums store, Sums load) {
        Sums difference = store.plus(load, -1);
        return difference.terms().size() == 1 && difference.factors().isEmpty();
    }

    private Statement.For changed(Statement.For loop, Iterable<List<Site>> groups) {
        Map<Statement.Assign, List<Statement>> before = new IdentityHashMap<>();
        Map<Statement.Assign, Map<Expression, Variable>> reciprocals = new IdentityHashMap<>();
        Map<Integer, List<Statement>> declared = new HashMap<>();
        for (List<Site> sites : groups) {
            Site first = sites.getFirst();
            Variable reciprocal = new Variable(names.of("reciprocal" + (made == 0 ? "" : "_" + made)), ScalarType.F64);
            made++;
            Expression one = new Expression.RealLiteral(ScalarType.F64, "1.0");
            declared.computeIfAbsent(first.top(), t -> new ArrayList<>())
                    .add(new Statement.Declare(reciprocal, one, false));
            before.computeIfAbsent(first.in(), a -> new ArrayList<>())
                    .add(new Statement.Assign(
                            reciprocal.place(), Expressions.binary(Infix.DIV, one, first.divisor())));
            sites.forEach(s ->
                    reciprocals.computeIfAbsent(s.in(), a -> new HashMap<>()).put(s.divisor(), reciprocal));
        }
        List<Statement> body = new ArrayList<>();
        for (int s = 0; s < loop.body().size(); s++) {
            body.addAll(declared.getOrDefault(s, List.of()));
            body.addAll(in(loop.body().get(s), before, reciprocals));
        }
        return loop.withBody(body);
    }

    private static List<Statement> in(
            Statement statement,
            Map<Statement.Assign, List<Statement>> before,
            Map<Statement.Assign, Map<Expression, Variable>> reciprocals) {
        if (statement instanceof Statement.Assign a) {
            List<Statement> result = new ArrayList<>(before.getOrDefault(a, List.of()));
            result.add(new Statement.Assign(a.target(), divided(a.value(), reciprocals.getOrDefault(a, Map.of()))));
            return result;
        }
        return List.of(Statements.withBodies(
                statement,
                body -> body.stream()
                        .flatMap(s -> in(s, before, reciprocals).stream())
                        .toList()));
    }

    /** A value whose divisions are by reciprocals, which stand under the divisors as they are written there. */
    private static Expression divided(Expression value, Map<Expression, Variable> reciprocals) {
        return new Rewriter() {
            @Override
            protected Expression expression(Expression part) {
                Variable reciprocal = part instanceof Expression.Binary b && isDivision(b)
                        ? reciprocals.get(b.right())
                        : null;
                return part instanceof Expression.Binary b && reciprocal != null
                        ? Expressions.call(
                                Intrinsic.DIVIDED, ScalarType.F64, b.left(), b.right(), reciprocal.read())
                        : part;
            }
        }.whole(value);
    }
}
