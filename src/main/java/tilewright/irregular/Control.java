package tilewright.irregular;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.select;

import java.util.List;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;

/**
 * Numbers by which the blocks of a launch tell each other, step by step, what they found. Step k writes slot k mod 4, and clears
 * slot (k + 2) mod 4, which the step before last was the last one to read: with one barrier of all blocks per step nobody reads what another clears.
 */
final class Control {
    private static final int SLOTS = 4;

    /** What is told. */
    enum Tally {
        /** Work items in the queue. */
        ITEMS,
        /** Their arcs. */
        ARCS,
        /** 1 where some block had no room for its items. */
        OVERFLOW,
        /** Changed elements. */
        CHANGED,
        /** The best of the changed values, in the order of its bits. */
        BEST
    }

    private final Memory.Global memory = new Memory.Global("control", ScalarType.I32, true);
    private final Expression worst;

    /** @param worst what {@link Tally#BEST} is where nothing has changed */
    Control(Expression worst) {
        this.worst = worst;
    }

    Memory.Global memory() {
        return memory;
    }

    /** Elements of its memory. */
    static int elements() {
        return SLOTS * Tally.values().length;
    }

    /** Gives every slot its first value; a barrier of all blocks must follow. */
    void start(Body body, Grid grid) {
        int best = SLOTS * Tally.BEST.ordinal();
        body.when(
                less(grid.me().read(), integer(elements())),
                one -> one.set(
                        element(memory, grid.me().read(), Place.Access.RELAXED),
                        select(less(grid.me().read(), integer(best)), integer(0), worst)));
    }

    private Place.Global place(Tally tally, Expression step) {
        Expression slot = bitAnd(step, integer(SLOTS - 1L));
        return element(memory, add(slot, integer((long) SLOTS * tally.ordinal())), Place.Access.RELAXED);
    }

    Expression read(Tally tally, Expression step) {
        return new Expression.Read(place(tally, step));
    }

    Expression add(Tally tally, Expression step, Expression value) {
        return atomic(Expression.Update.ADD, place(tally, step), value);
    }

    Expression update(Expression.Update update, Tally tally, Expression step, Expression value) {
        return atomic(update, place(tally, step), value);
    }

    /** Clears the slots of the step after the next one; one thread of the launch does. */
    void clear(Body body, Grid grid, Expression step, List<Tally> tallies) {
        body.when(
                tilewright.kernel.Expressions.equal(grid.me().read(), integer(0)),
                one -> tallies.forEach(t ->
                        one.set(place(t, add(step, integer(2))), t == Tally.BEST ? worst : integer(0))));
    }

    private static Expression add(Expression left, Expression right) {
        return tilewright.kernel.Expressions.add(left, right);
    }
}
