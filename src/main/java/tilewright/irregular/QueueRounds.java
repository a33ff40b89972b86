package tilewright.irregular;

import static tilewright.kernel.Expressions.BLOCK;
import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.greater;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.load;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.notEqual;
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.shiftLeft;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * A fixpoint in one launch, pushed from a queue of the vertices that changed. In a step every block takes its share of the queue. Where the share is small, the block goes on by itself for
 * some rounds, from a list in its own memory, before it waits for the others: a graph of large diameter has many steps, each of few arcs, and what
 * they take is waiting. With a window, vertices whose values lie beyond it wait in a pile until nothing is left in the queue; then the window moves on
 * (near and far piles: Davidson, Baxter, Garland and Owens, IPDPS 2014).
 *
 * <p>Legal by the laws of chaotic iteration (T1), by which blocks may go on with values that others have improved meanwhile, and of silent iterations (T4). Arcs need no
 * order and no way back; which vertices wait is a matter of order alone (T5 makes it worthwhile: no value is better than the one that it is made of).
 * Arcs need no way back: the graph may be directed.
 */
final class QueueRounds {
    static final int THREADS = 512;
    /** Arcs of an entry of the queue, at most; only rows of no more arcs join a block's own list. */
    static final int PIECE = 32;
    /** Entries of the queue that a block takes together; a share of no more goes on in rounds. */
    static final int BATCH = 128;
    /** A block takes at least so many entries: where there are fewer, it works alone. */
    static final int LEAST = 32;
    /** Arcs of a round of one block. */
    static final int SLOTS = BATCH * PIECE;
    /** Vertices of a round of one block. */
    static final int ENTRIES = 1024;
    /** Sets of numbers that take turns: of this round, the next one and the one after it, which is cleared. */
    private static final int SETS = 4;

    private final Schedule.Queue shape;
    private final RowWork work;
    private final Control control = new Control(integer(0));
    private final WorkQueue.Starts starts = WorkQueue.Starts.declare();
    private final Memory.Global startValues;
    private final Memory.Global first = new Memory.Global("first", ScalarType.I32, false);
    private final Memory.Global vertices = new Memory.Global("queue_vertices", ScalarType.I32, true);
    private final Memory.Global begins = new Memory.Global("queue_begins", ScalarType.I32, true);
    /** The last step that queued a vertex. */
    private final Memory.Global queued = new Memory.Global("queued", ScalarType.I32, true);

    private final Memory.Global waiting = new Memory.Global("waiting", ScalarType.I32, true);
    private final Memory.Global pile = new Memory.Global("pile", ScalarType.I32, true);
    /** How many vertices a pile has; each move of the window has its own number, of which {@value #SETS} take turns. */
    private final Memory.Global piled = new Memory.Global("piled", ScalarType.I32, true);

    private final Variable windowBits = Variable.integer("window_bits");
    private final Variable moves = Variable.integer("moves");
    private final Variable limit;
    private final Variable count = Variable.integer("vertices");
    private final Variable room = Variable.integer("room");
    private final Variable step = Variable.integer("step");
    private final Memory.Shared owners = shared("owners", SLOTS, "which entry an arc of a round is of; -1 for none");
    private final Memory.Shared ownVertices = shared("own_vertices", ENTRIES, "vertices of a round");
    private final Memory.Shared ownBegins = shared("own_begins", ENTRIES, "their first arcs, less its place");
    private final Memory.Shared ownValues = shared("own_values", ENTRIES, "what they were found with, by its bits");
    private final Memory.Shared entries =
            new Memory.Shared("entries", ScalarType.I32, List.of(SETS), "how many vertices a round has");
    private final Memory.Shared slots =
            new Memory.Shared("slots", ScalarType.I32, List.of(SETS), "how many arcs a round has");

    /** @param neutral the value of vertices that nothing leads to */
    QueueRounds(Relaxation relaxation, Expression neutral, Schedule.Queue shape) {
        this.shape = shape;
        this.work = RowWork.of(relaxation, neutral, false);
        this.startValues = new Memory.Global("start_values", relaxation.type(), false);
        this.limit = new Variable("limit", relaxation.type());
    }

    private boolean windowed() {
        return shape.window() > 0;
    }

    /** Two of each take turns: one is read in a round while the other one is written. */
    private static Memory.Shared shared(String name, int elements, String content) {
        return new Memory.Shared(name, ScalarType.I32, List.of(2 * elements), content);
    }

    /** Entries that the queue may have in a step: each vertex is queued once. */
    static long room(Arcs arcs) {
        return (long) arcs.vertices() + arcs.count() / PIECE + 1;
    }

    Program program(String name, List<String> header) {
        Variable places = Variable.integer("places");
        List<Program.Allocation> arrays = new ArrayList<>();
        arrays.add(Persistent.callers(first, add(count.read(), 1)));
        arrays.add(Persistent.callers(
                work.arcs().memory(), multiply(integer(work.arcs().width()), places.read())));
        arrays.add(Persistent.callers(starts.vertices(), starts.count().read()));
        arrays.add(Persistent.callers(startValues, starts.count().read()));
        arrays.add(Persistent.callers(work.values(), count.read()));
        arrays.add(Persistent.scratch(queued, count.read()));
        arrays.add(Persistent.scratch(vertices, multiply(integer(2), room.read())));
        arrays.add(Persistent.scratch(begins, multiply(integer(2), room.read())));
        List<Memory.Global> piles = windowed() ? List.of(waiting, pile, piled) : List.of();
        if (windowed()) {
            arrays.add(Persistent.scratch(waiting, count.read()));
            arrays.add(Persistent.scratch(pile, multiply(integer(2), count.read())));
            arrays.add(Persistent.scratch(piled, integer(SETS)));
        }
        arrays.add(Persistent.scratch(control.memory(), integer(Control.elements())));
        Function function = Persistent.function(
                "queue_rounds",
                "A fixpoint from a queue; a block whose share is small goes on by itself for some rounds.",
                new Function.Kind.Kernel(THREADS, shape.blocks()),
                windowed() ? List.of(count, room, starts.count(), windowBits) : List.of(count, room, starts.count()),
                Stream.of(
                                Stream.of(
                                        first,
                                        work.arcs().memory(),
                                        starts.vertices(),
                                        startValues,
                                        work.values(),
                                        queued,
                                        vertices,
                                        begins),
                                piles.stream(),
                                Stream.of(control.memory()))
                        .flatMap(s -> s)
                        .toList(),
                List.of(owners, ownVertices, ownBegins, ownValues, entries, slots),
                Body.of(this::write));
        return Persistent.program(name, header, List.of(places), arrays, function);
    }

    private void write(Body body) {
        Grid grid = Grid.declare(body, THREADS);
        fill(body, grid);
        body.gridBarrier();
        body.add(new Statement.Declare(step, integer(1), false));
        start(body, grid);
        body.gridBarrier();
        Variable items = body.declare("items", ScalarType.I32, control.read(Control.Tally.ITEMS, step.read()));
        if (windowed()) {
            windows(body, grid, items);
            return;
        }
        body.whileHolds(greater(items.read(), integer(0)), each -> {
            each.set(step, add(step.read(), 1));
            share(each, grid, items);
            control.clear(each, grid, subtract(step.read(), integer(1)), List.of(Control.Tally.ITEMS));
            each.gridBarrier();
            each.set(items, control.read(Control.Tally.ITEMS, step.read()));
        });
    }

    /** As long as anything is queued, it is pushed; then the window moves on to what waits. */
    private void windows(Body body, Grid grid, Variable items) {
        Expression ofPile = load(piled, bitAnd(moves.read(), integer(SETS - 1L)), Place.Access.RELAXED);
        Variable far = body.declare("far", ScalarType.I32, ofPile);
        Variable wide = body.declare("wide", work.relaxation().type(), work.value(windowBits.read()));
        body.whileHolds(
                binary(Infix.OR_ELSE, greater(items.read(), integer(0)), greater(far.read(), integer(0))), each -> {
                    each.set(step, add(step.read(), 1));
                    Variable moved = each.let("moved", equal(items.read(), integer(0)));
                    each.when(moved.read(), on -> move(on, grid, far, wide), push -> share(push, grid, items));
                    control.clear(each, grid, subtract(step.read(), integer(1)), List.of(Control.Tally.ITEMS));
                    each.gridBarrier();
                    each.set(items, control.read(Control.Tally.ITEMS, step.read()));
                    each.set(far, ofPile);
                    each.comment("A window in which nobody waits is too narrow.");
                    each.when(
                            binary(Infix.AND_THEN, moved.read(), equal(items.read(), integer(0))),
                            wider -> wider.set(wide, add(wide.read(), wide.read())),
                            same -> same.set(wide, work.value(windowBits.read())));
                });
    }

    /** Moves the window on: of those that wait, some are queued, the others go to the other pile. Who was improved to a value before the window has been queued since. */
    private void move(Body body, Grid grid, Variable far, Variable wide) {
        Variable before = body.let("old_limit", limit.read());
        Variable old = body.let("old_pile", multiply(bitAnd(moves.read(), integer(1)), count.read()));
        body.set(limit, add(limit.read(), wide.read()));
        body.set(moves, add(moves.read(), 1));
        body.when(
                equal(grid.me().read(), integer(0)),
                one -> one.set(
                        element(piled, bitAnd(add(moves.read(), 1), integer(SETS - 1L)), Place.Access.RELAXED),
                        integer(0)));
        Expression from = multiply(integer(Grid.WARP), grid.warp().read());
        Expression by = multiply(integer(Grid.WARP), grid.warps().read());
        body.loop("i0", from, far.read(), by, 1, (each, i0) -> {
            Variable i = each.let("i", add(i0.read(), grid.lane().read()));
            Found found = Found.declare(each);
            Variable later = each.declare("later", ScalarType.I32, integer(0));
            each.when(less(i.read(), far.read()), one -> {
                one.set(found.vertex, load(pile, add(old.read(), i.read()), Place.Access.RELAXED));
                Variable now = one.let("now", work.relaxation().read(work.values(), found.vertex.read()));
                one.when(
                        work.relaxation().better(now.read(), before.read()),
                        gone -> gone.set(element(waiting, found.vertex.read(), Place.Access.RELAXED), integer(0)),
                        waits -> waits.when(
                                work.relaxation().better(now.read(), limit.read()),
                                near -> {
                                    near.set(element(waiting, found.vertex.read(), Place.Access.RELAXED), integer(0));
                                    row(near, found);
                                    near.set(found.fresh, integer(1));
                                },
                                still -> still.set(later, integer(1))));
            });
            enqueue(each, grid, found);
            toPile(each, grid, found.vertex, later);
        });
    }

    /** Puts vertices of a warp's threads on the pile; all threads of the warp come here. */
    private void toPile(Body body, Grid grid, Variable vertex, Variable later) {
        Variable who = body.let("who", new Expression.Voted(Expression.Vote.BALLOT, later.read()));
        Expression none = new Expression.IntegerLiteral(ScalarType.U32, 0);
        body.when(notEqual(who.read(), none), some -> {
            Variable place = some.declare("pile_place", ScalarType.I32, integer(0));
            some.when(
                    equal(grid.lane().read(), integer(0)),
                    one -> one.set(
                            place,
                            atomic(
                                    Expression.Update.ADD,
                                    element(piled, bitAnd(moves.read(), integer(SETS - 1L)), Place.Access.RELAXED),
                                    convert(ScalarType.I32, call(Intrinsic.POPULATION, ScalarType.U32, who.read())))));
            Variable base = some.let(
                    "pile_base", new Expression.Shuffle(Expression.Lane.AT, place.read(), integer(0), Grid.WARP));
            Expression below = subtract(
                    shiftLeft(
                            new Expression.IntegerLiteral(ScalarType.U32, 1),
                            grid.lane().read()),
                    new Expression.IntegerLiteral(ScalarType.U32, 1));
            Expression mine =
                    convert(ScalarType.I32, call(Intrinsic.POPULATION, ScalarType.U32, bitAnd(who.read(), below)));
            some.when(
                    later.read(),
                    own -> own.set(
                            element(
                                    pile,
                                    add(
                                            multiply(bitAnd(moves.read(), integer(1)), count.read()),
                                            add(base.read(), mine)),
                                    Place.Access.RELAXED),
                            vertex.read()));
        });
    }

    private void fill(Body body, Grid grid) {
        body.loop("v", grid.me().read(), count.read(), grid.all().read(), 1, (each, v) -> {
            each.set(element(work.values(), v.read(), Place.Access.PLAIN), work.neutral())
                    .set(element(queued, v.read(), Place.Access.PLAIN), integer(0));
            if (windowed()) {
                each.set(element(waiting, v.read(), Place.Access.PLAIN), integer(0));
            }
        });
        if (windowed()) {
            body.when(
                    less(grid.me().read(), integer(SETS)),
                    one -> one.set(element(piled, grid.me().read(), Place.Access.RELAXED), integer(0)));
            body.add(new Statement.Declare(moves, integer(0), false));
            body.add(new Statement.Declare(limit, work.neutral(), false));
            body.when(
                    greater(starts.count().read(), integer(0)),
                    any -> any.set(
                            limit,
                            add(load(startValues, integer(0), Place.Access.PLAIN), work.value(windowBits.read()))));
        }
        control.start(body, grid);
    }

    private void start(Body body, Grid grid) {
        Expression from = multiply(integer(Grid.WARP), grid.warp().read());
        Expression by = multiply(integer(Grid.WARP), grid.warps().read());
        body.loop("s0", from, starts.count().read(), by, 1, (each, s0) -> {
            Variable s = each.let("s", add(s0.read(), grid.lane().read()));
            Found found = Found.declare(each);
            each.when(less(s.read(), starts.count().read()), one -> {
                one.set(found.vertex, load(starts.vertices(), s.read(), Place.Access.PLAIN));
                one.set(
                        element(work.values(), found.vertex.read(), Place.Access.RELAXED),
                        load(startValues, s.read(), Place.Access.PLAIN));
                row(one, found);
                one.set(found.fresh, integer(1));
            });
            enqueue(each, grid, found);
        });
    }

    /**
     * A vertex that a thread has improved, and its arcs.
     *
     * @param fresh 1 while it is to be queued
     */
    private record Found(Variable vertex, Variable fresh, Variable begin, Variable degree) {
        static Found declare(Body body) {
            return new Found(
                    body.declare("head", ScalarType.I32, integer(0)),
                    body.declare("fresh", ScalarType.I32, integer(0)),
                    body.declare("begin", ScalarType.I32, integer(0)),
                    body.declare("degree", ScalarType.I32, integer(0)));
        }
    }

    private void row(Body body, Found found) {
        body.set(found.begin, load(first, found.vertex.read(), Place.Access.PLAIN));
        body.set(
                found.degree,
                subtract(load(first, add(found.vertex.read(), 1), Place.Access.PLAIN), found.begin.read()));
    }

    /** Where the entries of a step begin. */
    private Expression half(Expression step) {
        return multiply(bitAnd(step, integer(1)), room.read());
    }

    /** What a block does in a step. */
    private void share(Body body, Grid grid, Variable items) {
        Expression blocks = convert(ScalarType.I32, new Expression.Own(Expression.Coordinate.BLOCKS));
        Variable all = body.let("all_blocks", blocks);
        Variable part = body.let(
                "part",
                call(
                        Intrinsic.MAX,
                        ScalarType.I32,
                        integer(LEAST),
                        binary(Infix.DIV, add(items.read(), subtract(all.read(), integer(1))), all.read())));
        Variable from = body.let("from", multiply(part.read(), BLOCK));
        Variable end =
                body.let("end", call(Intrinsic.MIN, ScalarType.I32, items.read(), add(from.read(), part.read())));
        Variable most = body.let(
                "most",
                select(lessEqual(part.read(), integer(BATCH)), integer(Math.max(1, shape.rounds())), integer(1)));
        body.loop("b", from.read(), end.read(), integer(BATCH), 1, (each, b) -> {
            each.barrier();
            each.when(
                    less(grid.thread().read(), integer(SETS)),
                    one -> one.set(element(entries, grid.thread().read()), integer(0))
                            .set(element(slots, grid.thread().read()), integer(0)));
            each.barrier();
            take(each, grid, b, end);
            each.barrier();
            rounds(each, grid, most);
        });
    }

    /** Entries of the queue become the first round; they fit. */
    private void take(Body body, Grid grid, Variable b, Variable end) {
        Variable i = body.let("i", add(b.read(), grid.thread().read()));
        Expression has = binary(Infix.AND_THEN, less(grid.thread().read(), integer(BATCH)), less(i.read(), end.read()));
        body.when(has, one -> {
            Variable at = one.let("at", add(half(subtract(step.read(), integer(1))), i.read()));
            Variable vertex = one.let("vertex", load(vertices, at.read(), Place.Access.RELAXED));
            Variable begin = one.let("begin", load(begins, at.read(), Place.Access.RELAXED));
            Variable last = one.let("last", load(first, add(vertex.read(), 1), Place.Access.PLAIN));
            Variable length = one.let(
                    "length", call(Intrinsic.MIN, ScalarType.I32, integer(PIECE), subtract(last.read(), begin.read())));
            Variable bits = one.let("bits", work.bits(work.relaxation().read(work.values(), vertex.read())));
            Variable slot = one.let("slot", addTo(slots, integer(0), length.read()));
            Variable entry = one.let("entry", addTo(entries, integer(0), integer(1)));
            put(one, integer(0), entry, slot, length, vertex, begin, bits.read());
        });
    }

    private static Expression addTo(Memory.Shared numbers, Expression set, Expression value) {
        return atomic(Expression.Update.ADD, element(numbers, set), value);
    }

    /** @param turn 0 or 1 */
    private void put(
            Body body,
            Expression turn,
            Variable entry,
            Variable slot,
            Variable length,
            Variable vertex,
            Variable begin,
            Expression bits) {
        Variable at = body.let("entry_at", add(multiply(integer(ENTRIES), turn), entry.read()));
        body.set(element(ownVertices, at.read()), vertex.read());
        body.set(element(ownBegins, at.read()), subtract(begin.read(), slot.read()));
        body.set(element(ownValues, at.read()), bits);
        owned(body, turn, slot.read(), add(slot.read(), length.read()), entry.read());
    }

    private void owned(Body body, Expression turn, Expression from, Expression end, Expression entry) {
        Variable to = body.let("to", multiply(integer(SLOTS), turn));
        body.loop(
                "j", from, end, integer(1), 1, (each, j) -> each.set(element(owners, add(to.read(), j.read())), entry));
    }

    private Expression arcsOf(Expression round) {
        return call(Intrinsic.MIN, ScalarType.I32, integer(SLOTS), load(slots, bitAnd(round, integer(SETS - 1L))));
    }

    private void rounds(Body body, Grid grid, Variable most) {
        Variable round = body.declare("round", ScalarType.I32, integer(0));
        Variable here = body.declare("here", ScalarType.I32, arcsOf(integer(0)));
        body.whileHolds(greater(here.read(), integer(0)), each -> {
            each.comment("A round: arcs of the block's own list, those of all its vertices dealt out evenly.");
            Variable turn = each.let("turn", bitAnd(round.read(), integer(1)));
            Variable last = each.let("last_round", lessEqual(most.read(), add(round.read(), 1)));
            each.when(equal(grid.thread().read(), integer(0)), one -> {
                Variable after = one.let("after", bitAnd(add(round.read(), 2), integer(SETS - 1L)));
                one.set(element(entries, after.read()), integer(0)).set(element(slots, after.read()), integer(0));
            });
            Expression from = subtract(grid.thread().read(), grid.lane().read());
            each.loop("k0", from, here.read(), integer(THREADS), 1, (part, k0) -> {
                Variable k = part.let("k", add(k0.read(), grid.lane().read()));
                Found found = Found.declare(part);
                Variable later = part.declare("later", ScalarType.I32, integer(0));
                Variable own = part.declare("owner", ScalarType.I32, integer(-1));
                part.when(
                        less(k.read(), here.read()),
                        in -> in.set(own, load(owners, add(multiply(integer(SLOTS), turn.read()), k.read()))));
                part.when(
                        lessEqual(integer(0), own.read()), one -> offer(one, turn, own, k, found, later, round, last));
                enqueue(part, grid, found);
                if (windowed()) {
                    toPile(part, grid, found.vertex, later);
                }
            });
            each.barrier();
            each.set(round, add(round.read(), 1));
            each.set(here, arcsOf(round.read()));
        });
    }

    /** An arc makes its offer; what it improves joins the block's next round where there is room. */
    private void offer(
            Body body,
            Variable turn,
            Variable own,
            Variable k,
            Found found,
            Variable later,
            Variable round,
            Variable last) {
        Variable at = body.let("own_at", add(multiply(integer(ENTRIES), turn.read()), own.read()));
        Variable tail = body.let("tail", load(ownVertices, at.read()));
        ArcMemory.Loaded arc = work.arcs().load(body, "arc", add(load(ownBegins, at.read()), k.read()));
        Variable source = body.let("source", work.relaxation().read(work.values(), tail.read()));
        // Who made it better since then has queued it again.
        body.when(equal(work.bits(source.read()), load(ownValues, at.read())), newest -> {
            newest.set(found.vertex, arc.head(integer(0)));
            Variable made = newest.let("found", work.made(source.read(), arc.weight(integer(0))));
            Expression now = work.relaxation().read(work.values(), found.vertex.read());
            newest.when(work.relaxation().better(made.read(), now), maybe -> {
                row(maybe, found);
                Variable before =
                        maybe.let("before", work.relaxation().improve(work.values(), found.vertex.read(), made.read()));
                Expression better =
                        binary(work.relaxation().least() ? Infix.LT : Infix.GT, work.bits(made.read()), before.read());
                Expression leads = greater(found.degree.read(), integer(0));
                maybe.when(binary(Infix.AND_THEN, better, leads), fresh -> {
                    if (windowed()) {
                        fresh.when(
                                work.relaxation().better(made.read(), limit.read()),
                                near -> next(near, found, made, round, last),
                                far -> wait(far, found, later));
                    } else {
                        next(fresh, found, made, round, last);
                    }
                });
            });
        });
    }

    /** A vertex beyond the window waits, once. */
    private void wait(Body body, Found found, Variable later) {
        Place.Global mark = element(waiting, found.vertex.read(), Place.Access.RELAXED);
        body.set(later, equal(atomic(Expression.Update.MAX, mark, integer(1)), integer(0)));
    }

    private void next(Body body, Found found, Variable made, Variable round, Variable last) {
        body.set(found.fresh, integer(1));
        Expression small = lessEqual(found.degree.read(), integer(PIECE));
        body.when(
                binary(Infix.AND_THEN, equal(last.read(), integer(0)), small),
                joined -> join(joined, found, made, round));
    }

    private void join(Body body, Found found, Variable made, Variable round) {
        Variable next = body.let("next", add(round.read(), 1));
        Variable set = body.let("set", bitAnd(next.read(), integer(SETS - 1L)));
        Variable turn = body.let("next_turn", bitAnd(next.read(), integer(1)));
        Variable slot = body.let("slot", addTo(slots, set.read(), found.degree.read()));
        body.when(
                lessEqual(add(slot.read(), found.degree.read()), integer(SLOTS)),
                fits -> {
                    Variable entry = fits.let("entry", addTo(entries, set.read(), integer(1)));
                    fits.when(
                            less(entry.read(), integer(ENTRIES)),
                            in -> {
                                put(
                                        in,
                                        turn.read(),
                                        entry,
                                        slot,
                                        found.degree,
                                        found.vertex,
                                        found.begin,
                                        work.bits(made.read()));
                                in.set(found.fresh, integer(0));
                            },
                            out -> owned(
                                    out, turn.read(), slot.read(), add(slot.read(), found.degree.read()), integer(-1)));
                },
                // The places up to the end belong to nobody.
                over -> owned(over, turn.read(), slot.read(), integer(SLOTS), integer(-1)));
    }

    /** Puts what the threads of a warp have found behind the queue of the step, each vertex once; all threads of the warp come here. */
    private void enqueue(Body body, Grid grid, Found found) {
        body.when(new Expression.Voted(Expression.Vote.ANY, found.fresh.read()), some -> {
            Variable pieces = some.declare("pieces", ScalarType.I32, integer(0));
            some.when(found.fresh.read(), one -> {
                Place.Global stamp = element(queued, found.vertex.read(), Place.Access.RELAXED);
                Variable before = one.let("queued_in", atomic(Expression.Update.MAX, stamp, step.read()));
                one.when(
                        less(before.read(), step.read()),
                        once -> once.set(pieces, divide(add(found.degree.read(), PIECE - 1L), PIECE)));
            });
            Variable until = some.declare("until", ScalarType.I32, pieces.read());
            for (int distance = 1; distance < Grid.WARP; distance *= 2) {
                Variable earlier = some.let(
                        "earlier" + distance,
                        new Expression.Shuffle(Expression.Lane.UP, until.read(), integer(distance), Grid.WARP));
                some.when(
                        lessEqual(integer(distance), grid.lane().read()),
                        more -> more.set(until, add(until.read(), earlier.read())));
            }
            Variable together = some.let(
                    "together",
                    new Expression.Shuffle(Expression.Lane.AT, until.read(), integer(Grid.WARP - 1L), Grid.WARP));
            Variable start = some.declare("start", ScalarType.I32, integer(0));
            some.when(
                    binary(Infix.AND_THEN, equal(grid.lane().read(), integer(0)), greater(together.read(), integer(0))),
                    one -> one.set(start, control.add(Control.Tally.ITEMS, step.read(), together.read())));
            Variable base = some.let(
                    "base",
                    add(
                            half(step.read()),
                            new Expression.Shuffle(Expression.Lane.AT, start.read(), integer(0), Grid.WARP)));
            Variable place = some.let("place", subtract(add(base.read(), until.read()), pieces.read()));
            some.when(
                    equal(pieces.read(), integer(1)),
                    one -> entry(one, place.read(), found.vertex.read(), found.begin.read()));
            Variable left = some.declare(
                    "left",
                    ScalarType.U32,
                    new Expression.Voted(Expression.Vote.BALLOT, greater(pieces.read(), integer(1))));
            Expression one = new Expression.IntegerLiteral(ScalarType.U32, 1);
            Expression none = new Expression.IntegerLiteral(ScalarType.U32, 0);
            some.whileHolds(notEqual(left.read(), none), each -> {
                each.comment("A long row: its pieces, by all threads of the warp.");
                Variable which = each.let("which", call(Intrinsic.TRAILING_ZEROS, ScalarType.U32, left.read()));
                Variable its = each.let("its_vertex", at(found.vertex, which));
                Variable many = each.let("its_pieces", at(pieces, which));
                Variable begin = each.let("its_begin", at(found.begin, which));
                Variable to = each.let("its_place", at(place, which));
                each.loop(
                        "piece",
                        grid.lane().read(),
                        many.read(),
                        integer(Grid.WARP),
                        1,
                        (part, piece) -> entry(
                                part,
                                add(to.read(), piece.read()),
                                its.read(),
                                add(begin.read(), multiply(integer(PIECE), piece.read()))));
                each.set(left, bitAnd(left.read(), subtract(left.read(), one)));
            });
        });
    }

    private static Expression at(Variable value, Variable lane) {
        return new Expression.Shuffle(Expression.Lane.AT, value.read(), lane.read(), Grid.WARP);
    }

    private void entry(Body body, Expression place, Expression vertex, Expression begin) {
        Variable at = body.let("put_at", place);
        body.set(element(vertices, at.read(), Place.Access.RELAXED), vertex)
                .set(element(begins, at.read(), Place.Access.RELAXED), begin);
    }
}
