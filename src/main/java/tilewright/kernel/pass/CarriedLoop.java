package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;
import tilewright.model.FreshName;

/**
 * A loop whose body a thread runs with one barrier at most, and what it carries from one iteration to the next.
 *
 * <p>Between a store and the load in the next iteration, no later in the body, threads then wait for each other once at most. A store of another thread to that element would be a race
 * with the store, where it comes before that barrier, or with the load behind it.
 */
final class CarriedLoop {
    /**
     * A store or a load: where it stands, and under which conditions.
     *
     * @param selected whether an expression around it may leave it out
     * @param number of its statement in the order of the text
     */
    private record Access(Place.Global place, Sums offset, Set<Expression> conditions, boolean selected, int number) {}

    /**
     * A value that the loop carries.
     *
     * @param last what the latest iteration has stored
     * @param before what the iteration before has stored
     * @param begins that an iteration is the first one, which loads; null where the value before it is loaded before the loop
     * @param array where it is stored as well
     * @param offset at which place
     * @param slope how far the place moves in an iteration
     * @param conditions under which it is stored
     */
    record Carried(
            Statement.For loop,
            Variable last,
            Variable before,
            @Nullable Expression begins,
            Memory.Global array,
            Sums offset,
            Sums slope,
            Set<Expression> conditions) {}

    private final Statement.For loop;
    private final Set<String> exclusive;
    private final Set<String> names;
    private final Set<String> changed = new HashSet<>();
    private final List<Access> stores = new ArrayList<>();
    private final List<Access> loads = new ArrayList<>();
    private final List<Carried> found = new ArrayList<>();
    private boolean plain = true;
    private int barriers;
    private int visited;

    CarriedLoop(Statement.For loop, Set<String> exclusive, Set<String> names) {
        this.loop = loop;
        this.exclusive = exclusive;
        this.names = names;
    }

    /** What the loop carries, once it has been rewritten. */
    List<Carried> found() {
        return found;
    }

    /** The loop with what it needs before it. */
    List<Statement> carried() {
        if (loop.start() == null || !Expressions.isInteger(loop.step(), 1)) {
            return List.of(loop);
        }
        Statements.visit(loop.body(), this::inspect);
        if (!plain || barriers > 1) {
            return List.of(loop);
        }
        Constants wholeNumbers = new Constants((variable, _) -> !variable.type().isFloating());
        StraightCode.visit(loop.body(), wholeNumbers, this::collect);
        List<Statement> before = new ArrayList<>();
        Statement.For result = loop;
        for (Access store : stores) {
            Set<Place.Global> next = following(store);
            if (!next.isEmpty()) {
                result = carry(result, store, next, before);
            }
        }
        before.add(result);
        return before;
    }

    /** Anything but straight pieces of code under conditions, and barriers, is left alone. */
    private void inspect(Statement statement) {
        barriers += statement instanceof Statement.Barrier ? 1 : 0;
        plain &= StraightCode.has(statement)
                || statement instanceof Statement.Barrier
                || statement instanceof Statement.AwaitCopies;
        if (statement instanceof Statement.Assign a && a.target() instanceof Place.Scalar(Variable v)) {
            changed.add(v.name());
        }
        statement.expressions().forEach(e -> Expressions.visit(e, part -> plain &= Expressions.isOfThread(part)));
    }

    private void collect(Statement statement, Constants constants, Set<Expression> conditions) {
        visited++;
        statement.expressions().forEach(e -> collect(e, constants, conditions, false));
        if (statement instanceof Statement.Assign a && a.target() instanceof Place.Global place) {
            stores.add(access(place, constants, conditions, false));
        }
    }

    private void collect(Expression expression, Constants constants, Set<Expression> conditions, boolean selected) {
        if (expression instanceof Expression.Read(Place.Global place)) {
            loads.add(access(place, constants, conditions, selected));
        }
        boolean inside = selected || isSelection(expression);
        expression.operands().forEach(o -> collect(o, constants, conditions, inside));
    }

    private static boolean isSelection(Expression expression) {
        return expression instanceof Expression.Conditional
                || expression instanceof Expression.Binary b && b.operator().isLogical();
    }

    private Access access(Place.Global place, Constants constants, Set<Expression> conditions, boolean selected) {
        return new Access(place, Sums.of(constants.written(place.offset())), conditions, selected, visited);
    }

    /**
     * Whether a load finds what the store wrote one iteration before, and threads wait for each other once at most in between.
     *
     * @param before where that is
     */
    private boolean isCarried(Access store, Access load, Sums before) {
        return load.offset().equals(before)
                && load.conditions().containsAll(store.conditions())
                && (barriers == 0 || load.number() <= store.number());
    }

    /** The loads of what the store has written one iteration before. */
    private Set<Place.Global> following(Access store) {
        Memory.Global array = store.place().array();
        Sums slope = store.offset().slope(loop.variable().read());
        boolean alone = stores.stream()
                        .filter(s -> s.place().array().name().equals(array.name()))
                        .count()
                == 1;
        if (!alone
                || slope == null
                || slope.terms().isEmpty()
                || !exclusive.contains(array.name())
                || store.place().as() != array.type()
                || store.place().access() != Place.Access.PLAIN
                || !store.conditions().stream().allMatch(this::isFixed)
                || !store.offset().factors().stream()
                        .allMatch(f -> f.equals(loop.variable().read()) || isFixed(f))) {
            return Set.of();
        }
        Sums before = store.offset().plus(slope, -1);
        Set<Place.Global> found = new HashSet<>();
        loads.stream()
                .filter(l -> l.place().array().name().equals(array.name())
                        && l.place().as() == array.type()
                        && l.place().access() == Place.Access.PLAIN
                        && isCarried(store, l, before))
                .forEach(l -> found.add(l.place()));
        // One text may mean different elements in different places.
        loads.stream()
                .filter(l -> found.contains(l.place()))
                .filter(l -> !isCarried(store, l, before))
                .map(Access::place)
                .toList()
                .forEach(found::remove);
        return found;
    }

    /** Whether it has one value in all iterations. */
    private boolean isFixed(Expression expression) {
        Set<String> inside = new HashSet<>(changed);
        inside.add(loop.variable().name());
        Statements.visit(loop.body(), s -> inside.addAll(s.declared()));
        return isFixed(expression, inside);
    }

    /** Whether an expression has one value while these variables change. */
    static boolean isFixed(Expression expression, Set<String> inside) {
        boolean[] fixed = {true};
        Expressions.visit(
                expression,
                e -> fixed[0] &= e instanceof Expression.Read(Place place)
                        ? place instanceof Place.Scalar(Variable v) && !inside.contains(v.name())
                        : Expressions.isOfThread(e));
        return fixed[0];
    }

    private Statement.For carry(Statement.For current, Access store, Set<Place.Global> next, List<Statement> before) {
        ScalarType type = store.place().array().type();
        Variable last = new Variable(fresh(store.place().array().name() + "_last"), type);
        Variable carried = new Variable(fresh(store.place().array().name() + "_carried"), type);
        Expression zero =
                type.isFloating() ? new Expression.RealLiteral(type, "0.0") : new Expression.IntegerLiteral(type, 0);
        Expression start = Objects.requireNonNull(current.start());
        if (isAlwaysLoaded(store, next)) {
            before.add(new Statement.Declare(last, first(current, store, start, zero), false));
            return carry(current, store, next, last, carried, null);
        }
        before.add(new Statement.Declare(last, zero, false));
        Variable first = new Variable(
                fresh(current.variable().name() + "_start"), current.variable().type());
        boolean literal = start instanceof Expression.IntegerLiteral;
        if (!literal) {
            before.add(new Statement.Declare(first, start, true));
        }
        Expression begins = Expressions.equal(current.variable().read(), literal ? start : first.read());
        return carry(current, store, next, last, carried, begins);
    }

    /** Whether the first iteration loads what it needs of the one before under no other conditions than those of the store. */
    private boolean isAlwaysLoaded(Access store, Set<Place.Global> next) {
        return loads.stream()
                .filter(l -> next.contains(l.place()))
                .allMatch(l -> !l.selected() && l.conditions().equals(store.conditions()));
    }

    /** What the iteration before the first one has left in memory, if there is a first one. */
    private static Expression first(Statement.For current, Access store, Expression start, Expression zero) {
        Constants there = Constants.of(current.variable(), start);
        Sums slope =
                Objects.requireNonNull(store.offset().slope(current.variable().read()));
        ScalarType type = store.place().offset().type();
        Expression offset = Sums.of(there.written(store.offset().plus(slope, -1).expression(type)))
                .expression(type);
        List<Expression> conditions = new ArrayList<>();
        if (Iterations.of(current).filter(i -> i.count() > 0).isEmpty()) {
            conditions.add(there.written(current.condition()));
        }
        store.conditions().stream()
                .sorted(Comparator.comparing(Expression::toString))
                .forEach(conditions::add);
        Place.Global place = store.place();
        Expression load = new Expression.Read(new Place.Global(place.array(), place.as(), offset, place.access()));
        return conditions.isEmpty() ? load : Expressions.select(Expressions.all(conditions), load, zero);
    }

    private Statement.For carry(
            Statement.For current,
            Access store,
            Set<Place.Global> next,
            Variable last,
            Variable carried,
            @Nullable Expression begins) {
        Rewriter rewriter = new Rewriter() {
            @Override
            protected Expression expression(Expression expression) {
                return expression instanceof Expression.Read(Place.Global place) && next.contains(place)
                        ? begins == null ? carried.read() : Expressions.select(begins, expression, carried.read())
                        : expression;
            }

            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.Assign a && a.target().equals(store.place())
                        ? List.of(
                                new Statement.Assign(last.place(), a.value()),
                                new Statement.Assign(a.target(), last.read()))
                        : List.of(statement);
            }
        };
        List<Statement> body = new ArrayList<>();
        body.add(new Statement.Declare(carried, last.read(), true));
        current.body().forEach(s -> body.addAll(rewriter.whole(s)));
        Statement.For result = new Statement.For(
                current.variable(), current.start(), current.condition(), current.step(), current.unroll(), body);
        found.add(new Carried(
                result,
                last,
                carried,
                begins,
                store.place().array(),
                store.offset(),
                Objects.requireNonNull(store.offset().slope(loop.variable().read())),
                store.conditions()));
        return result;
    }

    private String fresh(String wanted) {
        return FreshName.numbered(wanted, "", names::add);
    }
}
