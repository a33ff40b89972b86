package tilewright.irregular;

import static tilewright.kernel.Expressions.BLOCK;
import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.greater;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.load;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.notEqual;
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * A fixpoint in one launch. While few vertices change, the arcs out of those that did are pushed, from a queue. Then sweeps: every row takes the best
 * that its arcs offer, best arc first, and stops at the first arc by which not even the best value that has changed since the row was last visited would help.
 * Some sweeps go over the rows of most arcs only, through which most paths lead.
 *
 * <p>Legal by the laws of chaotic iteration (T1), of silent iterations (T4) and of the window (T5): no value is better than the one that it is made of, so nothing
 * that an arc offers is better than what it makes of the best changed value; the arcs left out are silent. The rows are those of the arcs that lead to a vertex, and arcs of
 * a row stand in the order of what they make of one value, best first.
 */
final class RowSweeps {
    static final int THREADS = 512;

    private final Schedule.ByRows shape;
    private final RowWork work;
    private final RowPush push;
    private final RowPull pull;
    private final WorkQueue.Starts starts = WorkQueue.Starts.declare();
    private final Memory.Global startValues;
    private final Variable pushArcs = Variable.integer("push_arcs");
    private final Variable blockRows = Variable.integer("block_rows");
    private final Variable coreWords = Variable.integer("core_words");
    private final Variable firstCore = Variable.integer("first_core_sweeps");
    private final Variable laterCore = Variable.integer("later_core_sweeps");

    /**
     * @param neutral the value of vertices that nothing leads to
     * @param directed whether what is pushed has rows of its own
     */
    RowSweeps(Relaxation relaxation, Expression neutral, Schedule.ByRows shape, boolean directed) {
        this.shape = shape;
        this.work = RowWork.of(relaxation, neutral, directed);
        this.push = new RowPush(work);
        this.pull = new RowPull(work, shape);
        this.startValues = new Memory.Global("start_values", relaxation.type(), false);
    }

    Program program(String name, List<String> header) {
        Variable places = Variable.integer("places");
        Expression vertices = multiply(integer(Grid.WARP), work.rows().words().read());
        List<Program.Allocation> arrays = new ArrayList<>();
        arrays.add(Persistent.callers(work.rows().first(), add(vertices, 1)));
        arrays.add(
                Persistent.callers(work.rows().slices(), add(work.rows().words().read(), 1)));
        arrays.add(Persistent.callers(
                work.arcs().memory(), multiply(integer(work.arcs().width()), places.read())));
        List<Variable> sizes = new ArrayList<>(List.of(places));
        if (work.directed()) {
            Variable leaving = Variable.integer("out_places");
            sizes.add(leaving);
            arrays.add(Persistent.callers(work.out().first(), add(vertices, 1)));
            arrays.add(Persistent.callers(
                    work.leaving().memory(), multiply(integer(work.leaving().width()), leaving.read())));
        }
        arrays.add(Persistent.callers(starts.vertices(), starts.count().read()));
        arrays.add(Persistent.callers(startValues, starts.count().read()));
        arrays.add(Persistent.callers(work.values(), add(vertices, Grid.WARP)));
        arrays.add(Persistent.scratch(push.marks(), push.markCount()));
        arrays.addAll(work.queue().allocations());
        arrays.add(Persistent.scratch(work.control().memory(), integer(Control.elements())));
        return Persistent.program(name, header, sizes, arrays, function());
    }

    private Function function() {
        return Persistent.function(
                "row_sweeps",
                "A fixpoint: from a queue while little changes, then by sweeps over work.rows().",
                new Function.Kind.Kernel(THREADS, shape.blocks()),
                Stream.concat(
                                work.rows().sizes().stream(),
                                Stream.of(
                                        starts.count(),
                                        pushArcs,
                                        blockRows,
                                        coreWords,
                                        firstCore,
                                        laterCore,
                                        work.queue().room()))
                        .toList(),
                Stream.of(
                                work.rows().memory().stream(),
                                work.directed()
                                        ? Stream.of(
                                                work.out().first(),
                                                work.leaving().memory())
                                        : Stream.<Memory.Global>of(),
                                Stream.of(
                                        work.arcs().memory(),
                                        starts.vertices(),
                                        startValues,
                                        work.values(),
                                        push.marks()),
                                work.queue().memory().stream(),
                                Stream.of(work.control().memory()))
                        .flatMap(s -> s)
                        .toList(),
                work.queue().shared(),
                Body.of(this::write));
    }

    private void write(Body body) {
        Grid grid = Grid.declare(body, THREADS);
        fill(body, grid);
        body.gridBarrier();
        body.add(new Statement.Declare(work.step(), integer(0), false));
        start(body, grid);
        body.gridBarrier();
        Variable items = body.declare(
                "items",
                ScalarType.I32,
                work.control().read(Control.Tally.ITEMS, work.step().read()));
        Variable leaving = body.declare(
                "leaving",
                ScalarType.I32,
                work.control().read(Control.Tally.ARCS, work.step().read()));
        Variable over = body.declare(
                "over",
                ScalarType.I32,
                work.control().read(Control.Tally.OVERFLOW, work.step().read()));
        body.whileHolds(
                Stream.of(
                                greater(items.read(), integer(0)),
                                equal(over.read(), integer(0)),
                                lessEqual(leaving.read(), pushArcs.read()))
                        .reduce((a, b) -> binary(Infix.AND_THEN, a, b))
                        .orElseThrow(),
                pushed -> {
                    pushed.comment("Push: the arcs of the vertices that changed.");
                    pushed.set(work.step(), add(work.step().read(), 1));
                    push.write(pushed, grid, items);
                    pushed.gridBarrier();
                    pushed.set(
                            items,
                            work.control().read(Control.Tally.ITEMS, work.step().read()));
                    pushed.set(
                            leaving,
                            work.control().read(Control.Tally.ARCS, work.step().read()));
                    pushed.set(
                            over,
                            work.control()
                                    .read(Control.Tally.OVERFLOW, work.step().read()));
                });
        sweeps(body, grid, binary(Infix.OR_ELSE, greater(items.read(), integer(0)), notEqual(over.read(), integer(0))));
    }

    private void fill(Body body, Grid grid) {
        Expression vertices =
                multiply(integer(Grid.WARP), add(work.rows().words().read(), 1));
        body.loop(
                "i",
                grid.me().read(),
                vertices,
                grid.all().read(),
                1,
                (each, i) -> each.set(element(work.values(), i.read(), Place.Access.PLAIN), work.neutral()));
        body.loop(
                "w",
                grid.me().read(),
                push.markCount(),
                grid.all().read(),
                1,
                (each, w) -> each.set(
                        element(push.marks(), w.read(), Place.Access.PLAIN),
                        new Expression.IntegerLiteral(ScalarType.U32, 0)));
        work.control().start(body, grid);
    }

    private void start(Body body, Grid grid) {
        work.reset(body, grid);
        Variable lead = body.declare("lead", ScalarType.I32, work.bits(work.neutral()));
        work.queue().start(body, grid, work.step().read(), starts, (one, s, vertex, fresh) -> {
            Variable own = one.let("own", load(startValues, s.read(), Place.Access.PLAIN));
            one.set(element(work.values(), vertex.read(), Place.Access.RELAXED), own.read());
            one.set(lead, work.bestBits(lead.read(), work.bits(own.read())));
            one.set(fresh, integer(1));
        });
        work.finish(body, grid, lead);
        work.queue().flush(body, grid, work.step().read());
    }

    private void sweeps(Body body, Grid grid, Expression unfinished) {
        Variable open = body.declare("open", ScalarType.I32, unfinished);
        Variable coreBest = body.declare(
                "core_best",
                work.relaxation().type(),
                work.value(work.control().read(Control.Tally.BEST, work.step().read())));
        Variable allBest = body.declare("all_best", work.relaxation().type(), coreBest.read());
        Variable coreLeft = body.declare("core_left", ScalarType.I32, firstCore.read());
        Variable hubWords = body.let("hub_words", Grid.word(work.rows().hubs().read()));
        body.whileHolds(open.read(), sweep -> {
            sweep.comment("Sweep: every row, or every row of the core, takes the best that its arcs offer.");
            sweep.set(work.step(), add(work.step().read(), 1));
            Variable core = sweep.let("core", greater(coreLeft.read(), integer(0)));
            Variable reach = sweep.let("reach", select(core.read(), coreBest.read(), allBest.read()));
            Variable last = sweep.let(
                    "last",
                    select(core.read(), coreWords.read(), work.rows().words().read()));
            work.reset(sweep, grid);
            Variable lead = sweep.declare("lead", ScalarType.I32, work.bits(work.neutral()));
            Variable count = sweep.declare("changed", ScalarType.I32, integer(0));
            Expression blocks = convert(ScalarType.I32, new Expression.Own(Expression.Coordinate.BLOCKS));
            sweep.loop(
                    "v",
                    BLOCK,
                    blockRows.read(),
                    blocks,
                    1,
                    (each, v) -> pull.blockRow(each, grid, v, reach, lead, count));
            sweep.loop(
                    "v",
                    add(blockRows.read(), grid.warp().read()),
                    work.rows().hubs().read(),
                    grid.warps().read(),
                    1,
                    (each, v) -> pull.hub(each, grid, v, reach, lead, count));
            Expression firstSlice = add(hubWords.read(), grid.warp().read());
            sweep.loop(
                    "w",
                    firstSlice,
                    last.read(),
                    grid.warps().read(),
                    1,
                    (each, w) -> pull.slice(each, grid, w, subtract(w.read(), hubWords.read()), reach, lead, count));
            Variable together = sweep.let("together", new Expression.Reduced(Expression.Update.ADD, count.read()));
            sweep.when(
                    binary(
                            Infix.AND_THEN,
                            equal(grid.lane().read(), integer(0)),
                            notEqual(together.read(), integer(0))),
                    one -> one.evaluate(
                            atomic(Expression.Update.ADD, work.queue().number(0), together.read())));
            work.finish(sweep, grid, lead);
            sweep.when(
                    binary(
                            Infix.AND_THEN,
                            equal(grid.thread().read(), integer(0)),
                            notEqual(work.queue().value(0), integer(0))),
                    one -> one.evaluate(work.control()
                            .add(
                                    Control.Tally.CHANGED,
                                    work.step().read(),
                                    work.queue().value(0))));
            work.control()
                    .clear(
                            sweep,
                            grid,
                            subtract(work.step().read(), integer(1)),
                            List.of(Control.Tally.CHANGED, Control.Tally.BEST));
            sweep.gridBarrier();
            Variable changed = sweep.let(
                    "told",
                    work.control().read(Control.Tally.CHANGED, work.step().read()));
            Variable newest = sweep.let(
                    "newest",
                    work.value(
                            work.control().read(Control.Tally.BEST, work.step().read())));
            sweep.set(coreBest, newest.read());
            sweep.when(
                    core.read(),
                    after -> after.set(allBest, work.best(allBest.read(), newest.read()))
                            .set(
                                    coreLeft,
                                    select(
                                            equal(changed.read(), integer(0)),
                                            integer(0),
                                            subtract(coreLeft.read(), integer(1)))),
                    after -> after.set(allBest, newest.read())
                            .set(coreLeft, laterCore.read())
                            .set(open, notEqual(changed.read(), integer(0))));
        });
    }
}
