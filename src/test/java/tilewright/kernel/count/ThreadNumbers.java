package tilewright.kernel.count;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Variable;
import tilewright.kernel.emulate.Arithmetic;
import tilewright.kernel.emulate.Counts;

/** The whole numbers that the threads of a block compute, all of them at a time; what computing them accesses is counted. */
final class ThreadNumbers {
    private final Tally tally;
    private final Touches touches;
    private final Map<String, Long> counters = new HashMap<>();
    private long block;
    private long blocks;
    private Scope scope = new Scope(0);

    /** @param counters the program's: which block is the last one they tell */
    ThreadNumbers(List<Memory.Global> counters, Tally tally, Touches touches) {
        this.tally = tally;
        this.touches = touches;
        counters.forEach(c -> this.counters.put(c.name(), 0L));
    }

    /** From now on the threads are those of this block. */
    void enter(long block, long blocks) {
        this.block = block;
        this.blocks = blocks;
    }

    /** From now on names stand for what this call knows. */
    void enter(Scope call) {
        scope = call;
    }

    Scope scope() {
        return scope;
    }

    /** Threads of the block. */
    int threads() {
        return scope.returned.length;
    }

    /** The value of a condition that something counted depends on. */
    Numbers decided(Expression condition, int[] active) {
        Numbers holds = value(condition, active);
        if (active.length > 0 && (holds == null || !holds.areKnown(active))) {
            throw new IllegalArgumentException("what is counted depends on data: " + condition);
        }
        return holds == null ? Numbers.all(threads(), 0) : holds;
    }

    /** Counts one access of each thread. */
    void access(Place place, Counts.Direction direction, int width, int[] active) {
        place.indices().forEach(i -> walk(i, active));
        switch (place) {
            case Place.Scalar _, Place.Register _ -> {}
            case Place.Shared s ->
                tally.access(Counts.Space.SHARED, direction, width * s.type().bytes(), active.length);
            case Place.Global g ->
                tally.access(Counts.Space.GLOBAL, direction, width * g.type().bytes(), active.length);
            case Place.Pair(Place first) -> access(first, direction, 2 * width, active);
        }
    }

    /** Counts what computing an expression accesses. */
    void walk(Expression expression, int[] active) {
        if (active.length == 0 || !touches.expression(expression)) {
            return;
        }
        switch (expression) {
            case Expression.Read r -> access(r.place(), Counts.Direction.LOAD, 1, active);
            case Expression.Conditional c -> {
                Numbers holds = value(c.condition(), active);
                if (touches.expression(c.then()) || touches.expression(c.otherwise())) {
                    if (holds == null || !holds.areKnown(active)) {
                        throw new IllegalArgumentException("what is counted depends on data: " + c.condition());
                    }
                    walk(c.then(), Threads.where(holds, active, true));
                    walk(c.otherwise(), Threads.where(holds, active, false));
                }
            }
            case Expression.Binary b when isDecided(b.operator()) -> value(b, active);
            case Expression.Atomic a -> value(a, active);
            case Expression.Literal _,
                    Expression.Own _,
                    Expression.Operation _,
                    Expression.OfWarp _,
                    Expression.Counted _ -> expression.operands().forEach(o -> walk(o, active));
        }
    }

    private static boolean isDecided(Infix operator) {
        return operator == Infix.AND_THEN || operator == Infix.OR_ELSE;
    }

    /** The value of an expression of whole numbers, null where it is not known; what computing it accesses is counted. */
    @Nullable
    Numbers value(Expression expression, int[] active) {
        return switch (expression) {
            case Expression.IntegerLiteral l ->
                l.type().isFloating() ? null : Numbers.all(threads(), Arithmetic.normal(l.type(), l.value()));
            case Expression.Read(Place.Scalar(Variable v)) -> scope.of(v);
            case Expression.Own o -> own(o.coordinate());
            case Expression.Unary u ->
                u.operand().type().isFloating()
                        ? unknown(u, active)
                        : Numbers.each(
                                active,
                                value(u.operand(), active),
                                Arithmetic.unary(u.operator(), u.operand().type()));
            case Expression.Binary b when isDecided(b.operator()) -> decided(b, active);
            case Expression.Binary b -> binary(b, active);
            case Expression.Conditional c -> conditional(c, active);
            case Expression.Convert c ->
                c.type().isFloating() || c.operand().type().isFloating()
                        ? unknown(c, active)
                        : converted(c.type(), value(c.operand(), active), active);
            case Expression.Call c
            when (c.function() == Intrinsic.MIN || c.function() == Intrinsic.MAX) && !c.of().isFloating() -> {
                boolean least = c.function() == Intrinsic.MIN;
                Numbers x = converted(c.of(), value(c.operands().getFirst(), active), active);
                Numbers y = converted(c.of(), value(c.operands().getLast(), active), active);
                yield Numbers.both(
                        active, x, y, (p, q) -> least ? Arithmetic.min(c.of(), p, q) : Arithmetic.max(c.of(), p, q));
            }
            case Expression.Call c
            when c.function() == Intrinsic.IS_PLAIN || c.function() == Intrinsic.ALL_PLAIN -> {
                walk(c, active);
                // What is done where a quotient is not is no part of the counts.
                yield Numbers.all(threads(), 1);
            }
            case Expression.Counted c -> value(c.value(), active);
            case Expression.Atomic a -> atomic(a, active);
            case Expression.Voted v -> voted(v, active);
            case Expression.Read _, Expression.Literal _, Expression.Operation _, Expression.OfWarp _ ->
                unknown(expression, active);
        };
    }

    /** What the active threads of each warp say. */
    private @Nullable Numbers voted(Expression.Voted vote, int[] active) {
        Numbers said = value(vote.condition(), active);
        if (vote.vote() == Expression.Vote.BALLOT || said == null || active.length == 0 || !said.areKnown(active)) {
            return null;
        }
        boolean any = vote.vote() == Expression.Vote.ANY;
        Map<Integer, Boolean> ofWarps = new HashMap<>();
        for (int t : active) {
            ofWarps.merge(t / Simt.WARP, said.of(t) != 0, (x, y) -> any ? x || y : x && y);
        }
        Numbers result = new Numbers(threads());
        for (int t : active) {
            result.set(t, ofWarps.getOrDefault(t / Simt.WARP, false) ? 1 : 0);
        }
        return result;
    }

    private @Nullable Numbers unknown(Expression expression, int[] active) {
        walk(expression, active);
        return null;
    }

    private Numbers own(Expression.Coordinate coordinate) {
        return switch (coordinate) {
            case THREAD -> {
                Numbers numbers = new Numbers(threads());
                for (int t = 0; t < threads(); t++) {
                    numbers.set(t, t);
                }
                yield numbers;
            }
            case BLOCK -> Numbers.all(threads(), block);
            case BLOCKS -> Numbers.all(threads(), blocks);
            case THREADS -> Numbers.all(threads(), threads());
            case HIDDEN_ZERO -> Numbers.all(threads(), 0);
        };
    }

    @Nullable
    Numbers converted(ScalarType type, @Nullable Numbers value, int[] active) {
        return Numbers.each(active, value, x -> Arithmetic.normal(type, x));
    }

    private @Nullable Numbers binary(Expression.Binary b, int[] active) {
        boolean shifts = b.operator() == Infix.SHL || b.operator() == Infix.SHR;
        ScalarType type = shifts
                ? b.left().type().promoted()
                : ScalarType.common(b.left().type(), b.right().type());
        if (type.isFloating()) {
            return unknown(b, active);
        }
        Numbers left = converted(type, value(b.left(), active), active);
        Numbers right = value(b.right(), active);
        return Numbers.both(
                active, left, shifts ? right : converted(type, right, active), Arithmetic.binary(b.operator(), type));
    }

    /** Conditions joined: the right one is asked where the left one is as wanted. */
    private @Nullable Numbers decided(Expression.Binary b, int[] active) {
        boolean wanted = b.operator() == Infix.AND_THEN;
        Numbers left = b.left().type().isFloating() ? unknown(b.left(), active) : value(b.left(), active);
        if (left == null || !left.areKnown(active)) {
            if (touches.expression(b.right())) {
                throw new IllegalArgumentException("what is counted depends on data: " + b.left());
            }
            return null;
        }
        int[] rest = Threads.where(left, active, wanted);
        Numbers right = rest.length == 0 ? null : value(b.right(), rest);
        Numbers result = new Numbers(threads());
        for (int t : active) {
            boolean asked = left.of(t) != 0 == wanted;
            if (!asked) {
                result.set(t, wanted ? 0 : 1);
            } else if (right != null && right.isKnown(t)) {
                result.set(t, right.of(t) != 0 ? 1 : 0);
            } else {
                result.forget(t);
            }
        }
        return result;
    }

    private @Nullable Numbers conditional(Expression.Conditional c, int[] active) {
        Numbers holds = value(c.condition(), active);
        if (holds == null || !holds.areKnown(active)) {
            if (touches.expression(c.then()) || touches.expression(c.otherwise())) {
                throw new IllegalArgumentException("what is counted depends on data: " + c.condition());
            }
            return null;
        }
        int[] yes = Threads.where(holds, active, true);
        int[] no = Threads.where(holds, active, false);
        ScalarType type = c.type();
        Numbers then = yes.length == 0 ? null : value(c.then(), yes);
        Numbers otherwise = no.length == 0 ? null : value(c.otherwise(), no);
        if (type.isFloating()) {
            return null;
        }
        Numbers result = new Numbers(threads());
        result.copy(converted(type, then, yes), yes);
        result.copy(converted(type, otherwise, no), no);
        return result;
    }

    /** Blocks come one after another; who is the last of them is all that a program may ask. */
    private @Nullable Numbers atomic(Expression.Atomic a, int[] active) {
        access(a.place(), Counts.Direction.ATOMIC, 1, active);
        Numbers operand = value(a.operand(), active);
        boolean counts = a.update() == Expression.Update.COUNT
                && a.place() instanceof Place.Global g
                && counters.containsKey(g.array().name());
        if (!counts || operand == null || !operand.areKnown(active)) {
            return null;
        }
        String counter = ((Place.Global) a.place()).array().name();
        Numbers before = new Numbers(threads());
        for (int t : active) {
            long old = counters.getOrDefault(counter, 0L);
            before.set(t, old);
            counters.put(counter, Arithmetic.updated(a.update(), a.place().type(), old, operand.of(t)));
        }
        return before;
    }
}
