package tilewright.irregular;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.greater;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.load;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.notEqual;
import static tilewright.kernel.Expressions.shiftLeft;
import static tilewright.kernel.Expressions.subtract;

import java.util.List;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * Vertices whose values lie beyond a window, which moves on when nothing is left in the queue (near and far piles: Davidson, Baxter, Garland and Owens, IPDPS 2014). Two
 * piles take turns: a move reads one and puts those that still wait on the other one.
 */
final class WaitingPile {
    /** Moves whose numbers of vertices are kept: of this one, the next one and the one after it, which is cleared. */
    private static final int SETS = 4;

    private final RowWork work;
    private final StepQueue queue;
    private final Variable count;
    private final Memory.Global waiting = new Memory.Global("waiting", ScalarType.I32, true);
    private final Memory.Global pile = new Memory.Global("pile", ScalarType.I32, true);
    /** How many vertices a pile has; each move of the window has its own number, of which {@value #SETS} take turns. */
    private final Memory.Global piled = new Memory.Global("piled", ScalarType.I32, true);

    private final Variable windowBits = Variable.integer("window_bits");
    private final Variable moves = Variable.integer("moves");
    private final Variable limit;

    /** @param count the number of vertices */
    WaitingPile(RowWork work, StepQueue queue, Variable count) {
        this.work = work;
        this.queue = queue;
        this.count = count;
        this.limit = new Variable("limit", work.relaxation().type());
    }

    /** The argument that says how wide the window is, by the bits of a value. */
    Variable windowBits() {
        return windowBits;
    }

    List<Memory.Global> memory() {
        return List.of(waiting, pile, piled);
    }

    List<Program.Allocation> allocations() {
        return List.of(
                Persistent.scratch(waiting, count.read()),
                Persistent.scratch(pile, multiply(integer(2), count.read())),
                Persistent.scratch(piled, integer(SETS)));
    }

    /** Before the first step: nobody waits. */
    void clear(Body body, Variable vertex) {
        body.set(element(waiting, vertex.read(), Place.Access.PLAIN), integer(0));
    }

    /** Before the first step: the window begins at the first start's value. */
    void start(Body body, Grid grid, WorkQueue.Starts starts, Memory.Global startValues) {
        body.when(
                less(grid.me().read(), integer(SETS)),
                one -> one.set(element(piled, grid.me().read(), Place.Access.RELAXED), integer(0)));
        body.add(new Statement.Declare(moves, integer(0), false));
        body.add(new Statement.Declare(limit, work.neutral(), false));
        body.when(
                greater(starts.count().read(), integer(0)),
                any -> any.set(limit, add(load(startValues, integer(0), Place.Access.PLAIN), width())));
    }

    /** How wide the window is. */
    Expression width() {
        return work.value(windowBits.read());
    }

    /** How many wait. */
    Expression size() {
        return load(piled, bitAnd(moves.read(), integer(SETS - 1L)), Place.Access.RELAXED);
    }

    /** Whether a value lies inside the window. */
    Expression isNear(Expression value) {
        return work.relaxation().better(value, limit.read());
    }

    /** Moves the window on: of those that wait, some are queued, the others go to the other pile. Who was improved to a value before the window has been queued since. */
    void move(Body body, Grid grid, Variable far, Variable wide) {
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
            StepQueue.Found found = StepQueue.Found.declare(each);
            Variable later = each.declare("later", ScalarType.I32, integer(0));
            each.when(less(i.read(), far.read()), one -> {
                one.set(found.vertex(), load(pile, add(old.read(), i.read()), Place.Access.RELAXED));
                Variable now = one.let(
                        "now",
                        work.relaxation().read(work.values(), found.vertex().read()));
                one.when(
                        work.relaxation().better(now.read(), before.read()),
                        gone -> gone.set(element(waiting, found.vertex().read(), Place.Access.RELAXED), integer(0)),
                        waits -> waits.when(
                                isNear(now.read()),
                                near -> {
                                    near.set(element(waiting, found.vertex().read(), Place.Access.RELAXED), integer(0));
                                    queue.row(near, found);
                                    near.set(found.fresh(), integer(1));
                                },
                                still -> still.set(later, integer(1))));
            });
            queue.enqueue(each, grid, found);
            toPile(each, grid, found.vertex(), later);
        });
    }

    /** Puts vertices of a warp's threads on the pile; all threads of the warp come here. */
    void toPile(Body body, Grid grid, Variable vertex, Variable later) {
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

    /** A vertex beyond the window waits, once. */
    void wait(Body body, StepQueue.Found found, Variable later) {
        Place.Global mark = element(waiting, found.vertex().read(), Place.Access.RELAXED);
        body.set(later, equal(atomic(Expression.Update.MAX, mark, integer(1)), integer(0)));
    }
}
