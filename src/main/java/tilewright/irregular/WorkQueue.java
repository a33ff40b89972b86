package tilewright.irregular;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.bitOr;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.greater;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.load;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.not;
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.subtract;

import java.util.List;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/**
 * The vertices whose arcs come next, as pieces of work for a warp: {@value #PIECE} arcs of a row at most. Blocks
 * gather items in their own memory and put them behind the queue of all blocks at the end of a step, with one update of its length; a warp whose items find no
 * room there puts them behind that queue itself. Where the queue has no room, the step says so and the queue counts for nothing.
 */
final class WorkQueue {
    /** Items that a block can gather in a step in its own memory. */
    static final int BLOCK_ITEMS = 1024;
    /** Arcs of one item, at most. */
    private static final int PIECE = 64;

    private static final long LENGTH = 0x7fffffffL;

    private final Rows rows;
    private final Control control;
    private final Variable room = Variable.integer("room");
    private final Memory.Global places = new Memory.Global("item_places", ScalarType.I32, true);
    private final Memory.Global lengths = new Memory.Global("item_lengths", ScalarType.I32, true);
    private final Memory.Global vertices = new Memory.Global("item_vertices", ScalarType.I32, true);
    private final Memory.Shared blockPlaces = shared("gathered_places", "where items begin");
    private final Memory.Shared blockLengths =
            shared("gathered_lengths", "arcs of items, and whether they stand apart");
    private final Memory.Shared blockVertices = shared("gathered_vertices", "whose arcs they are");
    private final Memory.Shared numbers = new Memory.Shared(
            "numbers",
            ScalarType.I32,
            List.of(NUMBERS),
            "items, arcs, place in the queue, other, items that found room");

    private static final int NUMBERS = 5;
    /** Of the block's numbers: how many items stand in the block's memory, where more came than have room. */
    private static final int STANDING = 4;

    WorkQueue(Rows rows, Control control) {
        this.rows = rows;
        this.control = control;
    }

    private static Memory.Shared shared(String name, String content) {
        return new Memory.Shared(name, ScalarType.I32, List.of(BLOCK_ITEMS), content);
    }

    /** Items that the queue can hold in a step. */
    Variable room() {
        return room;
    }

    List<Memory.Global> memory() {
        return List.of(places, lengths, vertices);
    }

    /** Two halves: the items of one step are read while those of the next are written. */
    List<tilewright.kernel.Program.Allocation> allocations() {
        return memory().stream()
                .map(m -> Persistent.scratch(m, multiply(integer(2), room.read())))
                .toList();
    }

    List<Memory.Shared> shared() {
        return List.of(blockPlaces, blockLengths, blockVertices, numbers);
    }

    private static Place.Shared number(Memory.Shared numbers, int which) {
        return element(numbers, integer(which));
    }

    /** A number that the block's threads share; 3 is free for others. */
    Place.Shared number(int which) {
        return number(numbers, which);
    }

    Expression value(int which) {
        return new Expression.Read(number(which));
    }

    /** The same where other threads may update it. */
    Expression relaxed(int which) {
        return tilewright.kernel.Expressions.loadRelaxed(numbers, integer(which));
    }

    /** Empties the block's own part; all threads wait. */
    void reset(Body body, Grid grid) {
        body.when(
                equal(grid.thread().read(), integer(0)),
                one -> one.set(number(0), integer(0)).set(number(1), integer(0)));
        body.barrier();
    }

    /**
     * Gathers the vertices of those threads of a warp that have a new one; all threads of the warp come here.
     *
     * @param step whose queue they join
     */
    void gather(Body body, Grid grid, Expression step, Variable fresh, Variable vertex) {
        body.when(new Expression.Voted(Expression.Vote.ANY, fresh.read()), some -> {
            Variable begin = some.declare("begin", ScalarType.I32, integer(0));
            Variable degree = some.declare("degree", ScalarType.I32, integer(0));
            Variable pieces = some.declare("pieces", ScalarType.I32, integer(0));
            some.when(fresh.read(), own -> {
                own.set(begin, load(rows.first(), vertex.read(), Place.Access.PLAIN));
                own.set(degree, subtract(load(rows.first(), add(vertex.read(), 1), Place.Access.PLAIN), begin.read()));
                own.set(pieces, tilewright.kernel.Expressions.divide(add(degree.read(), PIECE - 1L), PIECE));
            });
            Variable until = some.declare("until", ScalarType.I32, pieces.read());
            for (int distance = 1; distance < Grid.WARP; distance *= 2) {
                Variable before = some.let(
                        "before" + distance,
                        new Expression.Shuffle(Expression.Lane.UP, until.read(), integer(distance), Grid.WARP));
                int least = distance;
                some.when(
                        lessEqual(integer(least), grid.lane().read()),
                        more -> more.set(until, add(until.read(), before.read())));
            }
            Variable together = some.let("together", new Expression.Reduced(Expression.Update.ADD, degree.read()));
            Variable last = some.let(
                    "last",
                    new Expression.Shuffle(Expression.Lane.AT, until.read(), integer(Grid.WARP - 1L), Grid.WARP));
            Variable start = some.declare("start", ScalarType.I32, integer(0));
            some.when(equal(grid.lane().read(), integer(0)), one -> {
                one.set(start, atomic(Expression.Update.ADD, number(0), last.read()));
                one.evaluate(atomic(Expression.Update.ADD, number(1), together.read()));
            });
            Variable base = some.declare("base", ScalarType.I32, first(start));
            Variable limit = some.declare("limit", ScalarType.I32, integer(BLOCK_ITEMS));
            Variable direct = some.let("direct", greater(add(base.read(), last.read()), integer(BLOCK_ITEMS)));
            some.when(direct.read(), beyond -> {
                beyond.when(equal(grid.lane().read(), integer(0)), one -> {
                    one.when(
                            lessEqual(start.read(), integer(BLOCK_ITEMS)),
                            crossing -> crossing.set(number(STANDING), start.read()));
                    one.set(start, control.add(Control.Tally.ITEMS, step, last.read()));
                    one.when(
                            greater(add(start.read(), last.read()), room.read()),
                            over -> over.evaluate(
                                    control.update(Expression.Update.OR, Control.Tally.OVERFLOW, step, integer(1))));
                });
                beyond.set(base, add(half(step), first(start)));
                beyond.set(limit, add(half(step), room.read()));
            });
            Variable place = some.let("place", subtract(add(base.read(), until.read()), pieces.read()));
            Expression fits = lessEqual(add(place.read(), pieces.read()), limit.read());
            Variable put = some.let("put", binary(Infix.AND_THEN, fresh.read(), fits));
            Variable apart = some.declare("apart", ScalarType.I32, integer(0));
            if (rows.plain()) {
                plain(some, grid, direct, put, new Variable[] {begin, degree, pieces, place, vertex, apart});
                return;
            }
            Expression row = greater(vertex.read(), subtract(rows.hubs().read(), integer(1)));
            some.when(binary(Infix.AND_THEN, put.read(), row), own -> {
                own.set(apart, integer(1));
                own.set(begin, rows.sliced(vertex.read()));
                own.when(
                        lessEqual(pieces.read(), integer(1)),
                        whole -> item(
                                whole,
                                direct,
                                place.read(),
                                begin.read(),
                                bitOr(degree.read(), integer(Integer.MIN_VALUE)),
                                vertex));
            });
            Variable many = some.let(
                    "many",
                    binary(
                            Infix.AND_THEN,
                            put.read(),
                            binary(Infix.OR_ELSE, not(apart.read()), less(integer(1), pieces.read()))));
            pieces(some, grid, direct, many, new Variable[] {begin, degree, pieces, place, vertex, apart});
        });
    }

    /** Rows that all stand one after another: those of one piece each by their own thread. */
    private void plain(Body body, Grid grid, Variable direct, Variable put, Variable[] own) {
        Variable begin = own[0];
        Variable degree = own[1];
        Variable pieces = own[2];
        body.when(
                binary(Infix.AND_THEN, put.read(), equal(pieces.read(), integer(1))),
                whole -> item(whole, direct, own[3].read(), begin.read(), degree.read(), own[4]));
        Variable many = body.let("many", binary(Infix.AND_THEN, put.read(), less(integer(1), pieces.read())));
        pieces(body, grid, direct, many, own);
    }

    /** The pieces of long rows, written by all threads of the warp together: a hub may have a thousand. */
    private void pieces(Body body, Grid grid, Variable direct, Variable many, Variable[] own) {
        Variable left = body.declare("left", ScalarType.U32, new Expression.Voted(Expression.Vote.BALLOT, many.read()));
        Expression one = new Expression.IntegerLiteral(ScalarType.U32, 1);
        Expression none = new Expression.IntegerLiteral(ScalarType.U32, 0);
        body.whileHolds(tilewright.kernel.Expressions.notEqual(left.read(), none), each -> {
            Variable which = each.let(
                    "which", tilewright.kernel.Expressions.call(Intrinsic.TRAILING_ZEROS, ScalarType.U32, left.read()));
            Variable[] its = new Variable[own.length];
            for (int n = 0; n < own.length; n++) {
                its[n] = each.let(
                        "its_" + own[n].name(),
                        new Expression.Shuffle(Expression.Lane.AT, own[n].read(), which.read(), Grid.WARP));
            }
            each.loop("piece", grid.lane().read(), its[2].read(), integer(Grid.WARP), 1, (part, piece) -> {
                Variable from = part.let("from", multiply(piece.read(), integer(PIECE)));
                Expression length = tilewright.kernel.Expressions.call(
                        Intrinsic.MIN, ScalarType.I32, integer(PIECE), subtract(its[1].read(), from.read()));
                Expression start = add(
                        its[0].read(), multiply(from.read(), select(its[5].read(), integer(Grid.WARP), integer(1))));
                Expression code = bitOr(length, select(its[5].read(), integer(Integer.MIN_VALUE), integer(0)));
                item(part, direct, add(its[3].read(), piece.read()), start, code, its[4]);
            });
            each.set(left, bitAnd(left.read(), subtract(left.read(), one)));
        });
    }

    private static Expression first(Variable value) {
        return new Expression.Shuffle(Expression.Lane.AT, value.read(), integer(0), Grid.WARP);
    }

    /** @param direct whether the place is one of the queue, else one of the block's memory */
    private void item(
            Body body, Variable direct, Expression place, Expression begin, Expression length, Variable vertex) {
        body.when(
                direct.read(),
                queued -> queued.set(element(places, place, Place.Access.RELAXED), begin)
                        .set(element(lengths, place, Place.Access.RELAXED), length)
                        .set(element(vertices, place, Place.Access.RELAXED), vertex.read()),
                own -> own.set(element(blockPlaces, place), begin)
                        .set(element(blockLengths, place), length)
                        .set(element(blockVertices, place), vertex.read()));
    }

    /** Puts what the block gathered behind the queue of a step, in its half of the memory. */
    void flush(Body body, Grid grid, Expression step) {
        body.barrier();
        Variable count = body.let("count", select(greater(value(0), integer(BLOCK_ITEMS)), value(STANDING), value(0)));
        body.when(
                binary(Infix.AND_THEN, equal(grid.thread().read(), integer(0)), greater(count.read(), integer(0))),
                one -> {
                    Variable at = one.let("at", control.add(Control.Tally.ITEMS, step, count.read()));
                    one.when(
                            greater(add(at.read(), count.read()), room.read()),
                            over -> over.evaluate(
                                    control.update(Expression.Update.OR, Control.Tally.OVERFLOW, step, integer(1))));
                    one.set(number(2), at.read());
                });
        body.when(
                binary(Infix.AND_THEN, equal(grid.thread().read(), integer(0)), greater(value(1), integer(0))),
                one -> one.evaluate(control.add(Control.Tally.ARCS, step, value(1))));
        body.barrier();
        body.when(greater(count.read(), integer(0)), some -> {
            Variable base = some.let("base", value(2));
            some.when(lessEqual(add(base.read(), count.read()), room.read()), whole -> {
                Variable to = whole.let("to", add(half(step), base.read()));
                whole.loop("i", grid.thread().read(), count.read(), integer(grid.threads()), 1, (each, i) -> {
                    move(each, places, blockPlaces, to, i);
                    move(each, lengths, blockLengths, to, i);
                    move(each, vertices, blockVertices, to, i);
                });
            });
        });
    }

    private static void move(Body body, Memory.Global to, Memory.Shared from, Variable base, Variable i) {
        body.set(element(to, add(base.read(), i.read()), Place.Access.RELAXED), load(from, i.read()));
    }

    /** Where a step's items begin. */
    private Expression half(Expression step) {
        return multiply(bitAnd(step, integer(1)), room.read());
    }

    /**
     * Where a fixpoint starts.
     *
     * @param vertices first {@code count} of them, given by the caller
     */
    record Starts(Memory.Global vertices, Variable count) {
        static Starts declare() {
            return new Starts(new Memory.Global("starts", ScalarType.I32, false), Variable.integer("start_count"));
        }
    }

    /** Gives the vertex of start number {@code s} its value; {@code fresh} is set where it is to be queued. */
    interface StartWriter {
        void write(Body body, Variable s, Variable vertex, Variable fresh);
    }

    /** Gathers the vertices of the start. */
    void start(Body body, Grid grid, Expression step, Starts starts, StartWriter writer) {
        Expression from = multiply(integer(Grid.WARP), grid.warp().read());
        Expression by = multiply(integer(Grid.WARP), grid.warps().read());
        body.loop("s0", from, starts.count().read(), by, 1, (each, s0) -> {
            Variable s = each.let("s", add(s0.read(), grid.lane().read()));
            Variable vertex = each.declare("vertex", ScalarType.I32, integer(0));
            Variable fresh = each.declare("fresh", ScalarType.I32, integer(0));
            each.when(less(s.read(), starts.count().read()), one -> {
                one.set(vertex, load(starts.vertices(), s.read(), Place.Access.PLAIN));
                writer.write(one, s, vertex, fresh);
            });
            gather(each, grid, step, fresh, vertex);
        });
    }

    /** What is done with an item's arc; every thread of the warp comes here, those without an arc with {@code has} 0. */
    interface ArcWriter {
        void write(Body body, Variable vertex, Variable has, Expression arc);
    }

    /** Goes through the items of a step, a warp each, {@value Grid#WARP} arcs at a time. */
    void each(Body body, Grid grid, Expression step, Variable items, ArcWriter writer) {
        Variable from = body.let("from", half(step));
        body.loop("item", grid.warp().read(), items.read(), grid.warps().read(), 1, (one, item) -> {
            Expression at = add(from.read(), item.read());
            Variable begin = one.let("begin", load(places, at, Place.Access.RELAXED));
            Variable code = one.let("code", load(lengths, at, Place.Access.RELAXED));
            Variable vertex = one.let("vertex", load(vertices, at, Place.Access.RELAXED));
            Variable length = one.let("length", bitAnd(code.read(), integer(LENGTH)));
            Variable stride = one.let("stride", select(less(code.read(), integer(0)), integer(Grid.WARP), integer(1)));
            one.loop("j0", integer(0), length.read(), integer(Grid.WARP), 1, (part, j0) -> {
                Variable j = part.let("j", add(j0.read(), grid.lane().read()));
                Variable has = part.let("has", less(j.read(), length.read()));
                writer.write(part, vertex, has, add(begin.read(), multiply(j.read(), stride.read())));
            });
        });
    }
}
