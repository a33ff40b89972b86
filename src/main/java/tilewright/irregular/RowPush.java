package tilewright.irregular;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.subtract;

import java.util.List;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/** A step of {@link RowSweeps} that pushes: every arc out of a vertex that changed makes its offer, and vertices that improve are queued, once each. */
record RowPush(RowWork work) {
    private static final Memory.Global MARKS = new Memory.Global("marks", ScalarType.U32, true);

    /** One bit a vertex that a step queued; two bitmaps take turns. */
    Memory.Global marks() {
        return MARKS;
    }

    /** Elements of {@link #marks}. */
    Expression markCount() {
        return multiply(integer(2), half());
    }

    private Expression half() {
        return add(work.rows().words().read(), 1);
    }

    void write(Body body, Grid grid, Variable items) {
        work.reset(body, grid);
        Variable lead = body.declare("lead", ScalarType.I32, work.bits(work.neutral()));
        Variable mark = body.let("mark", multiply(half(), bitAnd(work.step().read(), integer(1))));
        Variable other = body.let("other", subtract(half(), mark.read()));
        body.loop(
                "w",
                grid.me().read(),
                half(),
                grid.all().read(),
                1,
                (each, w) -> each.set(
                        element(MARKS, add(other.read(), w.read()), Place.Access.PLAIN),
                        new Expression.IntegerLiteral(ScalarType.U32, 0)));
        work.queue().each(body, grid, subtract(work.step().read(), integer(1)), items, (each, tail, has, arc) -> {
            Variable source = each.let("source", work.relaxation().read(work.values(), tail.read()));
            Variable vertex = each.declare("head", ScalarType.I32, integer(0));
            Variable fresh = each.declare("fresh", ScalarType.I32, integer(0));
            each.when(has.read(), one -> offer(one, arc, source, vertex, fresh, lead, mark));
            work.queue().gather(each, grid, work.step().read(), fresh, vertex);
        });
        work.finish(body, grid, lead);
        work.queue().flush(body, grid, work.step().read());
        work.control()
                .clear(
                        body,
                        grid,
                        subtract(work.step().read(), integer(1)),
                        List.of(Control.Tally.ITEMS, Control.Tally.ARCS, Control.Tally.OVERFLOW, Control.Tally.BEST));
    }

    private void offer(
            Body body,
            Expression place,
            Variable source,
            Variable vertex,
            Variable fresh,
            Variable lead,
            Variable mark) {
        ArcMemory.Loaded arc = work.leaving().load(body, "arc", place);
        body.set(vertex, arc.head(integer(0)));
        Variable found = body.let("found", work.made(source.read(), arc.weight(integer(0))));
        body.when(
                work.relaxation().better(found.read(), work.relaxation().read(work.values(), vertex.read())), maybe -> {
                    Variable before =
                            maybe.let("before", work.relaxation().improve(work.values(), vertex.read(), found.read()));
                    maybe.when(
                            binary(
                                    work.relaxation().least() ? Infix.LT : Infix.GT,
                                    work.bits(found.read()),
                                    before.read()),
                            better -> {
                                better.set(lead, work.bestBits(lead.read(), work.bits(found.read())));
                                Variable bit = better.let("bit", Grid.bit(vertex.read()));
                                Place.Global word = element(
                                        MARKS, add(mark.read(), Grid.word(vertex.read())), Place.Access.RELAXED);
                                better.set(
                                        fresh,
                                        equal(
                                                bitAnd(atomic(Expression.Update.OR, word, bit.read()), bit.read()),
                                                new Expression.IntegerLiteral(ScalarType.U32, 0)));
                            });
                });
    }
}
