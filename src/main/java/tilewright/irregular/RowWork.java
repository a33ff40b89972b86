package tilewright.irregular;

import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.notEqual;

import java.util.LinkedHashMap;
import java.util.Map;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/**
 * What pushes and sweeps of {@link RowSweeps} work with: values, what an arc makes of them, which of two is better, and what a step tells of the best value that it
 * changed.
 *
 * @param neutral the value of vertices that nothing leads to
 * @param arcs by where they lead: what rows look at
 * @param leaving the same arcs by where they come from, where the graph has not every arc in both directions; else {@code arcs} itself
 * @param out the rows of {@code leaving}
 * @param step the number of the step
 */
record RowWork(
        Relaxation relaxation,
        Expression neutral,
        ArcMemory arcs,
        ArcMemory leaving,
        Memory.Global values,
        Rows rows,
        Rows out,
        Control control,
        WorkQueue queue,
        Variable step) {
    static RowWork of(Relaxation relaxation, Expression neutral, boolean directed) {
        if (relaxation.ordered() != ScalarType.I32 || !relaxation.bits()) {
            throw new IllegalArgumentException("values of " + relaxation.type().notation());
        }
        Rows rows = Rows.declare();
        Rows out = directed ? rows.leaving() : rows;
        ArcMemory arcs = ArcMemory.of(relaxation);
        Control control = new Control(bits(relaxation, neutral));
        return new RowWork(
                relaxation,
                neutral,
                arcs,
                directed ? ArcMemory.of(relaxation, "out_") : arcs,
                new Memory.Global("values", relaxation.type(), true),
                rows,
                out,
                control,
                new WorkQueue(out, control),
                Variable.integer("step"));
    }

    /** Whether pushes have arcs and rows of their own. */
    boolean directed() {
        return out.plain();
    }

    private static Expression bits(Relaxation relaxation, Expression value) {
        return relaxation.type() == ScalarType.I32 ? value : new Expression.Bits(ScalarType.I32, value);
    }

    /** The bits by which values are compared. */
    Expression bits(Expression value) {
        return bits(relaxation, value);
    }

    Expression value(Expression bits) {
        return relaxation.type() == ScalarType.I32 ? bits : new Expression.Bits(relaxation.type(), bits);
    }

    Expression.Update best() {
        return relaxation.least() ? Expression.Update.MIN : Expression.Update.MAX;
    }

    Expression best(Expression one, Expression other) {
        return call(relaxation.least() ? Intrinsic.MIN : Intrinsic.MAX, relaxation.type(), one, other);
    }

    /** What an arc makes of a value. */
    Expression made(Expression of, Expression weight) {
        Map<Variable, Expression> known = new LinkedHashMap<>();
        known.put(relaxation.from(), of);
        if (arcs.weight() != null) {
            known.put(arcs.weight(), weight);
        }
        return Substitution.of(relaxation.value(), known);
    }

    Expression bestBits(Expression one, Expression other) {
        return call(relaxation.least() ? Intrinsic.MIN : Intrinsic.MAX, ScalarType.I32, one, other);
    }

    /** Empties what the block's threads share. */
    void reset(Body body, Grid grid) {
        body.when(equal(grid.thread().read(), integer(0)), one -> one.set(queue.number(3), bits(neutral)));
        queue.reset(body, grid);
    }

    /** Tells the best value that the block's threads have changed. */
    void finish(Body body, Grid grid, Variable lead) {
        Variable together = body.let("lead_of_warp", new Expression.Reduced(best(), lead.read()));
        body.when(
                binary(Infix.AND_THEN, equal(grid.lane().read(), integer(0)), notEqual(together.read(), bits(neutral))),
                one -> one.evaluate(atomic(best(), queue.number(3), together.read())));
        body.barrier();
        body.when(
                binary(
                        Infix.AND_THEN,
                        equal(grid.thread().read(), integer(0)),
                        notEqual(queue.value(3), bits(neutral))),
                one -> one.evaluate(control.update(best(), Control.Tally.BEST, step.read(), queue.value(3))));
    }
}
