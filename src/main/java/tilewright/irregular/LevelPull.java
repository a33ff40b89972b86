package tilewright.irregular;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.bitOr;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.complement;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.load;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.not;
import static tilewright.kernel.Expressions.notEqual;
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.shiftLeft;
import static tilewright.kernel.Expressions.shiftRight;
import static tilewright.kernel.Expressions.subtract;

import java.util.List;
import java.util.function.BiConsumer;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * A level, pulled: every vertex that is not reached looks for one that is. A warp looks at several words of the bitmap at the same time, so that their loads
 * are under way together: what a level takes is the latency of chains of loads, not their number.
 */
record LevelPull(
        ScalarType type,
        Schedule.ByLevels shape,
        Rows rows,
        Memory.Global heads,
        Memory.Global values,
        Memory.Global reached,
        Variable half,
        WorkQueue queue,
        Control control) {
    /**
     * Writes the step.
     *
     * @param level that vertices get
     * @param step its number
     * @param now where the bitmap of what is reached begins; the one after this step stands in the other half
     */
    void write(Body body, Grid grid, Variable level, Variable step, Variable now) {
        Variable then = body.let("then", subtract(half.read(), now.read()));
        Variable hubWords = body.let("hub_words", Grid.word(rows.hubs().read()));
        Variable count = body.declare("count", ScalarType.I32, integer(0));
        int together = shape.together();
        Expression stride = multiply(integer(together), grid.warps().read());
        body.loop("w0", grid.warp().read(), rows.words().read(), stride, 1, (group, w0) -> {
            Look look = new Look(group, grid, now, w0, hubWords);
            look.first(group);
            each(group, together, (one, u) -> {
                Variable w = one.let("w", look.word(u));
                Variable current = one.let("own", load(look.current, u.read()));
                Variable missing = one.let("missing", complement(current.read()));
                Variable found = one.declare("found", ScalarType.U32, bits(0));
                one.when(notEqual(missing.read(), bits(0)), some -> {
                    Variable mine = some.let("mine", WorkQueue.bitOf(missing, grid.lane()));
                    Variable vertex = some.let(
                            "vertex",
                            add(multiply(integer(Grid.WARP), w.read()), grid.lane().read()));
                    some.when(
                            less(w.read(), hubWords.read()),
                            hub -> hubs(hub, grid, now, vertex, mine, missing, found),
                            row -> look.rest(row, u, mine, found));
                    some.when(
                            WorkQueue.bitOf(found, grid.lane()),
                            own -> own.set(
                                    element(values, vertex.read(), Place.Access.PLAIN),
                                    convert(type, level.read())));
                    some.set(count, add(count.read(), call(Intrinsic.POPULATION, ScalarType.U32, found.read())));
                });
                one.when(
                        binary(
                                Infix.AND_THEN,
                                equal(grid.lane().read(), integer(0)),
                                less(w.read(), rows.words().read())),
                        first -> first.set(
                                element(reached, add(then.read(), w.read()), Place.Access.PLAIN),
                                bitOr(current.read(), found.read())));
            });
        });
        tell(body, grid, step, count);
    }

    private static void each(Body body, int count, BiConsumer<Body, Variable> writer) {
        body.loop("u", integer(0), integer(count), integer(1), Statement.For.ALL, writer);
    }

    private static void ahead(Body body, int count, BiConsumer<Body, Variable> writer) {
        body.loop("a", integer(0), integer(count), integer(1), Statement.For.ALL, writer);
    }

    private static Expression bits(long value) {
        return new Expression.IntegerLiteral(ScalarType.U32, value);
    }

    /** A number beyond all vertices, whose bit is never set. */
    private Expression nobody() {
        return multiply(integer(Grid.WARP), rows.words().read());
    }

    /** Whether the head of an arc has been reached before this step. */
    private Expression isReached(Variable now, Expression head) {
        Expression word = load(reached, add(now.read(), Grid.word(head)), Place.Access.PLAIN);
        return bitAnd(convert(ScalarType.I32, shiftRight(word, bitAnd(head, integer(Grid.WARP - 1L)))), integer(1));
    }

    /** What a warp knows of the words that it looks at together. */
    private final class Look {
        private final Grid grid;
        private final Variable now;
        private final Variable w0;
        private final Variable hubWords;
        private final Memory.Register current;
        private final Memory.Register begin;
        private final Memory.Register end;
        private final Memory.Register hits;

        Look(Body body, Grid grid, Variable now, Variable w0, Variable hubWords) {
            this.grid = grid;
            this.now = now;
            this.w0 = w0;
            this.hubWords = hubWords;
            List<Integer> shaped = List.of(shape.together());
            this.current = body.declareArray("current", ScalarType.U32, shaped);
            this.begin = body.declareArray("begin", ScalarType.I32, shaped);
            this.end = body.declareArray("end", ScalarType.I32, shaped);
            this.hits = body.declareArray("hits", ScalarType.I32, shaped);
        }

        Expression word(Variable u) {
            return add(w0.read(), multiply(u.read(), grid.warps().read()));
        }

        /** The first arcs of the rows of all words: each kind of load for all of them before the next kind. */
        void first(Body body) {
            int together = shape.together();
            each(
                    body,
                    together,
                    (one, u) -> one.set(
                            element(current, u.read()),
                            select(
                                    less(word(u), rows.words().read()),
                                    load(reached, add(now.read(), word(u)), Place.Access.PLAIN),
                                    bits(0xffffffffL))));
            each(body, together, (one, u) -> {
                Variable slice = one.let("slice", subtract(word(u), hubWords.read()));
                Variable has = one.let(
                        "has",
                        binary(
                                Infix.AND_THEN,
                                notEqual(load(current, u.read()), bits(0xffffffffL)),
                                lessEqual(integer(0), slice.read())));
                one.set(
                        element(begin, u.read()),
                        select(
                                has.read(),
                                add(
                                        load(rows.slices(), slice.read(), Place.Access.PLAIN),
                                        grid.lane().read()),
                                integer(0)));
                one.set(
                        element(end, u.read()),
                        select(
                                has.read(),
                                load(rows.slices(), add(slice.read(), 1), Place.Access.PLAIN),
                                integer(0)));
            });
            Memory.Register some =
                    body.declareArray("some", ScalarType.I32, List.of(together, shape.ahead()));
            each(body, together, (one, u) -> {
                Variable mine = one.let(
                        "mine",
                        equal(
                                bitAnd(shiftRight(load(current, u.read()), grid.lane().read()), bits(1)),
                                bits(0)));
                ahead(one, shape.ahead(), (part, a) -> {
                    Expression at = add(load(begin, u.read()), multiply(integer(Grid.WARP), a.read()));
                    part.set(
                            element(some, u.read(), a.read()),
                            select(
                                    binary(Infix.AND_THEN, mine.read(), less(at, load(end, u.read()))),
                                    load(heads, at, Place.Access.PLAIN),
                                    nobody()));
                });
            });
            each(body, together, (one, u) -> {
                one.set(element(hits, u.read()), integer(0));
                ahead(
                        one,
                        shape.ahead(),
                        (part, a) -> part.set(
                                element(hits, u.read()),
                                bitOr(load(hits, u.read()), isReached(now, load(some, u.read(), a.read())))));
            });
        }

        /** Rows whose first arcs lead to nobody that is reached go on, twice as many arcs at a time. */
        void rest(Body body, Variable u, Variable mine, Variable found) {
            Variable hit = body.declare("hit", ScalarType.I32, load(hits, u.read()));
            int more = 2 * shape.ahead();
            body.when(mine.read(), own -> {
                Variable j = own.declare(
                        "j",
                        ScalarType.I32,
                        add(load(begin, u.read()), integer((long) Grid.WARP * shape.ahead())));
                own.whileHolds(
                        binary(Infix.AND_THEN, less(j.read(), load(end, u.read())), not(hit.read())), part -> {
                            near(part, more, now, hit, a -> {
                                Expression at = add(j.read(), multiply(integer(Grid.WARP), a.read()));
                                return select(
                                        less(at, load(end, u.read())), load(heads, at, Place.Access.PLAIN), nobody());
                            });
                            part.set(j, add(j.read(), (long) Grid.WARP * more));
                        });
            });
            body.set(found, new Expression.Voted(Expression.Vote.BALLOT, hit.read()));
        }
    }

    /** The head of an arc that a thread looks at. */
    private interface Heads {
        Expression of(Variable number);
    }

    /** Looks at several arcs, whose heads are all loaded first. */
    private void near(Body body, int count, Variable now, Variable hit, Heads of) {
        Memory.Register near = body.declareArray("near", ScalarType.I32, List.of(count));
        ahead(body, count, (one, a) -> one.set(element(near, a.read()), of.of(a)));
        ahead(
                body,
                count,
                (one, a) -> one.set(hit, bitOr(hit.read(), isReached(now, load(near, a.read())))));
    }

    /** Rows one after another: each thread looks at the first arcs of its own, then the warp at the rest of each. */
    private void hubs(
            Body body, Grid grid, Variable now, Variable vertex, Variable mine, Variable missing, Variable found) {
        Variable begin = body.declare("from", ScalarType.I32, integer(0));
        Variable end = body.declare("to", ScalarType.I32, integer(0));
        Variable hit = body.declare("hit", ScalarType.I32, integer(0));
        body.when(mine.read(), own -> {
            own.set(begin, load(rows.first(), vertex.read(), Place.Access.PLAIN));
            own.set(end, load(rows.first(), add(vertex.read(), 1), Place.Access.PLAIN));
        });
        near(body, shape.ahead(), now, hit, a -> {
            Expression at = add(begin.read(), a.read());
            return select(less(at, end.read()), load(heads, at, Place.Access.PLAIN), nobody());
        });
        body.set(found, new Expression.Voted(Expression.Vote.BALLOT, hit.read()));
        Variable rest = body.declare("rest", ScalarType.U32, bitAnd(missing.read(), complement(found.read())));
        body.whileHolds(notEqual(rest.read(), bits(0)), each -> {
            Variable which = each.let("which", call(Intrinsic.TRAILING_ZEROS, ScalarType.U32, rest.read()));
            Variable from = each.let("its_from", of(begin, which));
            Variable to = each.let("its_to", of(end, which));
            each.loop("j0", from.read(), to.read(), integer(Grid.WARP), 1, (part, j0) -> {
                Variable at = part.let("at", add(j0.read(), grid.lane().read()));
                Variable one = part.declare("one", ScalarType.I32, integer(0));
                part.when(
                        less(at.read(), to.read()),
                        in -> in.set(one, isReached(now, load(heads, at.read(), Place.Access.PLAIN))));
                part.when(
                        new Expression.Voted(Expression.Vote.ANY, one.read()),
                        yes -> yes.set(found, bitOr(found.read(), shiftLeft(bits(1), which.read())))
                                .add(new Statement.Break()));
            });
            each.set(rest, bitAnd(rest.read(), subtract(rest.read(), bits(1))));
        });
    }

    private static Expression of(Variable value, Variable lane) {
        return new Expression.Shuffle(Expression.Lane.AT, value.read(), lane.read(), Grid.WARP);
    }

    /** How many vertices the step reached. */
    private void tell(Body body, Grid grid, Variable step, Variable count) {
        body.when(equal(grid.thread().read(), integer(0)), one -> one.set(queue.number(3), integer(0)));
        body.barrier();
        body.when(
                binary(Infix.AND_THEN, equal(grid.lane().read(), integer(0)), notEqual(count.read(), integer(0))),
                one -> one.evaluate(atomic(Expression.Update.ADD, queue.number(3), count.read())));
        body.barrier();
        body.when(
                binary(Infix.AND_THEN, equal(grid.thread().read(), integer(0)), notEqual(queue.value(3), integer(0))),
                one -> one.evaluate(control.add(Control.Tally.CHANGED, step.read(), queue.value(3))));
    }
}
