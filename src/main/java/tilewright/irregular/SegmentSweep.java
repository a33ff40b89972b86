package tilewright.irregular;

import static tilewright.kernel.Expressions.BLOCK;
import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.bitOr;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.load;
import static tilewright.kernel.Expressions.loadRelaxed;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.notEqual;
import static tilewright.kernel.Expressions.shiftRight;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * Sweeps over all pairs until one changes nothing, in one launch. The values of a segment of second ends are staged in the block's memory and updated there; first ends
 * are read and updated where they are ({@link SegmentPairs}). Legal by the law of chaotic iteration (T1), for a symmetric relation.
 */
final class SegmentSweep {
    static final int THREADS = 512;
    static final int BLOCKS_PER_MULTIPROCESSOR = 3;
    /** Pairs of a thread: one access reads the ends of four. */
    private static final int PAIRS = 4;
    /** Tiles have multiples of so many pairs: all threads of a warp take part. */
    static final int STEP = PAIRS * Grid.WARP;

    private static final int END_BITS = 16;

    private final Relaxation relaxation;
    private final Expression neutral;
    private final int segment;
    private final Place.Access gather;
    private final Control control = new Control(integer(0));
    private final Variable vertices = Variable.integer("vertices");
    private final Variable unitCount = Variable.integer("unit_count");
    private final Variable startCount = Variable.integer("start_count");
    private final Memory.Global pairs = new Memory.Global("pairs", ScalarType.U32, false);
    private final Memory.Global weights = new Memory.Global("weights", ScalarType.I32, false);
    private final Memory.Global tiles = new Memory.Global("tiles", ScalarType.I32, false);
    private final Memory.Global units = new Memory.Global("units", ScalarType.I32, false);
    private final Memory.Global starts = new Memory.Global("starts", ScalarType.I32, false);
    private final Memory.Global startValues;
    private final Memory.Global values;
    private final Memory.Shared staged;
    private final Memory.Shared number =
            new Memory.Shared("number", ScalarType.I32, List.of(1), "whether a value changed");
    private final Variable step = Variable.integer("step");

    SegmentSweep(Relaxation relaxation, Expression neutral, Schedule.Segments shape) {
        this.relaxation = relaxation;
        this.neutral = neutral;
        this.segment = shape.vertices();
        this.gather = shape.stale() ? Place.Access.STALE : Place.Access.RELAXED;
        this.startValues = new Memory.Global("start_values", relaxation.type(), false);
        this.values = new Memory.Global("values", relaxation.type(), true);
        this.staged =
                new Memory.Shared("staged", ScalarType.I32, List.of(segment), "values of a segment, by their bits");
    }

    private boolean weighted() {
        return !relaxation.inputs().isEmpty();
    }

    Program program(String name, List<String> header) {
        Variable pairCount = Variable.integer("pair_count");
        Variable tileCount = Variable.integer("tile_count");
        List<Program.Allocation> arrays = new ArrayList<>();
        arrays.add(Persistent.callers(pairs, pairCount.read()));
        if (weighted()) {
            arrays.add(Persistent.callers(weights, pairCount.read()));
        }
        arrays.add(Persistent.callers(tiles, multiply(integer(3), tileCount.read())));
        arrays.add(Persistent.callers(units, multiply(integer(3), unitCount.read())));
        arrays.add(Persistent.callers(starts, startCount.read()));
        arrays.add(Persistent.callers(startValues, startCount.read()));
        arrays.add(Persistent.callers(values, vertices.read()));
        arrays.add(Persistent.scratch(control.memory(), integer(Control.elements())));
        List<Memory.Global> parameters = new ArrayList<>(List.of(pairs));
        if (weighted()) {
            parameters.add(weights);
        }
        parameters.addAll(List.of(tiles, units, starts, startValues, values, control.memory()));
        Function function = Persistent.function(
                "segment_sweeps",
                "Sweeps over all pairs, segment by segment, until one changes nothing.",
                new Function.Kind.Kernel(THREADS, BLOCKS_PER_MULTIPROCESSOR),
                List.of(vertices, unitCount, startCount),
                parameters,
                List.of(staged, number),
                Body.of(this::write));
        return Persistent.program(name, header, List.of(pairCount, tileCount), arrays, function);
    }

    private Expression bits(Expression value) {
        return relaxation.type() == ScalarType.I32 ? value : new Expression.Bits(ScalarType.I32, value);
    }

    private Expression value(Expression bits) {
        return relaxation.type() == ScalarType.I32 ? bits : new Expression.Bits(relaxation.type(), bits);
    }

    private Expression.Update best() {
        return relaxation.least() ? Expression.Update.MIN : Expression.Update.MAX;
    }

    private Expression betterBits(Expression one, Expression other) {
        return binary(relaxation.least() ? Infix.LT : Infix.GT, one, other);
    }

    private Expression bestBits(Expression one, Expression other) {
        return call(relaxation.least() ? Intrinsic.MIN : Intrinsic.MAX, ScalarType.I32, one, other);
    }

    private Expression made(Expression of, Expression weight) {
        Map<Variable, Expression> known = new LinkedHashMap<>();
        known.put(relaxation.from(), of);
        relaxation
                .inputs()
                .forEach(
                        i -> known.put(i, i.type() == ScalarType.I32 ? weight : new Expression.Bits(i.type(), weight)));
        return Substitution.of(relaxation.value(), known);
    }

    private void write(Body body) {
        Grid grid = Grid.declare(body, THREADS);
        body.loop(
                "i",
                grid.me().read(),
                vertices.read(),
                grid.all().read(),
                1,
                (each, i) -> each.set(element(values, i.read(), Place.Access.PLAIN), neutral));
        control.start(body, grid);
        body.gridBarrier();
        body.add(new Statement.Declare(step, integer(0), false));
        body.loop(
                "s",
                grid.me().read(),
                startCount.read(),
                grid.all().read(),
                1,
                (each, s) -> each.set(
                        element(values, load(starts, s.read(), Place.Access.PLAIN), Place.Access.RELAXED),
                        load(startValues, s.read(), Place.Access.PLAIN)));
        body.gridBarrier();
        Variable open = body.declare("open", ScalarType.I32, integer(1));
        body.whileHolds(open.read(), sweep -> {
            sweep.set(step, add(step.read(), 1));
            sweep.when(
                    equal(grid.thread().read(), integer(0)), one -> one.set(element(number, integer(0)), integer(0)));
            sweep.barrier();
            Variable any = sweep.declare("any", ScalarType.I32, integer(0));
            Expression blocks = convert(ScalarType.I32, new Expression.Own(Expression.Coordinate.BLOCKS));
            sweep.loop("unit", BLOCK, unitCount.read(), blocks, 1, (each, unit) -> unit(each, grid, unit, any));
            Variable some = sweep.let("some", new Expression.Voted(Expression.Vote.ANY, any.read()));
            sweep.when(
                    binary(Infix.AND_THEN, equal(grid.lane().read(), integer(0)), notEqual(some.read(), integer(0))),
                    one -> one.evaluate(atomic(Expression.Update.OR, element(number, integer(0)), integer(1))));
            sweep.barrier();
            sweep.when(
                    binary(
                            Infix.AND_THEN,
                            equal(grid.thread().read(), integer(0)),
                            notEqual(load(number, integer(0)), integer(0))),
                    one -> one.evaluate(
                            control.update(Expression.Update.OR, Control.Tally.CHANGED, step.read(), integer(1))));
            control.clear(sweep, grid, subtract(step.read(), integer(1)), List.of(Control.Tally.CHANGED));
            sweep.gridBarrier();
            sweep.set(open, control.read(Control.Tally.CHANGED, step.read()));
        });
    }

    private static Expression part(Memory.Global of, Variable which, int number) {
        return load(of, add(multiply(integer(3), which.read()), number), Place.Access.PLAIN);
    }

    private void unit(Body body, Grid grid, Variable unit, Variable any) {
        Variable base = body.let("base", multiply(integer(segment), part(units, unit, 0)));
        Variable count = body.let(
                "count", call(Intrinsic.MIN, ScalarType.I32, integer(segment), subtract(vertices.read(), base.read())));
        body.loop(
                "i",
                grid.thread().read(),
                count.read(),
                integer(THREADS),
                1,
                (each, i) ->
                        each.set(element(staged, i.read()), bits(relaxation.read(values, add(base.read(), i.read())))));
        body.barrier();
        body.loop("tile", part(units, unit, 1), part(units, unit, 2), integer(1), 1, (each, tile) -> {
            Variable first = each.let("first", part(tiles, tile, 0));
            Variable end = each.let("end", add(first.read(), part(tiles, tile, 1)));
            Variable window = each.let("window", part(tiles, tile, 2));
            Expression own =
                    add(first.read(), multiply(integer(PAIRS), grid.thread().read()));
            each.loop(
                    "p",
                    own,
                    end.read(),
                    integer((long) PAIRS * THREADS),
                    1,
                    (some, p) -> relax(some, grid, p, window, any));
        });
        body.barrier();
        body.loop("i", grid.thread().read(), count.read(), integer(THREADS), 1, (each, i) -> {
            Variable now = each.let("now", load(staged, i.read()));
            Expression vertex = add(base.read(), i.read());
            each.when(
                    betterBits(now.read(), bits(relaxation.read(values, vertex))),
                    better -> better.evaluate(relaxation.improve(values, vertex, value(now.read())))
                            .set(any, integer(1)));
        });
        body.barrier();
    }

    /** Four pairs of a thread; all threads of the warp come here. */
    private void relax(Body body, Grid grid, Variable p, Variable window, Variable any) {
        Memory.Register ends = body.declareArray("ends", ScalarType.U32, List.of(PAIRS));
        body.copy(PAIRS, element(ends, integer(0)), element(pairs, p.read(), Place.Access.PLAIN));
        Memory.Register own = body.declareArray("own", ScalarType.I32, List.of(PAIRS));
        if (weighted()) {
            body.copy(PAIRS, element(own, integer(0)), element(weights, p.read(), Place.Access.PLAIN));
        } else {
            body.each("a", PAIRS, (each, a) -> each.set(element(own, a.read()), integer(0)));
        }
        Memory.Register before = body.declareArray("before", relaxation.type(), List.of(PAIRS));
        body.each(
                "a",
                PAIRS,
                (each, a) ->
                        each.set(element(before, a.read()), load(values, add(window.read(), first(ends, a)), gather)));
        Memory.Register offers = body.declareArray("offers", ScalarType.I32, List.of(PAIRS));
        body.each("a", PAIRS, (each, a) -> {
            Variable second = each.let("second", convert(ScalarType.I32, bitAnd(load(ends, a.read()), low())));
            Variable there = each.let("there", loadRelaxed(staged, second.read()));
            Variable forth = each.let("forth", bits(made(load(before, a.read()), load(own, a.read()))));
            Variable back = each.let("back", bits(made(value(there.read()), load(own, a.read()))));
            each.set(element(offers, a.read()), bits(neutral));
            each.when(
                    betterBits(forth.read(), there.read()),
                    better -> better.evaluate(atomic(best(), element(staged, second.read()), forth.read())),
                    other -> other.when(
                            betterBits(back.read(), bits(load(before, a.read()))),
                            better -> better.set(element(offers, a.read()), back.read())));
        });
        Variable lead = body.declare("lead", ScalarType.I32, load(offers, integer(0)));
        Variable differ = body.declare("differ", ScalarType.I32, integer(0));
        Variable here = body.let("here", first(ends, integer(0)));
        for (int a = 1; a < PAIRS; a++) {
            body.set(lead, bestBits(lead.read(), load(offers, integer(a))));
            body.set(differ, bitOr(differ.read(), binary(Infix.XOR, here.read(), first(ends, integer(a)))));
        }
        body.when(new Expression.Voted(Expression.Vote.ANY, notEqual(lead.read(), bits(neutral))), some -> {
            Variable leader =
                    some.let("leader", new Expression.Shuffle(Expression.Lane.AT, here.read(), integer(0), Grid.WARP));
            Expression apart = bitOr(differ.read(), binary(Infix.XOR, here.read(), leader.read()));
            some.when(
                    new Expression.Voted(Expression.Vote.ALL, equal(apart, integer(0))),
                    one -> together(one, grid, window, leader, lead, any),
                    many -> many.each(
                            "a",
                            PAIRS,
                            (each, a) -> each.when(
                                    notEqual(load(offers, a.read()), bits(neutral)),
                                    better -> update(
                                            better, add(window.read(), first(ends, a)), load(offers, a.read()), any))));
        });
    }

    /** One first end for the whole warp: one update. */
    private void together(Body body, Grid grid, Variable window, Variable leader, Variable lead, Variable any) {
        Variable all = body.let("all_together", new Expression.Reduced(best(), lead.read()));
        body.when(
                equal(grid.lane().read(), integer(0)),
                one -> update(one, add(window.read(), leader.read()), all.read(), any));
    }

    private void update(Body body, Expression vertex, Expression bits, Variable any) {
        body.when(
                betterBits(bits, relaxation.improve(values, vertex, value(bits))),
                better -> better.set(any, integer(1)));
    }

    private static Expression low() {
        return new Expression.IntegerLiteral(ScalarType.U32, (1L << END_BITS) - 1);
    }

    /** The first end of a pair within its window. */
    private static Expression first(Memory.Register ends, Variable number) {
        return first(ends, number.read());
    }

    private static Expression first(Memory.Register ends, Expression number) {
        return convert(ScalarType.I32, shiftRight(load(ends, number), integer(END_BITS)));
    }
}
