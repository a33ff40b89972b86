package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;
import tilewright.model.FreshName;

/**
 * A loop that a thread runs without waiting for others, and an element that all its stores to an array write: it is loaded where the loop needs it first, and stored behind the loop.
 *
 * <p>Other elements of the array may be loaded: conditions around such a load must say that they are others. Example:
 * {@code for j { if (j > i) b[i] -= a[j] * b[j]; if (j == n - 1) b[i] /= d; }} loads and stores {@code b[i]} once.
 */
final class CarriedPlace {
    private record Access(Place.Global place, Sums offset, Set<Expression> conditions) {}

    private final Statement.For loop;
    private final Set<String> exclusive;
    private final Set<String> names;
    private final Set<String> inside = new HashSet<>();
    /** Variables that the loop's body assigns: a condition may speak of another value of theirs than an offset. */
    private final Set<String> assigned = new HashSet<>();
    /** By the name of the array. */
    private final Map<String, List<Access>> stores = new LinkedHashMap<>();

    private final List<Access> loads = new ArrayList<>();
    private boolean plain = true;

    /**
     * @param exclusive parameters whose arrays nothing else leads to
     * @param names in use in the function
     */
    CarriedPlace(Statement.For loop, Set<String> exclusive, Set<String> names) {
        this.loop = loop;
        this.exclusive = exclusive;
        this.names = names;
    }

    /** The loop, with what it needs around it. */
    List<Statement> carried() {
        Statements.visit(loop.body(), this::inspect);
        inside.add(loop.variable().name());
        if (!plain) {
            return List.of(loop);
        }
        StraightCode.visit(
                loop.body(), new Constants((variable, _) -> !variable.type().isFloating()), this::collect);
        List<Statement> before = new ArrayList<>();
        List<Statement> behind = new ArrayList<>();
        Statement.For result = loop;
        for (List<Access> ofArray : stores.values()) {
            if (isOnePlace(ofArray)) {
                result = carry(result, ofArray.getFirst(), before, behind);
            }
        }
        before.add(result);
        before.addAll(behind);
        return before;
    }

    private void inspect(Statement statement) {
        plain &= StraightCode.has(statement);
        inside.addAll(statement.declared());
        if (statement instanceof Statement.Assign a && a.target() instanceof Place.Scalar(Variable v)) {
            inside.add(v.name());
            assigned.add(v.name());
        }
        statement.expressions().forEach(e -> Expressions.visit(e, part -> plain &= Expressions.isOfThread(part)));
    }

    private void collect(Statement statement, Constants constants, Set<Expression> conditions) {
        statement
                .expressions()
                .forEach(e -> Expressions.visit(e, part -> {
                    if (part instanceof Expression.Read(Place.Global place)) {
                        loads.add(access(place, constants, conditions));
                    }
                }));
        if (statement instanceof Statement.Assign a && a.target() instanceof Place.Global place) {
            stores.computeIfAbsent(place.array().name(), _ -> new ArrayList<>())
                    .add(access(place, constants, conditions));
        }
    }

    private static Access access(Place.Global place, Constants constants, Set<Expression> conditions) {
        return new Access(place, Sums.of(constants.written(place.offset())), conditions);
    }

    /** Whether all stores to an array write one element, which is loaded too, and no other load may mean it. A compiler keeps a single sum in a register by itself. */
    private boolean isOnePlace(List<Access> stores) {
        Access one = stores.getFirst();
        Memory.Global array = one.place().array();
        List<Access> read = loads.stream()
                .filter(l -> l.place().array().name().equals(array.name()))
                .toList();
        return exclusive.contains(array.name())
                && one.offset().factors().stream().allMatch(f -> CarriedLoop.isFixed(f, inside))
                && stores.stream().allMatch(s -> s.offset().equals(one.offset()) && isPlain(s))
                && read.stream().anyMatch(l -> l.offset().equals(one.offset()))
                && (stores.size() > 1 || read.stream().anyMatch(l -> !l.offset().equals(one.offset())))
                && isOneText(read)
                && read.stream()
                        .allMatch(l -> isPlain(l) && (l.offset().equals(one.offset()) || isAnother(l, one.offset())));
    }

    /** Whether loads that are written alike mean one element. */
    private static boolean isOneText(List<Access> loads) {
        Map<Place.Global, Sums> meant = new LinkedHashMap<>();
        return loads.stream()
                .allMatch(l -> meant.computeIfAbsent(l.place(), _ -> l.offset()).equals(l.offset()));
    }

    private static boolean isPlain(Access access) {
        return access.place().as() == access.place().array().type()
                && access.place().access() == Place.Access.PLAIN;
    }

    /** Whether a condition of a load says that it means another element than the one that is stored. */
    private boolean isAnother(Access load, Sums stored) {
        Sums apart = load.offset().plus(stored, -1);
        boolean steady = apart.factors().stream().allMatch(f -> CarriedLoop.isFixed(f, assigned));
        return isNotZero(apart)
                || steady
                        && load.conditions().stream()
                                .anyMatch(c -> isNotZero(apart, c) || isNotZero(stored.plus(load.offset(), -1), c));
    }

    private static boolean isNotZero(Sums sum) {
        return sum.factors().isEmpty() && !sum.terms().isEmpty();
    }

    /** Whether a condition, an inequality, says that a number is greater than 0. */
    private static boolean isNotZero(Sums number, Expression condition) {
        if (!(condition instanceof Expression.Binary(Infix operator, Expression left, Expression right))) {
            return false;
        }
        if (operator == Infix.AND_THEN || operator == Infix.AND) {
            return isNotZero(number, left) || isNotZero(number, right);
        }
        // What the condition says is at least so much.
        Sums difference = Sums.of(left).plus(Sums.of(right), -1);
        return switch (operator) {
            case GT -> isPositive(number, difference, 1);
            case GE -> isPositive(number, difference, 0);
            case LT -> isPositive(number, Sums.of(right).plus(Sums.of(left), -1), 1);
            case LE -> isPositive(number, Sums.of(right).plus(Sums.of(left), -1), 0);
            case NE -> number.equals(difference);
            case OR_ELSE, AND_THEN, OR, XOR, AND, EQ, SHL, SHR, ADD, SUB, MUL, DIV, REM -> false;
        };
    }

    /** Whether a number is greater than 0 where another is at least so much. */
    private static boolean isPositive(Sums number, Sums other, long least) {
        Sums more = number.plus(other, -1);
        return more.factors().isEmpty() && more.terms().getOrDefault(Map.of(), 0L) + least > 0;
    }

    private Statement.For carry(Statement.For current, Access store, List<Statement> before, List<Statement> behind) {
        ScalarType type = store.place().array().type();
        String name = store.place().array().name();
        Variable last = new Variable(FreshName.numbered(name + "_last", "", names::add), type);
        Variable has = Variable.integer(FreshName.numbered(name + "_has", "", names::add));
        Expression zero =
                type.isFloating() ? new Expression.RealLiteral(type, "0.0") : new Expression.IntegerLiteral(type, 0);
        before.add(new Statement.Declare(last, zero, false));
        before.add(new Statement.Declare(has, Expressions.integer(0), false));
        Expression offset = store.offset().expression(store.place().offset().type());
        Place.Global place = new Place.Global(
                store.place().array(), store.place().as(), offset, store.place().access());
        Expression known = Expressions.equal(has.read(), Expressions.integer(1));
        Set<Place.Global> same = new HashSet<>();
        loads.stream()
                .filter(l -> l.place().array().name().equals(name) && l.offset().equals(store.offset()))
                .forEach(l -> same.add(l.place()));
        Rewriter rewriter = new Rewriter() {
            @Override
            protected Expression expression(Expression expression) {
                return expression instanceof Expression.Read(Place.Global p) && same.contains(p)
                        ? Expressions.select(known, last.read(), expression)
                        : expression;
            }

            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.Assign a
                                && a.target() instanceof Place.Global p
                                && p.array().name().equals(name)
                        ? List.of(
                                new Statement.Assign(last.place(), a.value()),
                                new Statement.Assign(has.place(), Expressions.integer(1)))
                        : List.of(statement);
            }
        };
        List<Statement> body = new ArrayList<>();
        current.body().forEach(s -> body.addAll(rewriter.whole(s)));
        behind.add(new Statement.If(known, List.of(new Statement.Assign(place, last.read()))));
        // What others read of the array no longer waits for stores.
        int unroll = current.unroll() == 1 ? GenerationLimits.shipped().partIterations() : current.unroll();
        return new Statement.For(
                current.variable(), current.start(), current.condition(), current.step(), unroll, body);
    }
}
