package tilewright.irregular;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.call;
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
import static tilewright.kernel.Expressions.subtract;

import java.util.List;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * The queue that all blocks share: of each step the vertices that changed in it, each once, in pieces of at most {@value #PIECE} arcs. Two halves take turns; a step reads
 * what the one before has put.
 */
final class StepQueue {
    /** Arcs of an entry, at most. */
    static final int PIECE = 32;

    private final Memory.Global first;
    private final Control control = new Control(integer(0));
    private final Memory.Global vertices = new Memory.Global("queue_vertices", ScalarType.I32, true);
    private final Memory.Global begins = new Memory.Global("queue_begins", ScalarType.I32, true);
    /** The last step that queued a vertex. */
    private final Memory.Global queued = new Memory.Global("queued", ScalarType.I32, true);

    private final Variable room = Variable.integer("room");
    private final Variable step = Variable.integer("step");

    /** @param first where the arcs of each vertex begin */
    StepQueue(Memory.Global first) {
        this.first = first;
    }

    /** Entries that the queue may have in a step: each vertex is queued once. */
    static long room(Arcs arcs) {
        return (long) arcs.vertices() + arcs.count() / PIECE + 1;
    }

    /** The argument that says how many entries a step may have. */
    Variable room() {
        return room;
    }

    List<Memory.Global> memory() {
        return List.of(queued, vertices, begins);
    }

    Memory.Global tallies() {
        return control.memory();
    }

    /** What the queue takes of memory, in elements. */
    List<Program.Allocation> allocations(Variable count) {
        return List.of(
                Persistent.scratch(queued, count.read()),
                Persistent.scratch(vertices, multiply(integer(2), room.read())),
                Persistent.scratch(begins, multiply(integer(2), room.read())));
    }

    /** Before the first step: nothing is queued. A barrier of all blocks must follow. */
    void clear(Body body, Variable vertex) {
        body.set(element(queued, vertex.read(), Place.Access.PLAIN), integer(0));
    }

    void clearTallies(Body body, Grid grid) {
        control.start(body, grid);
    }

    void firstStep(Body body) {
        body.add(new Statement.Declare(step, integer(1), false));
    }

    void nextStep(Body body) {
        body.set(step, add(step.read(), 1));
    }

    /** How many entries this step has put. */
    Expression items() {
        return control.read(Control.Tally.ITEMS, step.read());
    }

    /** Ends a step: all blocks wait for each other. */
    void endStep(Body body, Grid grid) {
        control.clear(body, grid, subtract(step.read(), integer(1)), List.of(Control.Tally.ITEMS));
        body.gridBarrier();
    }

    /** An entry that the step before has put: its vertex, its first arc, and how many arcs it has. */
    record Entry(Variable vertex, Variable begin, Variable length) {}

    Entry entry(Body body, Variable number) {
        Variable at = body.let("at", add(half(subtract(step.read(), integer(1))), number.read()));
        Variable vertex = body.let("vertex", load(vertices, at.read(), Place.Access.RELAXED));
        Variable begin = body.let("begin", load(begins, at.read(), Place.Access.RELAXED));
        Variable last = body.let("last", load(first, add(vertex.read(), 1), Place.Access.PLAIN));
        Variable length = body.let(
                "length", call(Intrinsic.MIN, ScalarType.I32, integer(PIECE), subtract(last.read(), begin.read())));
        return new Entry(vertex, begin, length);
    }

    /**
     * A vertex that a thread has improved, and its arcs.
     *
     * @param fresh 1 while it is to be queued
     */
    record Found(Variable vertex, Variable fresh, Variable begin, Variable degree) {
        static Found declare(Body body) {
            return new Found(
                    body.declare("head", ScalarType.I32, integer(0)),
                    body.declare("fresh", ScalarType.I32, integer(0)),
                    body.declare("begin", ScalarType.I32, integer(0)),
                    body.declare("degree", ScalarType.I32, integer(0)));
        }
    }

    /** The arcs of a vertex that was found. */
    void row(Body body, Found found) {
        body.set(found.begin, load(first, found.vertex.read(), Place.Access.PLAIN));
        body.set(
                found.degree,
                subtract(load(first, add(found.vertex.read(), 1), Place.Access.PLAIN), found.begin.read()));
    }

    /** Where the entries of a step begin. */
    private Expression half(Expression step) {
        return multiply(bitAnd(step, integer(1)), room.read());
    }

    /** Puts what the threads of a warp have found behind the queue of the step, each vertex once; all threads of the warp come here. */
    void enqueue(Body body, Grid grid, Found found) {
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
                    one -> put(one, place.read(), found.vertex.read(), found.begin.read()));
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
                        (part, piece) -> put(
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

    private void put(Body body, Expression place, Expression vertex, Expression begin) {
        Variable at = body.let("put_at", place);
        body.set(element(vertices, at.read(), Place.Access.RELAXED), vertex)
                .set(element(begins, at.read(), Place.Access.RELAXED), begin);
    }
}
