package tilewright.irregular;

import static tilewright.kernel.Expressions.BLOCK;
import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.greater;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.load;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.not;
import static tilewright.kernel.Expressions.notEqual;
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * A fixpoint in one launch. While few vertices change, the arcs out of those that did are pushed, from a queue. Then sweeps: every row takes the best
 * that its arcs offer, best arc first, and stops at the first arc by which not even the best value that has changed since the row was last visited would help.
 * Some sweeps go over the rows of most arcs only, through which most paths lead.
 *
 * <p>Legal by the laws of chaotic iteration (T1), of silent iterations (T4) and of the window (T5): no value is better than the one that it is made of, so nothing
 * that an arc offers is better than what it makes of the best changed value; the arcs left out are silent. The rows are those of a symmetric relation, and arcs of
 * a row stand in the order of what they make of one value, best first.
 */
final class RowSweeps {
    static final int THREADS = 512;

    private final Relaxation relaxation;
    private final Schedule.ByRows shape;
    private final Expression neutral;
    private final ArcMemory arcs;
    private final Rows rows = Rows.declare();
    private final Control control;
    private final WorkQueue queue;
    private final Memory.Global values;
    private final Memory.Global starts = new Memory.Global("starts", ScalarType.I32, false);
    private final Memory.Global startValues;
    private final Memory.Global marks = new Memory.Global("marks", ScalarType.U32, true);
    private final Variable startCount = Variable.integer("start_count");
    private final Variable pushArcs = Variable.integer("push_arcs");
    private final Variable blockRows = Variable.integer("block_rows");
    private final Variable coreWords = Variable.integer("core_words");
    private final Variable firstCore = Variable.integer("first_core_sweeps");
    private final Variable laterCore = Variable.integer("later_core_sweeps");
    private final Variable step = Variable.integer("step");

    /** @param neutral the value of vertices that nothing leads to */
    RowSweeps(Relaxation relaxation, Expression neutral, Schedule.ByRows shape) {
        if (relaxation.ordered() != ScalarType.I32 || !relaxation.bits()) {
            throw new IllegalArgumentException("values of " + relaxation.type().notation());
        }
        this.relaxation = relaxation;
        this.shape = shape;
        this.neutral = neutral;
        this.arcs = ArcMemory.of(relaxation);
        this.control = new Control(bits(neutral));
        this.queue = new WorkQueue(rows, control);
        this.values = new Memory.Global("values", relaxation.type(), true);
        this.startValues = new Memory.Global("start_values", relaxation.type(), false);
    }

    Program program(String name, List<String> header) {
        Variable places = Variable.integer("places");
        Expression vertices = multiply(integer(Grid.WARP), rows.words().read());
        Expression twoBitmaps = multiply(integer(2), add(rows.words().read(), 1));
        List<Program.Allocation> arrays = new ArrayList<>();
        arrays.add(Persistent.callers(rows.first(), add(vertices, 1)));
        arrays.add(Persistent.callers(rows.slices(), add(rows.words().read(), 1)));
        arrays.add(Persistent.callers(arcs.memory(), multiply(integer(arcs.width()), places.read())));
        arrays.add(Persistent.callers(starts, startCount.read()));
        arrays.add(Persistent.callers(startValues, startCount.read()));
        arrays.add(Persistent.callers(values, add(vertices, Grid.WARP)));
        arrays.add(Persistent.scratch(marks, twoBitmaps));
        arrays.addAll(queue.allocations());
        arrays.add(Persistent.scratch(control.memory(), integer(Control.elements())));
        return Persistent.program(name, header, List.of(places), arrays, function());
    }

    private Function function() {
        return Persistent.function(
                "row_sweeps",
                "A fixpoint: from a queue while little changes, then by sweeps over rows.",
                new Function.Kind.Kernel(THREADS, shape.blocks()),
                Stream.concat(
                                rows.sizes().stream(),
                                Stream.of(
                                        startCount, pushArcs, blockRows, coreWords, firstCore, laterCore, queue.room()))
                        .toList(),
                Stream.of(
                                rows.memory().stream(),
                                Stream.of(arcs.memory(), starts, startValues, values, marks),
                                queue.memory().stream(),
                                Stream.of(control.memory()))
                        .flatMap(s -> s)
                        .toList(),
                queue.shared(),
                Body.of(this::write));
    }

    /** The bits by which values are compared. */
    private Expression bits(Expression value) {
        return relaxation.type() == ScalarType.I32 ? value : new Expression.Bits(ScalarType.I32, value);
    }

    private Expression value(Expression bits) {
        return relaxation.type() == ScalarType.I32 ? bits : new Expression.Bits(relaxation.type(), bits);
    }

    private Expression.Update best() {
        return relaxation.least() ? Expression.Update.MIN : Expression.Update.MAX;
    }

    private Expression best(Expression one, Expression other) {
        return call(relaxation.least() ? Intrinsic.MIN : Intrinsic.MAX, relaxation.type(), one, other);
    }

    /** What an arc makes of a value. */
    private Expression made(Expression of, Expression weight) {
        Map<Variable, Expression> known = new LinkedHashMap<>();
        known.put(relaxation.from(), of);
        if (arcs.weight() != null) {
            known.put(arcs.weight(), weight);
        }
        return Substitution.of(relaxation.value(), known);
    }

    private void write(Body body) {
        Grid grid = Grid.declare(body, THREADS);
        fill(body, grid);
        body.gridBarrier();
        body.add(new Statement.Declare(step, integer(0), false));
        start(body, grid);
        body.gridBarrier();
        Variable items = body.declare("items", ScalarType.I32, control.read(Control.Tally.ITEMS, step.read()));
        Variable leaving = body.declare("leaving", ScalarType.I32, control.read(Control.Tally.ARCS, step.read()));
        Variable over = body.declare("over", ScalarType.I32, control.read(Control.Tally.OVERFLOW, step.read()));
        body.whileHolds(
                Stream.of(
                                greater(items.read(), integer(0)),
                                equal(over.read(), integer(0)),
                                lessEqual(leaving.read(), pushArcs.read()))
                        .reduce((a, b) -> binary(Infix.AND_THEN, a, b))
                        .orElseThrow(),
                push -> {
                    push.comment("Push: the arcs of the vertices that changed.");
                    push.set(step, add(step.read(), 1));
                    pushAll(push, grid, items);
                    push.gridBarrier();
                    push.set(items, control.read(Control.Tally.ITEMS, step.read()));
                    push.set(leaving, control.read(Control.Tally.ARCS, step.read()));
                    push.set(over, control.read(Control.Tally.OVERFLOW, step.read()));
                });
        sweeps(body, grid, binary(Infix.OR_ELSE, greater(items.read(), integer(0)), notEqual(over.read(), integer(0))));
    }

    private void fill(Body body, Grid grid) {
        Expression vertices = multiply(integer(Grid.WARP), add(rows.words().read(), 1));
        body.loop(
                "i",
                grid.me().read(),
                vertices,
                grid.all().read(),
                1,
                (each, i) -> each.set(element(values, i.read(), Place.Access.PLAIN), neutral));
        Expression twoBitmaps = multiply(integer(2), add(rows.words().read(), 1));
        body.loop(
                "w",
                grid.me().read(),
                twoBitmaps,
                grid.all().read(),
                1,
                (each, w) -> each.set(
                        element(marks, w.read(), Place.Access.PLAIN),
                        new Expression.IntegerLiteral(ScalarType.U32, 0)));
        control.start(body, grid);
    }

    private void start(Body body, Grid grid) {
        reset(body, grid);
        Variable lead = body.declare("lead", ScalarType.I32, bits(neutral));
        Expression from = multiply(integer(Grid.WARP), grid.warp().read());
        Expression by = multiply(integer(Grid.WARP), grid.warps().read());
        body.loop("s0", from, startCount.read(), by, 1, (each, s0) -> {
            Variable s = each.let("s", add(s0.read(), grid.lane().read()));
            Variable vertex = each.declare("vertex", ScalarType.I32, integer(0));
            Variable fresh = each.declare("fresh", ScalarType.I32, integer(0));
            each.when(less(s.read(), startCount.read()), one -> {
                one.set(vertex, load(starts, s.read(), Place.Access.PLAIN));
                Variable own = one.let("own", load(startValues, s.read(), Place.Access.PLAIN));
                one.set(element(values, vertex.read(), Place.Access.RELAXED), own.read());
                one.set(lead, bestBits(lead.read(), bits(own.read())));
                one.set(fresh, integer(1));
            });
            queue.gather(each, grid, fresh, vertex);
        });
        finish(body, grid, lead);
        queue.flush(body, grid, step.read());
    }

    private Expression bestBits(Expression one, Expression other) {
        return call(relaxation.least() ? Intrinsic.MIN : Intrinsic.MAX, ScalarType.I32, one, other);
    }

    /** Empties what the block's threads share. */
    private void reset(Body body, Grid grid) {
        body.when(equal(grid.thread().read(), integer(0)), one -> one.set(queue.number(3), bits(neutral)));
        queue.reset(body, grid);
    }

    /** Tells the best value that the block's threads have changed. */
    private void finish(Body body, Grid grid, Variable lead) {
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

    private void pushAll(Body body, Grid grid, Variable items) {
        reset(body, grid);
        Variable lead = body.declare("lead", ScalarType.I32, bits(neutral));
        Expression half = add(rows.words().read(), 1);
        Variable mark = body.let("mark", multiply(half, bitAnd(step.read(), integer(1))));
        Variable other = body.let("other", subtract(half, mark.read()));
        body.loop(
                "w",
                grid.me().read(),
                half,
                grid.all().read(),
                1,
                (each, w) -> each.set(
                        element(marks, add(other.read(), w.read()), Place.Access.PLAIN),
                        new Expression.IntegerLiteral(ScalarType.U32, 0)));
        queue.each(body, grid, subtract(step.read(), integer(1)), items, (each, tail, has, arc) -> {
            Variable source = each.let("source", relaxation.read(values, tail.read()));
            Variable vertex = each.declare("head", ScalarType.I32, integer(0));
            Variable fresh = each.declare("fresh", ScalarType.I32, integer(0));
            each.when(has.read(), one -> offer(one, arc, source, vertex, fresh, lead, mark));
            queue.gather(each, grid, fresh, vertex);
        });
        finish(body, grid, lead);
        queue.flush(body, grid, step.read());
        control.clear(
                body,
                grid,
                subtract(step.read(), integer(1)),
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
        ArcMemory.Loaded arc = arcs.load(body, "arc", place);
        body.set(vertex, arc.head(integer(0)));
        Variable found = body.let("found", made(source.read(), arc.weight(integer(0))));
        body.when(relaxation.better(found.read(), relaxation.read(values, vertex.read())), maybe -> {
            Variable before = maybe.let("before", relaxation.improve(values, vertex.read(), found.read()));
            maybe.when(binary(relaxation.least() ? Infix.LT : Infix.GT, bits(found.read()), before.read()), better -> {
                better.set(lead, bestBits(lead.read(), bits(found.read())));
                Variable bit = better.let("bit", Grid.bit(vertex.read()));
                Place.Global word = element(marks, add(mark.read(), Grid.word(vertex.read())), Place.Access.RELAXED);
                better.set(
                        fresh,
                        equal(
                                bitAnd(atomic(Expression.Update.OR, word, bit.read()), bit.read()),
                                new Expression.IntegerLiteral(ScalarType.U32, 0)));
            });
        });
    }

    private void sweeps(Body body, Grid grid, Expression unfinished) {
        Variable open = body.declare("open", ScalarType.I32, unfinished);
        Variable coreBest =
                body.declare("core_best", relaxation.type(), value(control.read(Control.Tally.BEST, step.read())));
        Variable allBest = body.declare("all_best", relaxation.type(), coreBest.read());
        Variable coreLeft = body.declare("core_left", ScalarType.I32, firstCore.read());
        Variable hubWords = body.let("hub_words", Grid.word(rows.hubs().read()));
        body.whileHolds(open.read(), sweep -> {
            sweep.comment("Sweep: every row, or every row of the core, takes the best that its arcs offer.");
            sweep.set(step, add(step.read(), 1));
            Variable core = sweep.let("core", greater(coreLeft.read(), integer(0)));
            Variable reach = sweep.let("reach", select(core.read(), coreBest.read(), allBest.read()));
            Variable last = sweep.let(
                    "last", select(core.read(), coreWords.read(), rows.words().read()));
            reset(sweep, grid);
            Variable lead = sweep.declare("lead", ScalarType.I32, bits(neutral));
            Variable count = sweep.declare("changed", ScalarType.I32, integer(0));
            Expression blocks = convert(ScalarType.I32, new Expression.Own(Expression.Coordinate.BLOCKS));
            sweep.loop(
                    "v", BLOCK, blockRows.read(), blocks, 1, (each, v) -> blockRow(each, grid, v, reach, lead, count));
            sweep.loop(
                    "v",
                    add(blockRows.read(), grid.warp().read()),
                    rows.hubs().read(),
                    grid.warps().read(),
                    1,
                    (each, v) -> hub(each, grid, v, reach, lead, count));
            Expression firstSlice = add(hubWords.read(), grid.warp().read());
            sweep.loop(
                    "w",
                    firstSlice,
                    last.read(),
                    grid.warps().read(),
                    1,
                    (each, w) -> slice(each, grid, w, subtract(w.read(), hubWords.read()), reach, lead, count));
            Variable together = sweep.let("together", new Expression.Reduced(Expression.Update.ADD, count.read()));
            sweep.when(
                    binary(
                            Infix.AND_THEN,
                            equal(grid.lane().read(), integer(0)),
                            notEqual(together.read(), integer(0))),
                    one -> one.evaluate(atomic(Expression.Update.ADD, queue.number(0), together.read())));
            finish(sweep, grid, lead);
            sweep.when(
                    binary(
                            Infix.AND_THEN,
                            equal(grid.thread().read(), integer(0)),
                            notEqual(queue.value(0), integer(0))),
                    one -> one.evaluate(control.add(Control.Tally.CHANGED, step.read(), queue.value(0))));
            control.clear(
                    sweep, grid, subtract(step.read(), integer(1)), List.of(Control.Tally.CHANGED, Control.Tally.BEST));
            sweep.gridBarrier();
            Variable changed = sweep.let("told", control.read(Control.Tally.CHANGED, step.read()));
            Variable newest = sweep.let("newest", value(control.read(Control.Tally.BEST, step.read())));
            sweep.set(coreBest, newest.read());
            sweep.when(
                    core.read(),
                    after -> after.set(allBest, best(allBest.read(), newest.read()))
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

    /** Whether an arc can make something better than {@code own} of the best value that has changed. */
    private Expression helps(Expression weight, Variable reach, Expression own) {
        return relaxation.better(made(reach.read(), weight), own);
    }

    /** A value that another row may improve meanwhile. */
    private Expression gathered(Expression vertex) {
        return load(values, vertex, shape.stale() ? Place.Access.STALE : Place.Access.RELAXED);
    }

    private List<Expression> nothing() {
        Expression nowhere = multiply(integer(Grid.WARP), rows.words().read());
        if (arcs.weight() == null) {
            return List.of(nowhere);
        }
        // The weight of no arc: what it makes of a value is worst.
        boolean floating = arcs.weight().type().isFloating();
        Expression weight = floating
                ? new Expression.Bits(
                        ScalarType.I32,
                        new Expression.RealLiteral(ScalarType.F32, relaxation.least() ? "INFINITY" : "0.0"))
                : integer(relaxation.least() ? Integer.MAX_VALUE / 2 : 0);
        return List.of(nowhere, weight);
    }

    /** A row for a block. What its warps offer comes together in the block's memory; it only gets better, so nobody waits to read it. */
    private void blockRow(Body body, Grid grid, Variable v, Variable reach, Variable lead, Variable count) {
        Variable before = body.let("before", relaxation.read(values, v.read()));
        body.when(relaxation.better(reach.read(), before.read()), row -> {
            Variable own = row.declare("own", relaxation.type(), before.read());
            row.when(equal(grid.thread().read(), integer(0)), one -> one.set(queue.number(2), bits(neutral)));
            row.barrier();
            Variable end = row.let("end", load(rows.first(), add(v.read(), 1), Place.Access.PLAIN));
            int part = THREADS * shape.ahead();
            row.loop(
                    "j0",
                    load(rows.first(), v.read(), Place.Access.PLAIN),
                    end.read(),
                    integer(part),
                    1,
                    (each, j0) -> {
                        ArcMemory.Loaded loaded = arcs.load(
                                each,
                                "loaded",
                                shape.ahead(),
                                add(j0.read(), grid.thread().read()),
                                THREADS,
                                end.read(),
                                nothing());
                        Variable offered = each.declare("offered", ScalarType.I32, bits(neutral));
                        Variable more = each.declare("more", ScalarType.I32, integer(1));
                        offers(each, loaded, reach, own, offered, more);
                        Variable together = each.let("together", new Expression.Reduced(best(), offered.read()));
                        each.when(
                                binary(
                                        Infix.AND_THEN,
                                        equal(grid.lane().read(), integer(0)),
                                        notEqual(together.read(), bits(neutral))),
                                one -> one.evaluate(atomic(best(), queue.number(2), together.read())));
                        Variable stop = Variable.integer("stop");
                        each.add(new Statement.BarrierOr(stop, not(more.read())));
                        each.when(stop.read(), last -> last.add(new Statement.Break()));
                        each.set(own, best(own.read(), value(queue.relaxed(2))));
                    });
            row.barrier();
            Variable found = row.let("found", value(queue.value(2)));
            row.when(
                    binary(
                            Infix.AND_THEN,
                            equal(grid.thread().read(), integer(0)),
                            relaxation.better(found.read(), before.read())),
                    changed -> changed.set(element(values, v.read(), Place.Access.RELAXED), found.read())
                            .set(count, add(count.read(), 1))
                            .set(lead, bestBits(lead.read(), bits(found.read()))));
            row.barrier();
        });
    }

    /** What arcs offer that may help; {@code more} is 0 where the last one did not. */
    private void offers(
            Body body, ArcMemory.Loaded loaded, Variable reach, Variable own, Variable offered, Variable more) {
        body.loop("a", integer(0), integer(shape.ahead()), integer(1), Statement.For.ALL, (one, a) -> {
            one.set(more, helps(loaded.weight(a.read()), reach, own.read()));
            one.when(
                    more.read(),
                    better -> better.set(
                            offered,
                            bestBits(
                                    offered.read(),
                                    bits(made(gathered(loaded.head(a.read())), loaded.weight(a.read()))))));
        });
    }

    /** A row for a warp. */
    private void hub(Body body, Grid grid, Variable v, Variable reach, Variable lead, Variable count) {
        Variable before = body.let("before", relaxation.read(values, v.read()));
        Variable own = body.declare("own", relaxation.type(), before.read());
        body.when(relaxation.better(reach.read(), own.read()), row -> {
            Variable end = row.let("end", load(rows.first(), add(v.read(), 1), Place.Access.PLAIN));
            int part = Grid.WARP * shape.ahead();
            row.loop(
                    "j0",
                    load(rows.first(), v.read(), Place.Access.PLAIN),
                    end.read(),
                    integer(part),
                    1,
                    (each, j0) -> {
                        ArcMemory.Loaded loaded = arcs.load(
                                each,
                                "loaded",
                                shape.ahead(),
                                add(j0.read(), grid.lane().read()),
                                Grid.WARP,
                                end.read(),
                                nothing());
                        Variable offered = each.declare("offered", ScalarType.I32, bits(neutral));
                        Variable more = each.declare("more", ScalarType.I32, integer(1));
                        offers(each, loaded, reach, own, offered, more);
                        each.set(own, best(own.read(), value(new Expression.Reduced(best(), offered.read()))));
                        each.when(
                                not(new Expression.Voted(Expression.Vote.ALL, more.read())),
                                stop -> stop.add(new Statement.Break()));
                    });
            row.when(
                    relaxation.better(own.read(), before.read()),
                    changed -> changed.when(
                                    equal(grid.lane().read(), integer(0)),
                                    one -> one.set(element(values, v.read(), Place.Access.RELAXED), own.read())
                                            .set(count, add(count.read(), 1)))
                            .set(lead, bestBits(lead.read(), bits(own.read()))));
        });
    }

    /** A row for each thread of a warp. */
    private void slice(
            Body body, Grid grid, Variable w, Expression slice, Variable reach, Variable lead, Variable count) {
        Variable vertex = body.let(
                "vertex",
                add(multiply(integer(Grid.WARP), w.read()), grid.lane().read()));
        Variable before = body.let("before", relaxation.read(values, vertex.read()));
        body.when(relaxation.better(reach.read(), before.read()), row -> {
            Variable own = row.declare("own", relaxation.type(), before.read());
            Variable end = row.let("end", load(rows.slices(), add(slice, 1), Place.Access.PLAIN));
            Variable first = row.let(
                    "begin",
                    add(
                            load(rows.slices(), slice, Place.Access.PLAIN),
                            grid.lane().read()));
            int part = Grid.WARP * shape.ahead();
            row.loop("j", first.read(), end.read(), integer(part), 1, (each, j) -> {
                ArcMemory.Loaded loaded =
                        arcs.load(each, "loaded", shape.ahead(), j.read(), Grid.WARP, end.read(), nothing());
                each.when(
                        not(helps(loaded.weight(integer(0)), reach, own.read())),
                        stop -> stop.add(new Statement.Break()));
                Memory.Register offers = each.declareArray("offers", relaxation.type(), List.of(shape.ahead()));
                each.loop("a", integer(0), integer(shape.ahead()), integer(1), Statement.For.ALL, (one, a) -> {
                    one.set(element(offers, a.read()), neutral);
                    one.when(
                            helps(loaded.weight(a.read()), reach, own.read()),
                            better -> better.set(
                                    element(offers, a.read()),
                                    made(gathered(loaded.head(a.read())), loaded.weight(a.read()))));
                });
                each.loop(
                        "a",
                        integer(0),
                        integer(shape.ahead()),
                        integer(1),
                        Statement.For.ALL,
                        (one, a) -> one.set(own, best(own.read(), load(offers, a.read()))));
            });
            row.when(
                    relaxation.better(own.read(), before.read()),
                    changed -> changed.set(element(values, vertex.read(), Place.Access.RELAXED), own.read())
                            .set(count, add(count.read(), 1))
                            .set(lead, bestBits(lead.read(), bits(own.read()))));
        });
    }
}
