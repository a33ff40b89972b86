package tilewright.irregular;

import static tilewright.kernel.Expressions.BLOCK;
import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.bitOr;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.complement;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.load;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.notEqual;
import static tilewright.kernel.Expressions.shiftRight;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
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
 * Level by level, every level by all pairs, cell by cell ({@link PairCells}): the reached vertices of a cell's two segments are bits in the block's memory, and so are
 * the ones that it reaches, until the cell is done. Cells of whose segments nothing changed in the last level are left out. Legal by the laws of levels (T3) and of silent iterations (T4).
 */
final class LevelCells {
    static final int THREADS = 512;
    private static final int WORDS = PairCells.SEGMENT / Integer.SIZE;
    static final int BLOCKS_PER_MULTIPROCESSOR = 4;

    private final Relaxation relaxation;
    private final Expression neutral;
    private final Control control = new Control(integer(0));
    private final Variable vertices = Variable.integer("vertices");
    private final Variable segments = Variable.integer("segments");
    private final Variable unitCount = Variable.integer("unit_count");
    private final Variable startCount = Variable.integer("start_count");
    private final Variable startValue = Variable.integer("start_value");
    private final Memory.Global pairs = new Memory.Global("pairs", ScalarType.U32, false);
    private final Memory.Global units = new Memory.Global("units", ScalarType.I32, false);
    private final Memory.Global starts = new Memory.Global("starts", ScalarType.I32, false);
    private final Memory.Global values;
    private final Memory.Global reached = new Memory.Global("reached", ScalarType.U32, true);
    private final Memory.Global next = new Memory.Global("next", ScalarType.U32, true);
    private final Memory.Global touched = new Memory.Global("touched", ScalarType.I32, true);
    private final Memory.Shared tails = bitmap("tails", "reached vertices of the first segment");
    private final Memory.Shared heads = bitmap("heads", "reached vertices of the second segment");
    private final Memory.Shared newTails = bitmap("new_tails", "vertices of the first segment that the cell reaches");
    private final Memory.Shared newHeads = bitmap("new_heads", "vertices of the second segment that the cell reaches");
    private final Memory.Shared number = new Memory.Shared("number", ScalarType.I32, List.of(1), "vertices reached");
    private final Variable level;
    private final Variable step = Variable.integer("step");

    LevelCells(Relaxation relaxation, Expression neutral) {
        this.relaxation = relaxation;
        this.neutral = neutral;
        this.values = new Memory.Global("values", relaxation.type(), true);
        this.level = new Variable("level", relaxation.type().promoted());
    }

    private static Memory.Shared bitmap(String name, String content) {
        return new Memory.Shared(name, ScalarType.U32, List.of(WORDS), content);
    }

    Program program(String name, List<String> header) {
        Variable pairCount = Variable.integer("pair_count");
        Expression words = multiply(integer(WORDS), segments.read());
        List<Program.Allocation> arrays = new ArrayList<>(List.of(
                Persistent.callers(pairs, pairCount.read()),
                Persistent.callers(units, multiply(integer(4), unitCount.read())),
                Persistent.callers(starts, startCount.read()),
                Persistent.callers(values, multiply(integer(PairCells.SEGMENT), segments.read())),
                Persistent.scratch(reached, words),
                Persistent.scratch(next, words),
                Persistent.scratch(touched, multiply(integer(3), segments.read())),
                Persistent.scratch(control.memory(), integer(Control.elements()))));
        Function function = Persistent.function(
                "level_cells",
                "All levels, each by all pairs, cell by cell.",
                new Function.Kind.Kernel(THREADS, BLOCKS_PER_MULTIPROCESSOR),
                List.of(vertices, segments, unitCount, startCount, startValue),
                List.of(pairs, units, starts, values, reached, next, touched, control.memory()),
                List.of(tails, heads, newTails, newHeads, number),
                Body.of(this::write));
        return Persistent.program(name, header, List.of(pairCount), arrays, function);
    }

    private void write(Body body) {
        Grid grid = Grid.declare(body, THREADS);
        fill(body, grid);
        body.gridBarrier();
        body.add(new Statement.Declare(level, startValue.read(), false));
        body.add(new Statement.Declare(step, integer(0), false));
        body.loop("s", grid.me().read(), startCount.read(), grid.all().read(), 1, this::start);
        body.gridBarrier();
        Variable last = body.declare("last", ScalarType.I32, integer(0));
        Variable now = body.declare("now", ScalarType.I32, segments.read());
        Variable clear = body.declare("clear", ScalarType.I32, multiply(integer(2), segments.read()));
        Variable open = body.declare("open", ScalarType.I32, notEqual(startCount.read(), integer(0)));
        body.whileHolds(binary(Infix.AND_THEN, open.read(), relaxation.better(after(), neutral)), sweep -> {
            sweep.set(level, after());
            sweep.set(step, add(step.read(), 1));
            sweep.loop(
                    "i",
                    grid.me().read(),
                    segments.read(),
                    grid.all().read(),
                    1,
                    (each, i) ->
                            each.set(element(touched, add(clear.read(), i.read()), Place.Access.RELAXED), integer(0)));
            Expression blocks = convert(ScalarType.I32, new Expression.Own(Expression.Coordinate.BLOCKS));
            sweep.loop("unit", BLOCK, unitCount.read(), blocks, 1, (each, unit) -> cell(each, grid, unit, last));
            sweep.gridBarrier();
            settle(sweep, grid, now);
            control.clear(sweep, grid, subtract(step.read(), integer(1)), List.of(Control.Tally.CHANGED));
            sweep.gridBarrier();
            sweep.set(open, control.read(Control.Tally.CHANGED, step.read()));
            Variable oldest = sweep.let("oldest", last.read());
            sweep.set(last, now.read()).set(now, clear.read()).set(clear, oldest.read());
        });
    }

    private Expression after() {
        return Substitution.of(relaxation.value(), Map.of(relaxation.from(), level.read()));
    }

    private static Expression bits(long value) {
        return new Expression.IntegerLiteral(ScalarType.U32, value);
    }

    private void fill(Body body, Grid grid) {
        Levels.unreached(
                body, grid, relaxation, values, neutral, multiply(integer(PairCells.SEGMENT), segments.read()));
        Expression words = multiply(integer(WORDS), segments.read());
        body.loop(
                "w",
                grid.me().read(),
                words,
                grid.all().read(),
                1,
                (each, w) -> each.set(element(reached, w.read(), Place.Access.PLAIN), bits(0))
                        .set(element(next, w.read(), Place.Access.PLAIN), bits(0)));
        Expression flags = multiply(integer(3), segments.read());
        body.loop(
                "i",
                grid.me().read(),
                flags,
                grid.all().read(),
                1,
                (each, i) -> each.set(element(touched, i.read(), Place.Access.RELAXED), integer(0)));
        body.loop(
                "w",
                grid.thread().read(),
                integer(WORDS),
                integer(THREADS),
                1,
                (each, w) -> each.set(element(newTails, w.read()), bits(0)).set(element(newHeads, w.read()), bits(0)));
        control.start(body, grid);
    }

    private void start(Body body, Variable s) {
        Variable vertex = body.let("vertex", load(starts, s.read(), Place.Access.PLAIN));
        Expression word = Grid.word(vertex.read());
        body.evaluate(
                atomic(Expression.Update.OR, element(reached, word, Place.Access.RELAXED), Grid.bit(vertex.read())));
        body.evaluate(atomic(Expression.Update.OR, element(next, word, Place.Access.RELAXED), Grid.bit(vertex.read())));
        body.set(element(values, vertex.read(), Place.Access.RELAXED), convert(relaxation.type(), level.read()));
        body.set(element(touched, segment(vertex.read()), Place.Access.RELAXED), integer(1));
    }

    private static Expression segment(Expression vertex) {
        return shiftRight(vertex, integer(PairCells.SEGMENT_BITS));
    }

    private void cell(Body body, Grid grid, Variable unit, Variable last) {
        Variable first = body.let("first", part(unit, 0));
        Variable count = body.let("count", part(unit, 1));
        Variable tail = body.let("tail", part(unit, 2));
        Variable head = body.let("head", part(unit, 3));
        Expression changed = bitOr(
                load(touched, add(last.read(), tail.read()), Place.Access.RELAXED),
                load(touched, add(last.read(), head.read()), Place.Access.RELAXED));
        body.when(notEqual(changed, integer(0)), live -> {
            Variable any = live.declare("any", ScalarType.U32, bits(0));
            Variable all = live.declare("every", ScalarType.U32, bits(0xffffffffL));
            live.loop(
                    "i",
                    multiply(integer(4), grid.thread().read()),
                    integer(WORDS),
                    integer(4L * THREADS),
                    1,
                    (each, i) -> {
                        stage(each, tails, tail, i, any, all, "x");
                        stage(each, heads, head, i, any, all, "y");
                    });
            Variable some = Variable.integer("some_reached");
            Variable missing = Variable.integer("some_missing");
            live.add(new Statement.BarrierOr(some, notEqual(any.read(), bits(0))));
            live.add(new Statement.BarrierOr(missing, notEqual(all.read(), bits(0xffffffffL))));
            live.when(binary(Infix.AND_THEN, some.read(), missing.read()), work -> {
                Expression start = add(
                        first.read(),
                        multiply(integer(PairCells.STEP), grid.thread().read()));
                Expression end = add(first.read(), count.read());
                work.loop("i", start, end, integer((long) PairCells.STEP * THREADS), 1, this::look);
                work.barrier();
                work.loop("w", grid.thread().read(), integer(WORDS), integer(THREADS), 1, (each, w) -> {
                    merge(each, newTails, tail, w, "x");
                    merge(each, newHeads, head, w, "y");
                });
            });
            live.barrier();
        });
    }

    private Expression part(Variable unit, int number) {
        return load(units, add(multiply(integer(4), unit.read()), number), Place.Access.PLAIN);
    }

    /** Four words of a segment, into the block's memory. */
    private void stage(
            Body body, Memory.Shared to, Variable segment, Variable i, Variable any, Variable all, String name) {
        Memory.Register words = body.declareArray(name, ScalarType.U32, List.of(4));
        Expression from = add(multiply(integer(WORDS), segment.read()), i.read());
        body.copy(4, element(words, integer(0)), element(reached, from, Place.Access.PLAIN));
        body.copy(4, element(to, i.read()), element(words, integer(0)));
        for (int w = 0; w < 4; w++) {
            body.set(any, bitOr(any.read(), load(words, integer(w))));
            body.set(all, bitAnd(all.read(), load(words, integer(w))));
        }
    }

    private void look(Body body, Variable i) {
        Memory.Register some = body.declareArray("some", ScalarType.U32, List.of(PairCells.STEP));
        body.copy(PairCells.STEP, element(some, integer(0)), element(pairs, i.read(), Place.Access.PLAIN));
        body.each("p", PairCells.STEP, (each, p) -> {
            Variable pair = each.let("pair", load(some, p.read()));
            Variable u =
                    each.let("u", convert(ScalarType.I32, shiftRight(pair.read(), integer(PairCells.SEGMENT_BITS))));
            Variable v = each.let("v", convert(ScalarType.I32, bitAnd(pair.read(), bits(PairCells.SEGMENT - 1L))));
            Variable x = each.let("x", shiftRight(load(tails, Grid.word(u.read())), within(u)));
            Variable y = each.let("y", shiftRight(load(heads, Grid.word(v.read())), within(v)));
            Expression differ = bitAnd(binary(Infix.XOR, x.read(), y.read()), bits(1));
            each.when(
                    notEqual(differ, bits(0)),
                    one -> one.when(
                            notEqual(bitAnd(y.read(), bits(1)), bits(0)),
                            back -> back.evaluate(atomic(
                                    Expression.Update.OR, element(newTails, Grid.word(u.read())), Grid.bit(u.read()))),
                            forth -> forth.evaluate(atomic(
                                    Expression.Update.OR,
                                    element(newHeads, Grid.word(v.read())),
                                    Grid.bit(v.read())))));
        });
    }

    private static Expression within(Variable vertex) {
        return bitAnd(vertex.read(), integer(Integer.SIZE - 1L));
    }

    private void merge(Body body, Memory.Shared from, Variable segment, Variable w, String name) {
        Variable found = body.let(name, load(from, w.read()));
        body.when(notEqual(found.read(), bits(0)), some -> {
            some.set(element(from, w.read()), bits(0));
            Place.Global word =
                    element(next, add(multiply(integer(WORDS), segment.read()), w.read()), Place.Access.RELAXED);
            some.when(
                    notEqual(bitAnd(found.read(), complement(new Expression.Read(word))), bits(0)),
                    fresh -> fresh.evaluate(atomic(Expression.Update.OR, word, found.read())));
        });
    }

    /** Writes the level of the vertices that were reached. */
    private void settle(Body body, Grid grid, Variable now) {
        Variable count = body.declare("count", ScalarType.I32, integer(0));
        body.when(equal(grid.thread().read(), integer(0)), one -> one.set(element(number, integer(0)), integer(0)));
        body.barrier();
        Expression words = multiply(integer(WORDS), segments.read());
        body.loop("w", grid.me().read(), words, grid.all().read(), 1, (each, w) -> {
            Variable old = each.let("old", load(reached, w.read(), Place.Access.PLAIN));
            Variable fresh = each.declare(
                    "fresh", ScalarType.U32, bitAnd(load(next, w.read(), Place.Access.PLAIN), complement(old.read())));
            each.when(notEqual(fresh.read(), bits(0)), some -> {
                some.set(element(reached, w.read(), Place.Access.PLAIN), bitOr(old.read(), fresh.read()));
                some.set(count, add(count.read(), call(Intrinsic.POPULATION, ScalarType.U32, fresh.read())));
                some.set(
                        element(
                                touched,
                                add(now.read(), segment(multiply(integer(Integer.SIZE), w.read()))),
                                Place.Access.RELAXED),
                        integer(1));
                some.whileHolds(notEqual(fresh.read(), bits(0)), bit -> {
                    Expression vertex = add(
                            multiply(integer(Integer.SIZE), w.read()),
                            call(Intrinsic.TRAILING_ZEROS, ScalarType.U32, fresh.read()));
                    bit.set(element(values, vertex, Place.Access.PLAIN), convert(relaxation.type(), level.read()));
                    bit.set(fresh, bitAnd(fresh.read(), subtract(fresh.read(), bits(1))));
                });
            });
        });
        Variable together = body.let("together", new Expression.Reduced(Expression.Update.ADD, count.read()));
        body.when(
                binary(Infix.AND_THEN, equal(grid.lane().read(), integer(0)), notEqual(together.read(), integer(0))),
                one -> one.evaluate(atomic(Expression.Update.ADD, element(number, integer(0)), together.read())));
        body.barrier();
        body.when(
                binary(
                        Infix.AND_THEN,
                        equal(grid.thread().read(), integer(0)),
                        notEqual(load(number, integer(0)), integer(0))),
                one -> one.evaluate(control.add(Control.Tally.CHANGED, step.read(), load(number, integer(0)))));
    }
}
