package tilewright.irregular;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.load;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.subtract;

import java.util.List;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/**
 * A block's own list of vertices and arcs in its shared memory: what it found in a round and goes on with in the next one, before it waits for other blocks. Two lists take
 * turns: one is read in a round while the other one is written.
 */
final class OwnList {
    /** Arcs of a round. */
    static final int SLOTS = QueueRounds.BATCH * StepQueue.PIECE;
    /** Vertices of a round. */
    static final int ENTRIES = 1024;
    /** Sets of numbers that take turns: of this round, the next one and the one after it, which is cleared. */
    private static final int SETS = 4;

    private final Memory.Shared owners = shared("owners", SLOTS, "which entry an arc of a round is of; -1 for none");
    private final Memory.Shared vertices = shared("own_vertices", ENTRIES, "vertices of a round");
    private final Memory.Shared begins = shared("own_begins", ENTRIES, "their first arcs, less its place");
    private final Memory.Shared values = shared("own_values", ENTRIES, "what they were found with, by its bits");
    private final Memory.Shared entries =
            new Memory.Shared("entries", ScalarType.I32, List.of(SETS), "how many vertices a round has");
    private final Memory.Shared slots =
            new Memory.Shared("slots", ScalarType.I32, List.of(SETS), "how many arcs a round has");

    private static Memory.Shared shared(String name, int elements, String content) {
        return new Memory.Shared(name, ScalarType.I32, List.of(2 * elements), content);
    }

    List<Memory.Shared> memory() {
        return List.of(owners, vertices, begins, values, entries, slots);
    }

    /** Empties all rounds; a barrier of the block must follow. */
    void clear(Body body, Grid grid) {
        body.when(
                less(grid.thread().read(), integer(SETS)),
                one -> one.set(element(entries, grid.thread().read()), integer(0))
                        .set(element(slots, grid.thread().read()), integer(0)));
    }

    /** Empties the round after the next one. */
    void clearAfter(Body body, Variable round) {
        Variable after = body.let("after", bitAnd(add(round.read(), 2), integer(SETS - 1L)));
        body.set(element(entries, after.read()), integer(0)).set(element(slots, after.read()), integer(0));
    }

    /**
     * An entry of the queue becomes one of the first round; it fits.
     *
     * @param bits its value
     */
    void first(Body body, StepQueue.Entry found, Variable bits) {
        Variable slot = body.let("slot", addTo(slots, integer(0), found.length().read()));
        Variable entry = body.let("entry", addTo(entries, integer(0), integer(1)));
        put(body, integer(0), entry, slot, found.length(), found.vertex(), found.begin(), bits.read());
    }

    /** Whose arc of a round a number is; -1 for nobody's. */
    Expression owner(Variable turn, Variable arc) {
        return load(owners, add(multiply(integer(SLOTS), turn.read()), arc.read()));
    }

    /** What a round has of an arc. */
    record Own(Variable vertex, Expression arc, Expression bits) {}

    Own own(Body body, Variable turn, Variable owner, Variable arc) {
        Variable at = body.let("own_at", add(multiply(integer(ENTRIES), turn.read()), owner.read()));
        Variable tail = body.let("tail", load(vertices, at.read()));
        return new Own(tail, add(load(begins, at.read()), arc.read()), load(values, at.read()));
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
        body.set(element(vertices, at.read()), vertex.read());
        body.set(element(begins, at.read()), subtract(begin.read(), slot.read()));
        body.set(element(values, at.read()), bits);
        owned(body, turn, slot.read(), add(slot.read(), length.read()), entry.read());
    }

    private void owned(Body body, Expression turn, Expression from, Expression end, Expression entry) {
        Variable to = body.let("to", multiply(integer(SLOTS), turn));
        body.loop(
                "j", from, end, integer(1), 1, (each, j) -> each.set(element(owners, add(to.read(), j.read())), entry));
    }

    /** How many arcs a round has. */
    Expression arcsOf(Expression round) {
        return call(Intrinsic.MIN, ScalarType.I32, integer(SLOTS), load(slots, bitAnd(round, integer(SETS - 1L))));
    }

    /** What was found joins the next round where there is room. */
    void join(Body body, StepQueue.Found found, Expression bits, Variable round) {
        Variable next = body.let("next", add(round.read(), 1));
        Variable set = body.let("set", bitAnd(next.read(), integer(SETS - 1L)));
        Variable turn = body.let("next_turn", bitAnd(next.read(), integer(1)));
        Variable slot = body.let("slot", addTo(slots, set.read(), found.degree().read()));
        body.when(
                lessEqual(add(slot.read(), found.degree().read()), integer(SLOTS)),
                fits -> {
                    Variable entry = fits.let("entry", addTo(entries, set.read(), integer(1)));
                    fits.when(
                            less(entry.read(), integer(ENTRIES)),
                            in -> {
                                put(in, turn.read(), entry, slot, found.degree(), found.vertex(), found.begin(), bits);
                                in.set(found.fresh(), integer(0));
                            },
                            out -> owned(
                                    out,
                                    turn.read(),
                                    slot.read(),
                                    add(slot.read(), found.degree().read()),
                                    integer(-1)));
                },
                // The places up to the end belong to nobody.
                over -> owned(over, turn.read(), slot.read(), integer(SLOTS), integer(-1)));
    }
}
