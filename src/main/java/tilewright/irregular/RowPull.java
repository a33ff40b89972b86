package tilewright.irregular;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.load;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.not;
import static tilewright.kernel.Expressions.notEqual;

import java.util.List;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * A row of {@link RowSweeps} that takes the best that its arcs offer, best arc first, and stops at the first arc by which not even the best value that has changed since the
 * row was last visited would help: for a block, a warp or a thread, by its length.
 */
record RowPull(RowWork work, Schedule.ByRows shape) {
    private static final int THREADS = RowSweeps.THREADS;

    /** Whether an arc can make something better than {@code own} of the best value that has changed. */
    private Expression helps(Expression weight, Variable reach, Expression own) {
        return work.relaxation().better(work.made(reach.read(), weight), own);
    }

    /** A value that another row may improve meanwhile. */
    private Expression gathered(Expression vertex) {
        return load(work.values(), vertex, shape.stale() ? Place.Access.STALE : Place.Access.RELAXED);
    }

    private List<Expression> nothing() {
        Expression nowhere = multiply(integer(Grid.WARP), work.rows().words().read());
        if (work.arcs().weight() == null) {
            return List.of(nowhere);
        }
        // The weight of no arc: what it makes of a value is worst.
        boolean floating = work.arcs().weight().type().isFloating();
        Expression weight = floating
                ? new Expression.Bits(
                        ScalarType.I32,
                        new Expression.RealLiteral(
                                ScalarType.F32, work.relaxation().least() ? "INFINITY" : "0.0"))
                : integer(work.relaxation().least() ? Integer.MAX_VALUE / 2 : 0);
        return List.of(nowhere, weight);
    }

    /** A row for a block. What its warps offer comes together in the block's memory; it only gets better, so nobody waits to read it. */
    void blockRow(Body body, Grid grid, Variable v, Variable reach, Variable lead, Variable count) {
        Variable before = body.let("before", work.relaxation().read(work.values(), v.read()));
        body.when(work.relaxation().better(reach.read(), before.read()), row -> {
            Variable own = row.declare("own", work.relaxation().type(), before.read());
            row.when(
                    equal(grid.thread().read(), integer(0)),
                    one -> one.set(work.queue().number(2), work.bits(work.neutral())));
            row.barrier();
            pulled(row, v, grid.thread(), THREADS, reach, own, (each, offered, more) -> {
                Variable together = each.let("together", new Expression.Reduced(work.best(), offered.read()));
                each.when(
                        binary(
                                Infix.AND_THEN,
                                equal(grid.lane().read(), integer(0)),
                                notEqual(together.read(), work.bits(work.neutral()))),
                        one -> one.evaluate(atomic(work.best(), work.queue().number(2), together.read())));
                Variable stop = Variable.integer("stop");
                each.add(new Statement.BarrierOr(stop, not(more.read())));
                each.when(stop.read(), last -> last.add(new Statement.Break()));
                each.set(own, work.best(own.read(), work.value(work.queue().relaxed(2))));
            });
            row.barrier();
            Variable found = row.let("found", work.value(work.queue().value(2)));
            row.when(
                    binary(
                            Infix.AND_THEN,
                            equal(grid.thread().read(), integer(0)),
                            work.relaxation().better(found.read(), before.read())),
                    changed -> changed.set(element(work.values(), v.read(), Place.Access.RELAXED), found.read())
                            .set(count, add(count.read(), 1))
                            .set(lead, work.bestBits(lead.read(), work.bits(found.read()))));
            row.barrier();
        });
    }

    /** What several threads do with what the arcs of a row that they have loaded together offer. */
    private interface Offered {
        /**
         * Adds it to the body.
         *
         * @param offered the best of a thread's, as bits
         * @param more whether the arcs behind them may help
         */
        void add(Body body, Variable offered, Variable more);
    }

    /** The arcs of a row, so many threads beside each other, a part at a time. */
    private void pulled(
            Body row, Variable v, Variable thread, int threads, Variable reach, Variable own, Offered then) {
        Variable end = row.let("end", load(work.rows().first(), add(v.read(), 1), Place.Access.PLAIN));
        int part = threads * shape.ahead();
        row.loop(
                "j0",
                load(work.rows().first(), v.read(), Place.Access.PLAIN),
                end.read(),
                integer(part),
                1,
                (each, j0) -> {
                    ArcMemory.Loaded loaded = work.arcs()
                            .load(
                                    each,
                                    "loaded",
                                    shape.ahead(),
                                    add(j0.read(), thread.read()),
                                    threads,
                                    end.read(),
                                    nothing());
                    Variable offered = each.declare("offered", ScalarType.I32, work.bits(work.neutral()));
                    Variable more = each.declare("more", ScalarType.I32, integer(1));
                    offers(each, loaded, reach, own, offered, more);
                    then.add(each, offered, more);
                });
    }

    /** What arcs offer that may help; {@code more} is 0 where the last one did not. */
    private void offers(
            Body body, ArcMemory.Loaded loaded, Variable reach, Variable own, Variable offered, Variable more) {
        body.each("a", shape.ahead(), (one, a) -> {
            one.set(more, helps(loaded.weight(a.read()), reach, own.read()));
            one.when(
                    more.read(),
                    better -> better.set(
                            offered,
                            work.bestBits(
                                    offered.read(),
                                    work.bits(work.made(gathered(loaded.head(a.read())), loaded.weight(a.read()))))));
        });
    }

    /** A row for a warp. */
    void hub(Body body, Grid grid, Variable v, Variable reach, Variable lead, Variable count) {
        Variable before = body.let("before", work.relaxation().read(work.values(), v.read()));
        Variable own = body.declare("own", work.relaxation().type(), before.read());
        body.when(work.relaxation().better(reach.read(), own.read()), row -> {
            pulled(row, v, grid.lane(), Grid.WARP, reach, own, (each, offered, more) -> {
                each.set(own, work.best(own.read(), work.value(new Expression.Reduced(work.best(), offered.read()))));
                each.when(
                        not(new Expression.Voted(Expression.Vote.ALL, more.read())),
                        stop -> stop.add(new Statement.Break()));
            });
            row.when(
                    work.relaxation().better(own.read(), before.read()),
                    changed -> changed.when(
                                    equal(grid.lane().read(), integer(0)),
                                    one -> one.set(element(work.values(), v.read(), Place.Access.RELAXED), own.read())
                                            .set(count, add(count.read(), 1)))
                            .set(lead, work.bestBits(lead.read(), work.bits(own.read()))));
        });
    }

    /** A row for each thread of a warp. */
    void slice(Body body, Grid grid, Variable w, Expression slice, Variable reach, Variable lead, Variable count) {
        Variable vertex = body.let(
                "vertex",
                add(multiply(integer(Grid.WARP), w.read()), grid.lane().read()));
        Variable before = body.let("before", work.relaxation().read(work.values(), vertex.read()));
        body.when(work.relaxation().better(reach.read(), before.read()), row -> {
            Variable own = row.declare("own", work.relaxation().type(), before.read());
            Variable end = row.let("end", load(work.rows().slices(), add(slice, 1), Place.Access.PLAIN));
            Variable first = row.let(
                    "begin",
                    add(
                            load(work.rows().slices(), slice, Place.Access.PLAIN),
                            grid.lane().read()));
            int part = Grid.WARP * shape.ahead();
            row.loop("j", first.read(), end.read(), integer(part), 1, (each, j) -> {
                ArcMemory.Loaded loaded =
                        work.arcs().load(each, "loaded", shape.ahead(), j.read(), Grid.WARP, end.read(), nothing());
                each.when(
                        not(helps(loaded.weight(integer(0)), reach, own.read())),
                        stop -> stop.add(new Statement.Break()));
                Memory.Register offers =
                        each.declareArray("offers", work.relaxation().type(), List.of(shape.ahead()));
                each.each("a", shape.ahead(), (one, a) -> {
                    one.set(element(offers, a.read()), work.neutral());
                    one.when(
                            helps(loaded.weight(a.read()), reach, own.read()),
                            better -> better.set(
                                    element(offers, a.read()),
                                    work.made(gathered(loaded.head(a.read())), loaded.weight(a.read()))));
                });
                each.each("a", shape.ahead(), (one, a) -> one.set(own, work.best(own.read(), load(offers, a.read()))));
            });
            row.when(
                    work.relaxation().better(own.read(), before.read()),
                    changed -> changed.set(element(work.values(), vertex.read(), Place.Access.RELAXED), own.read())
                            .set(count, add(count.read(), 1))
                            .set(lead, work.bestBits(lead.read(), work.bits(own.read()))));
        });
    }
}
