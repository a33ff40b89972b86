package tilewright.kernel.count;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.kernel.emulate.Arithmetic;

/** What one thread knows, when it knows it, and how far it has come since the last barrier. */
final class PathValues {
    /**
     * @param number where it is a whole one that is known; else null
     * @param ready seconds since the barrier
     */
    record Known(@Nullable Long number, double ready) {
        static final Known NOTHING = new Known(null, 0);
    }

    /**
     * Since the last barrier.
     *
     * @param tells seconds until the thread has told other blocks something; negative where it tells them nothing
     */
    record Spent(double seconds, double busy, double sharedBytes, double globalBytes, double tells) {}

    private record Element(String array, List<Long> indices) {}

    /** What an operation makes of two whole numbers. */
    private record WholeNumbers(Infix operator, long left, long right) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof WholeNumbers(Infix o, long l, long r) && o == operator && l == left && r == right;
        }

        @Override
        public int hashCode() {
            return 31 * (31 * operator.hashCode() + Long.hashCode(left)) + Long.hashCode(right);
        }
    }

    private SeenPlaces seen = new SeenPlaces();
    private final PathCosts costs;
    private final Map<Expression.Coordinate, Long> own;
    private final Map<Element, Double> registers = new HashMap<>();
    /** Of whole numbers, since the last barrier: compilers compute it once. */
    private final Map<WholeNumbers, Double> computed = new HashMap<>();

    private Map<Variable, Known> variables = new HashMap<>();
    private double now;
    private double last;
    /** When the last value that has been stored is there. */
    private double stored;

    /** Whether what is stored may wait until other instructions have started. */
    private boolean together;

    private double busy;
    private double shared;
    private double global;
    private double told = -1;

    PathValues(PathCosts costs, int thread, int threads, long block, long blocks) {
        this.costs = costs;
        this.own = Map.of(
                Expression.Coordinate.THREAD,
                (long) thread,
                Expression.Coordinate.THREADS,
                (long) threads,
                Expression.Coordinate.BLOCK,
                block,
                Expression.Coordinate.BLOCKS,
                blocks,
                Expression.Coordinate.HIDDEN_ZERO,
                0L);
    }

    /** From now on names stand for these; before for those that are returned. */
    Map<Variable, Known> enter(Map<Variable, Known> other) {
        Map<Variable, Known> before = variables;
        variables = other;
        return before;
    }

    void set(Variable variable, Known value) {
        variables.put(variable, value);
    }

    Spent spent() {
        return new Spent(Math.max(now, last), busy, shared, global, told);
    }

    /** All of it, until the last value is there; the next one begins. */
    Spent spend() {
        Spent spent = spent();
        now = 0;
        last = 0;
        stored = 0;
        busy = 0;
        shared = 0;
        global = 0;
        told = -1;
        registers.clear();
        computed.clear();
        variables.replaceAll((v, known) -> new Known(known.number(), 0));
        return spent;
    }

    /** Operations of whole numbers whose results are known. */
    record Computed(Set<WholeNumbers> operations) {}

    /** Those that have been computed since the last barrier. */
    Computed computed() {
        return new Computed(Set.copyOf(computed.keySet()));
    }

    /** An iteration begins that is not written out: what the one before has computed, it computes again. */
    void forget(Computed before) {
        computed.keySet().retainAll(before.operations());
    }

    /** The outermost loop with barriers is in this iteration. */
    void at(long number) {
        seen.at(number);
    }

    /** Where places were loaded, as it is now. */
    SeenPlaces seen() {
        return seen.copy();
    }

    /** As it was. */
    void seen(SeenPlaces before) {
        seen = before;
    }

    /** From now on compilers place loads before stores, or not; those before have been stored. Whether they did before. */
    boolean together(boolean loadsFirst) {
        boolean before = together;
        now = Math.max(now, stored);
        together = loadsFirst;
        return before;
    }

    /** What came since then comes so many times more. */
    void again(Spent since, double more) {
        now += (Math.max(now, last) - since.seconds()) * more;
        busy += (busy - since.busy()) * more;
        shared += (shared - since.sharedBytes()) * more;
        global += (global - since.globalBytes()) * more;
    }

    /** Whether a condition holds; of what stands in arrays it is taken to hold. */
    boolean decided(Expression condition) {
        Known known = of(condition);
        now = Math.max(now, known.ready());
        if (known.number() == null) {
            instruct(null, 0);
        }
        return known.number() == null || known.number() != 0;
    }

    /** The whole number that an expression is, without computing it. */
    OptionalLong whole(Expression expression) {
        Spent before = new Spent(now, busy, shared, global, told);
        double end = last;
        Known known = of(expression);
        now = before.seconds();
        busy = before.busy();
        shared = before.sharedBytes();
        global = before.globalBytes();
        last = end;
        return known.number() == null ? OptionalLong.empty() : OptionalLong.of(known.number());
    }

    void assign(Place target, Expression value) {
        store(target, of(value), 1);
    }

    void copy(Statement.Copy copy) {
        Known value = of(new Expression.Read(copy.from()));
        account(copy.from(), copy.width() - 1);
        store(copy.to(), value, copy.width());
    }

    void multiply(Statement.Multiply multiply) {
        double ready = 0;
        for (List<Expression> factors : List.of(multiply.left(), multiply.right())) {
            for (Expression factor : factors) {
                ready = Math.max(ready, of(factor).ready());
            }
        }
        for (Place sum : multiply.sums()) {
            ready = Math.max(ready, of(new Expression.Read(sum)).ready());
        }
        Known product = new Known(null, instruct(costs.multiply(multiply.shape()), ready));
        multiply.sums().forEach(sum -> store(sum, product, 1));
    }

    private void store(Place target, Known value, int width) {
        switch (target) {
            case Place.Scalar(Variable v) ->
                set(
                        v,
                        new Known(
                                value.number() == null || v.type().isFloating()
                                        ? null
                                        : Arithmetic.normal(v.type(), value.number()),
                                value.ready()));
            case Place.Register r -> registers.put(element(r), value.ready());
            case Place.Shared _, Place.Global _, Place.Pair _ -> {
                target.indices().forEach(this::of);
                if (!together) {
                    now = Math.max(now, value.ready());
                }
                stored = Math.max(stored, value.ready());
                instruct(null, 0);
                account(target, width);
                if (target instanceof Place.Global g && g.access() == Place.Access.ORDERED) {
                    told = now;
                }
            }
        }
    }

    private void account(Place place, int width) {
        switch (place) {
            case Place.Shared s -> shared += (double) width * s.type().bytes();
            case Place.Global g -> global += (double) width * g.type().bytes();
            case Place.Pair(Place first) -> account(first, 2 * width);
            case Place.Scalar _, Place.Register _ -> {}
        }
    }

    private Element element(Place.Register r) {
        List<Long> indices = new ArrayList<>(r.indices().size());
        for (Expression index : r.indices()) {
            indices.add(whole(index).orElse(0));
        }
        return new Element(r.array().name(), indices);
    }

    /** One instruction; when its result is there. */
    private double instruct(PathCosts.@Nullable Cost cost, double operands) {
        now += costs.interval();
        busy += cost == null ? costs.issue() : Math.max(costs.issue(), cost.busy());
        double ready = Math.max(now, operands) + (cost == null ? 0 : cost.latency());
        if (cost != null && cost.alone() > 0) {
            now = Math.max(now, operands) + cost.alone();
        }
        last = Math.max(last, ready);
        return ready;
    }

    Known of(Expression expression) {
        return switch (expression) {
            case Expression.IntegerLiteral l ->
                new Known(l.type().isFloating() ? null : Arithmetic.normal(l.type(), l.value()), 0);
            case Expression.Literal _ -> Known.NOTHING;
            case Expression.Own o -> new Known(own.get(o.coordinate()), 0);
            case Expression.Read(Place.Scalar(Variable v)) -> variables.getOrDefault(v, Known.NOTHING);
            case Expression.Read(Place.Register r) -> new Known(null, registers.getOrDefault(element(r), 0.0));
            case Expression.Read r -> load(r.place());
            case Expression.Counted c -> of(c.value());
            case Expression.Conditional c -> conditional(c);
            case Expression.Binary b when b.operator() == Infix.AND_THEN || b.operator() == Infix.OR_ELSE -> asked(b);
            case Expression.Binary b -> binary(b);
            case Expression.Unary u -> {
                Known x = of(u.operand());
                yield x.number() != null && !u.type().isFloating()
                        ? new Known(
                                Arithmetic.unary(u.operator(), u.operand().type())
                                        .applyAsLong(x.number()),
                                x.ready())
                        : new Known(null, x.ready());
            }
            case Expression.Convert c -> {
                Known x = of(c.operand());
                yield x.number() != null && !c.type().isFloating()
                        ? new Known(Arithmetic.normal(c.type(), x.number()), x.ready())
                        : new Known(null, x.ready());
            }
            case Expression.Call c -> called(c);
            case Expression.OfWarp w -> {
                // Lanes hand each other values by the paths of shared memory.
                shared += w.type().bytes();
                // A vote is taken to end as this thread's own.
                Known own = w instanceof Expression.Voted v && v.vote() != Expression.Vote.BALLOT
                        ? of(v.condition())
                        : new Known(null, operands(w));
                yield new Known(own.number(), instruct(costs.lane(), own.ready()));
            }
            case Expression.Operation o -> new Known(null, instruct(costs.operation(o), operands(o)));
            case Expression.Atomic a -> {
                double ready = operands(a);
                yield new Known(null, instruct(costs.load(a.place(), 0), ready));
            }
        };
    }

    private double operands(Expression expression) {
        double ready = 0;
        for (Expression operand : expression.operands()) {
            ready = Math.max(ready, of(operand).ready());
        }
        return ready;
    }

    private Known load(Place place) {
        double address = 0;
        double moved = 0;
        for (Expression index : place.indices()) {
            Known known = of(index);
            address = Math.max(address, known.ready());
            if (place instanceof Place.Global g && known.number() != null) {
                moved = seen.moved(g, known.number());
            }
        }
        account(place, 1);
        return new Known(null, instruct(costs.load(place, moved), address));
    }

    private Known conditional(Expression.Conditional c) {
        Known asked = of(c.condition());
        if (asked.number() != null) {
            Known chosen = of(asked.number() != 0 ? c.then() : c.otherwise());
            double ready = Math.max(asked.ready(), instruct(null, chosen.ready()));
            return new Known(c.type().isFloating() ? null : chosen.number(), ready);
        }
        double then = of(c.then()).ready();
        double otherwise = of(c.otherwise()).ready();
        return new Known(null, instruct(null, Math.max(asked.ready(), Math.max(then, otherwise))));
    }

    private Known asked(Expression.Binary b) {
        Known left = of(b.left());
        boolean and = b.operator() == Infix.AND_THEN;
        if (left.number() != null && left.number() != 0 != and) {
            return new Known(and ? 0L : 1L, left.ready());
        }
        Known right = of(b.right());
        double ready = Math.max(left.ready(), right.ready());
        if (left.number() == null || right.number() == null) {
            return new Known(null, ready);
        }
        return new Known(right.number() != 0 ? 1L : 0L, ready);
    }

    private Known binary(Expression.Binary b) {
        boolean shifts = b.operator() == Infix.SHL || b.operator() == Infix.SHR;
        ScalarType type = shifts
                ? b.left().type().promoted()
                : ScalarType.common(b.left().type(), b.right().type());
        if (type.isFloating()) {
            return floating(b, type);
        }
        Known left = of(b.left());
        Known right = of(b.right());
        double operands = Math.max(left.ready(), right.ready());
        if (left.number() == null || right.number() == null) {
            return new Known(null, whole(b, operands));
        }
        double ready = computed.computeIfAbsent(
                new WholeNumbers(b.operator(), left.number(), right.number()), _ -> whole(b, operands));
        long x = Arithmetic.normal(type, left.number());
        long y = shifts ? right.number() : Arithmetic.normal(type, right.number());
        return new Known(Arithmetic.binary(b.operator(), type).applyAsLong(x, y), ready);
    }

    /** The instructions of an operation on whole numbers; when its result is there. */
    private double whole(Expression.Binary operation, double operands) {
        double more = costs.whole(operation) - 1;
        now += more * costs.interval();
        busy += more * costs.issue();
        return instruct(null, operands);
    }

    /** Sums with a product are one operation. */
    private Known floating(Expression.Binary b, ScalarType type) {
        boolean sum = b.operator() == Infix.ADD || b.operator() == Infix.SUB;
        Expression product = sum && isProduct(b.right()) ? b.right() : sum && isProduct(b.left()) ? b.left() : null;
        if (product == null) {
            return new Known(null, instruct(costs.operation(b), operands(b)));
        }
        double ready = Math.max(
                operands(product),
                of(product == b.right() ? b.left() : b.right()).ready());
        return new Known(null, instruct(costs.multiplyAdd(type), ready));
    }

    private static boolean isProduct(Expression expression) {
        return expression instanceof Expression.Binary b && b.operator() == Infix.MUL;
    }

    private Known called(Expression.Call c) {
        if (c.function() == Intrinsic.IS_PLAIN || c.function() == Intrinsic.ALL_PLAIN) {
            return new Known(1L, instruct(null, operands(c)));
        }
        boolean least = c.function() == Intrinsic.MIN;
        if (c.of().isFloating() || !least && c.function() != Intrinsic.MAX) {
            return new Known(null, instruct(costs.operation(c), operands(c)));
        }
        Known x = of(c.operands().getFirst());
        Known y = of(c.operands().getLast());
        double ready = instruct(null, Math.max(x.ready(), y.ready()));
        if (x.number() == null || y.number() == null) {
            return new Known(null, ready);
        }
        return new Known(
                least ? Arithmetic.min(c.of(), x.number(), y.number()) : Arithmetic.max(c.of(), x.number(), y.number()),
                ready);
    }
}
