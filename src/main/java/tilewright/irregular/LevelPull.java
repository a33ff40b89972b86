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
import static tilewright.kernel.Expressions.shiftRight;
import static tilewright.kernel.Expressions.subtract;

import java.util.List;
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
        Expression stride = multiply(integer(Grid.WARP), grid.warps().read());
        body.loop("w0", grid.warp().read(), rows.words().read(), stride, 1, (group, w0) -> {
            group.comment("Each thread has a word; the warp looks at those where somebody is missing.");
            Variable word = group.let(
                    "word",
                    add(w0.read(), multiply(grid.lane().read(), grid.warps().read())));
            Variable inside = group.let("inside", less(word.read(), rows.words().read()));
            Variable current = group.let(
                    "current",
                    select(
                            inside.read(),
                            load(reached, add(now.read(), word.read()), Place.Access.PLAIN),
                            bits(0xffffffffL)));
            Variable missing = group.let("missing", notEqual(current.read(), bits(0xffffffffL)));
            Variable slice = group.let("slice", subtract(word.read(), hubWords.read()));
            Variable sliced =
                    group.let("sliced", binary(Infix.AND_THEN, missing.read(), lessEqual(integer(0), slice.read())));
            Variable begin = group.let(
                    "begin", select(sliced.read(), load(rows.slices(), slice.read(), Place.Access.PLAIN), integer(0)));
            Variable end = group.let(
                    "end",
                    select(sliced.read(), load(rows.slices(), add(slice.read(), 1), Place.Access.PLAIN), integer(0)));
            Words words = new Words(grid, level, now, word, current, begin, end);
            Variable found = group.declare("found", ScalarType.U32, bits(0));
            Variable left = group.declare(
                    "left",
                    ScalarType.U32,
                    new Expression.Voted(
                            Expression.Vote.BALLOT,
                            binary(Infix.AND_THEN, missing.read(), less(slice.read(), integer(0)))));
            group.whileHolds(notEqual(left.read(), bits(0)), some -> hubs(some, words, left, found));
            group.set(left, new Expression.Voted(Expression.Vote.BALLOT, sliced.read()));
            group.whileHolds(notEqual(left.read(), bits(0)), some -> slices(some, words, left, found));
            group.when(
                    inside.read(),
                    own -> own.set(
                            element(reached, add(then.read(), word.read()), Place.Access.PLAIN),
                            bitOr(current.read(), found.read())));
            group.set(count, add(count.read(), call(Intrinsic.POPULATION, ScalarType.U32, found.read())));
        });
        tell(body, grid, step, count);
    }

    /** What the threads of a warp know of their words, and what goes for all of them. */
    private record Words(
            Grid grid, Variable level, Variable now, Variable word, Variable current, Variable begin, Variable end) {}

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

    /** Takes the next thread whose word is left, and its word out of those. */
    private static Variable taken(Body body, Variable left) {
        Variable which = body.let("which", call(Intrinsic.TRAILING_ZEROS, ScalarType.U32, left.read()));
        body.set(left, bitAnd(left.read(), subtract(left.read(), bits(1))));
        return which;
    }

    private static Expression of(Variable value, Expression lane) {
        return new Expression.Shuffle(Expression.Lane.AT, value.read(), lane, Grid.WARP);
    }

    /** A row for each thread, side by side, of several words: each kind of load for all of them before the next kind. */
    private void slices(Body body, Words words, Variable left, Variable found) {
        int together = shape.together();
        List<Integer> shaped = List.of(together);
        Memory.Register whose = body.declareArray("whose", ScalarType.I32, shaped);
        Memory.Register current = body.declareArray("its_current", ScalarType.U32, shaped);
        Memory.Register begin = body.declareArray("its_begin", ScalarType.I32, shaped);
        Memory.Register end = body.declareArray("its_end", ScalarType.I32, shaped);
        body.each("u", together, (one, u) -> {
            Variable has = one.let("has", notEqual(left.read(), bits(0)));
            Variable which = one.declare("which", ScalarType.I32, integer(0));
            one.when(has.read(), some -> {
                some.set(which, call(Intrinsic.TRAILING_ZEROS, ScalarType.U32, left.read()));
                some.set(left, bitAnd(left.read(), subtract(left.read(), bits(1))));
            });
            one.set(element(whose, u.read()), select(has.read(), which.read(), integer(Grid.WARP)));
            one.set(
                    element(current, u.read()),
                    bitOr(of(words.current, which.read()), select(has.read(), bits(0), bits(0xffffffffL))));
            one.set(
                    element(begin, u.read()),
                    add(of(words.begin, which.read()), words.grid.lane().read()));
            one.set(element(end, u.read()), of(words.end, which.read()));
        });
        Memory.Register some = body.declareArray("some", ScalarType.I32, List.of(together, shape.ahead()));
        body.each("u", together, (one, u) -> {
            Variable mine = one.let("mine", isMissing(load(current, u.read()), words.grid));
            one.each("a", shape.ahead(), (part, a) -> {
                Expression at = add(load(begin, u.read()), multiply(integer(Grid.WARP), a.read()));
                part.set(
                        element(some, u.read(), a.read()),
                        select(
                                binary(Infix.AND_THEN, mine.read(), less(at, load(end, u.read()))),
                                load(heads, at, Place.Access.PLAIN),
                                nobody()));
            });
        });
        Memory.Register hits = body.declareArray("hits", ScalarType.I32, shaped);
        body.each("u", together, (one, u) -> {
            one.set(element(hits, u.read()), integer(0));
            one.each(
                    "a",
                    shape.ahead(),
                    (part, a) -> part.set(
                            element(hits, u.read()),
                            bitOr(load(hits, u.read()), isReached(words.now, load(some, u.read(), a.read())))));
        });
        body.each("u", together, (one, u) -> {
            Variable mine = one.let("mine", isMissing(load(current, u.read()), words.grid));
            Variable hit = one.declare("hit", ScalarType.I32, load(hits, u.read()));
            one.when(mine.read(), own -> rest(own, words.now, load(begin, u.read()), load(end, u.read()), hit));
            store(one, words, load(whose, u.read()), hit, found);
        });
    }

    private static Expression isMissing(Expression current, Grid grid) {
        return equal(bitAnd(shiftRight(current, grid.lane().read()), bits(1)), bits(0));
    }

    /** A row whose first arcs lead to nobody that is reached goes on, twice as many arcs at a time. */
    private void rest(Body body, Variable now, Expression begin, Expression end, Variable hit) {
        int more = 2 * shape.ahead();
        Variable j = body.declare("j", ScalarType.I32, add(begin, integer((long) Grid.WARP * shape.ahead())));
        body.whileHolds(binary(Infix.AND_THEN, less(j.read(), end), not(hit.read())), part -> {
            near(part, more, now, hit, a -> {
                Expression at = add(j.read(), multiply(integer(Grid.WARP), a.read()));
                return select(less(at, end), load(heads, at, Place.Access.PLAIN), nobody());
            });
            part.set(j, add(j.read(), (long) Grid.WARP * more));
        });
    }

    /** Those of a word that found somebody get their level, and the thread that has the word their bits. */
    private void store(Body body, Words words, Expression whose, Variable hit, Variable found) {
        Variable bits = body.let("bits", new Expression.Voted(Expression.Vote.BALLOT, hit.read()));
        Variable word = body.let(
                "its_word", of(words.word, call(Intrinsic.MIN, ScalarType.I32, whose, integer(Grid.WARP - 1L))));
        body.when(
                hit.read(),
                own -> own.set(
                        element(
                                values,
                                add(
                                        multiply(integer(Grid.WARP), word.read()),
                                        words.grid.lane().read()),
                                Place.Access.PLAIN),
                        convert(type, words.level.read())));
        body.when(equal(words.grid.lane().read(), whose), own -> own.set(found, bits.read()));
    }

    /** The head of an arc that a thread looks at. */
    private interface Heads {
        Expression of(Variable number);
    }

    /** Looks at several arcs, whose heads are all loaded first. */
    private void near(Body body, int count, Variable now, Variable hit, Heads of) {
        Memory.Register near = body.declareArray("near", ScalarType.I32, List.of(count));
        body.each("a", count, (one, a) -> one.set(element(near, a.read()), of.of(a)));
        body.each("a", count, (one, a) -> one.set(hit, bitOr(hit.read(), isReached(now, load(near, a.read())))));
    }

    /** Rows one after another: each thread looks at the first arcs of its own, then the warp at the rest of each. */
    private void hubs(Body body, Words words, Variable left, Variable found) {
        Grid grid = words.grid;
        Variable whose = taken(body, left);
        Variable current = body.let("its_current", of(words.current, whose.read()));
        Variable vertex = body.let(
                "vertex",
                add(
                        multiply(integer(Grid.WARP), of(words.word, whose.read())),
                        grid.lane().read()));
        Variable begin = body.declare("from", ScalarType.I32, integer(0));
        Variable end = body.declare("to", ScalarType.I32, integer(0));
        Variable hit = body.declare("hit", ScalarType.I32, integer(0));
        body.when(isMissing(current.read(), grid), own -> {
            own.set(begin, load(rows.first(), vertex.read(), Place.Access.PLAIN));
            own.set(end, load(rows.first(), add(vertex.read(), 1), Place.Access.PLAIN));
        });
        near(body, shape.ahead(), words.now, hit, a -> {
            Expression at = add(begin.read(), a.read());
            return select(less(at, end.read()), load(heads, at, Place.Access.PLAIN), nobody());
        });
        Variable rest = body.declare(
                "rest",
                ScalarType.U32,
                bitAnd(
                        complement(current.read()),
                        complement(new Expression.Voted(Expression.Vote.BALLOT, hit.read()))));
        body.whileHolds(notEqual(rest.read(), bits(0)), each -> {
            Variable which = taken(each, rest);
            Variable from = each.let("its_from", of(begin, which.read()));
            Variable to = each.let("its_to", of(end, which.read()));
            each.loop("j0", from.read(), to.read(), integer(Grid.WARP), 1, (part, j0) -> {
                Variable at = part.let("at", add(j0.read(), grid.lane().read()));
                Variable one = part.declare("one", ScalarType.I32, integer(0));
                part.when(
                        less(at.read(), to.read()),
                        in -> in.set(one, isReached(words.now, load(heads, at.read(), Place.Access.PLAIN))));
                part.when(new Expression.Voted(Expression.Vote.ANY, one.read()), yes -> {
                    yes.when(equal(grid.lane().read(), which.read()), own -> own.set(hit, integer(1)));
                    yes.add(new Statement.Break());
                });
            });
        });
        store(body, words, whose.read(), hit, found);
    }

    /** How many vertices the step reached. */
    private void tell(Body body, Grid grid, Variable step, Variable count) {
        Variable all = body.let("all_found", new Expression.Reduced(Expression.Update.ADD, count.read()));
        body.when(equal(grid.thread().read(), integer(0)), one -> one.set(queue.number(3), integer(0)));
        body.barrier();
        body.when(
                binary(Infix.AND_THEN, equal(grid.lane().read(), integer(0)), notEqual(all.read(), integer(0))),
                one -> one.evaluate(atomic(Expression.Update.ADD, queue.number(3), all.read())));
        body.barrier();
        body.when(
                binary(Infix.AND_THEN, equal(grid.thread().read(), integer(0)), notEqual(queue.value(3), integer(0))),
                one -> one.evaluate(control.add(Control.Tally.CHANGED, step.read(), queue.value(3))));
    }
}
