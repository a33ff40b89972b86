package tilewright.irregular;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.atomic;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.bitOr;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.greater;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.load;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.not;
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.shiftLeft;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
 * All levels in one launch: first the arcs out of the vertices of the last level are pushed, from a queue; once these have many arcs, every vertex
 * that is not reached yet looks for one that is (direction-optimising: Beamer, Asanovic and Patterson, SC 2012). Reached vertices are bits. Legal by the law of levels (T3): the rows are
 * those of the arcs that lead to a vertex, all start values are equal, and an arc adds a constant.
 */
final class Levels {
    static final int THREADS = 512;
    private final Relaxation relaxation;
    private final Expression neutral;
    private final Schedule.ByLevels shape;
    private final Rows rows = Rows.declare();
    private final Control control = new Control(integer(0));
    private final Rows out;
    private final WorkQueue queue;
    private final Memory.Global heads = new Memory.Global("heads", ScalarType.I32, false);
    /** Where arcs lead by where they come from: what is pushed. */
    private final Memory.Global leaving;

    private final Memory.Global values;
    private final WorkQueue.Starts starts = WorkQueue.Starts.declare();
    private final Memory.Global reached = new Memory.Global("reached", ScalarType.U32, true);
    private final Variable startValue = Variable.integer("start_value");
    private final Variable pushArcs = Variable.integer("push_arcs");
    private final Variable markArcs = Variable.integer("mark_arcs");
    private final Variable half = Variable.integer("half");
    private final Variable level;
    private final Variable step = Variable.integer("step");
    private final LevelPull pulled;

    /**
     * @param neutral the value of vertices that are not reached
     * @param directed whether what is pushed has rows of its own
     */
    Levels(Relaxation relaxation, Expression neutral, Schedule.ByLevels shape, boolean directed) {
        this.out = directed ? rows.leaving() : rows;
        this.queue = new WorkQueue(out, control);
        this.leaving = directed ? new Memory.Global("out_heads", ScalarType.I32, false) : heads;
        this.relaxation = relaxation;
        this.neutral = neutral;
        this.shape = shape;
        this.values = new Memory.Global("values", relaxation.type(), true);
        this.level = new Variable("level", relaxation.type().promoted());
        this.pulled = new LevelPull(relaxation.type(), shape, rows, heads, values, reached, half, queue, control);
    }

    Program program(String name, List<String> header) {
        Expression vertices = multiply(integer(Grid.WARP), rows.words().read());
        Variable places = Variable.integer("places");
        List<Program.Allocation> arrays = new ArrayList<>();
        arrays.add(Persistent.callers(rows.first(), add(vertices, 1)));
        arrays.add(Persistent.callers(rows.slices(), add(rows.words().read(), 1)));
        arrays.add(Persistent.callers(heads, places.read()));
        List<Variable> sizes = new ArrayList<>(List.of(places));
        if (out.plain()) {
            Variable pushed = Variable.integer("out_places");
            sizes.add(pushed);
            arrays.add(Persistent.callers(out.first(), add(vertices, 1)));
            arrays.add(Persistent.callers(leaving, pushed.read()));
        }
        arrays.add(Persistent.callers(starts.vertices(), starts.count().read()));
        arrays.add(Persistent.callers(values, vertices));
        arrays.add(Persistent.scratch(reached, multiply(integer(2), half.read())));
        arrays.addAll(queue.allocations());
        arrays.add(Persistent.scratch(control.memory(), integer(Control.elements())));
        return Persistent.program(name, header, sizes, arrays, function());
    }

    private Function function() {
        return Persistent.function(
                "levels",
                "All levels: from a queue while few arcs leave the last one, then by those that are not reached.",
                new Function.Kind.Kernel(THREADS, shape.blocks()),
                Stream.concat(
                                rows.sizes().stream(),
                                Stream.of(starts.count(), startValue, pushArcs, markArcs, half, queue.room()))
                        .toList(),
                Stream.of(
                                rows.memory().stream(),
                                out.plain() ? Stream.of(out.first(), leaving) : Stream.<Memory.Global>of(),
                                Stream.of(heads, starts.vertices(), values, reached),
                                queue.memory().stream(),
                                Stream.of(control.memory()))
                        .flatMap(s -> s)
                        .toList(),
                queue.shared(),
                Body.of(this::write));
    }

    private void write(Body body) {
        Grid grid = Grid.declare(body, THREADS);
        fill(body, grid);
        body.gridBarrier();
        body.add(new Statement.Declare(level, startValue.read(), false));
        body.add(new Statement.Declare(step, integer(0), false));
        start(body, grid);
        body.gridBarrier();
        Variable items = told(body, "items", Control.Tally.ITEMS);
        Variable arcs = told(body, "arcs", Control.Tally.ARCS);
        Variable over = told(body, "over", Control.Tally.OVERFLOW);
        body.whileHolds(
                Stream.of(
                                greater(items.read(), integer(0)),
                                equal(over.read(), integer(0)),
                                lessEqual(arcs.read(), pushArcs.read()),
                                further())
                        .reduce((a, b) -> binary(Infix.AND_THEN, a, b))
                        .orElseThrow(),
                push -> {
                    push.comment(
                            "Push: the arcs of the vertices of the last level; a queue of those that they reach, if"
                                    + " these are few.");
                    next(push);
                    Variable queues = push.let("queues", lessEqual(arcs.read(), markArcs.read()));
                    push.when(
                            queues.read(),
                            few -> {
                                queue.reset(few, grid);
                                queue.each(
                                        few,
                                        grid,
                                        subtract(step.read(), integer(1)),
                                        items,
                                        (each, _, has, arc) -> push(each, grid, has, arc));
                                queue.flush(few, grid, step.read());
                            },
                            many -> queue.each(
                                    many,
                                    grid,
                                    subtract(step.read(), integer(1)),
                                    items,
                                    (each, _, has, arc) -> mark(each, has, arc)));
                    control.clear(
                            push,
                            grid,
                            subtract(step.read(), integer(1)),
                            List.of(Control.Tally.ITEMS, Control.Tally.ARCS, Control.Tally.OVERFLOW));
                    push.gridBarrier();
                    push.set(items, control.read(Control.Tally.ITEMS, step.read()));
                    push.set(arcs, control.read(Control.Tally.ARCS, step.read()));
                    push.set(over, bitOr(not(queues.read()), control.read(Control.Tally.OVERFLOW, step.read())));
                });
        Variable open = body.declare(
                "open", ScalarType.I32, binary(Infix.OR_ELSE, greater(items.read(), integer(0)), notZero(over.read())));
        Variable now = body.declare("now", ScalarType.I32, integer(0));
        body.whileHolds(binary(Infix.AND_THEN, open.read(), further()), pull -> {
            pull.comment("Pull: every vertex that is not reached looks for one that is.");
            next(pull);
            pulled.write(pull, grid, level, step, now);
            control.clear(pull, grid, subtract(step.read(), integer(1)), List.of(Control.Tally.CHANGED));
            pull.gridBarrier();
            pull.set(open, control.read(Control.Tally.CHANGED, step.read()));
            pull.set(now, subtract(half.read(), now.read()));
        });
    }

    /** The level after this one is better than not being reached. */
    private Expression further() {
        return relaxation.better(after(), neutral);
    }

    private Expression after() {
        return Substitution.of(relaxation.value(), Map.of(relaxation.from(), level.read()));
    }

    private void next(Body body) {
        body.set(level, after());
        body.set(step, add(step.read(), 1));
    }

    private Variable told(Body body, String name, Control.Tally tally) {
        return body.declare(name, ScalarType.I32, control.read(tally, step.read()));
    }

    private static Expression notZero(Expression e) {
        return tilewright.kernel.Expressions.notEqual(e, integer(0));
    }

    private static Expression bits(long value) {
        return new Expression.IntegerLiteral(ScalarType.U32, value);
    }

    /**
     * All vertices have the value of those that nothing reaches, a line of memory at a time.
     *
     * @param vertices a multiple of as many values as a line has
     */
    static void unreached(
            Body body,
            Grid grid,
            Relaxation relaxation,
            Memory.Global values,
            Expression neutral,
            Expression vertices) {
        int width = Function.SharedMemory.ALIGNMENT / relaxation.type().bytes();
        Memory.Register none = body.declareArray("none", relaxation.type(), List.of(width));
        body.each("e", width, (each, e) -> each.set(element(none, e.read()), neutral));
        body.loop(
                "i",
                multiply(grid.me().read(), integer(width)),
                vertices,
                multiply(grid.all().read(), integer(width)),
                1,
                (each, i) ->
                        each.copy(width, element(values, i.read(), Place.Access.PLAIN), element(none, integer(0))));
    }

    /** Nothing is reached. The bits of vertices that do not exist are set, but for those of the word behind the last. */
    private void fill(Body body, Grid grid) {
        unreached(
                body,
                grid,
                relaxation,
                values,
                neutral,
                multiply(integer(Grid.WARP), rows.words().read()));
        Expression last = bitAnd(rows.count().read(), integer(Grid.WARP - 1L));
        body.loop("w", grid.me().read(), half.read(), grid.all().read(), 1, (each, w) -> {
            Expression partial =
                    binary(Infix.AND_THEN, equal(w.read(), subtract(rows.words().read(), integer(1))), notZero(last));
            each.set(
                    element(reached, w.read(), Place.Access.PLAIN),
                    select(partial, shiftLeft(bits(0xffffffffL), last), bits(0)));
            each.set(element(reached, add(half.read(), w.read()), Place.Access.PLAIN), bits(0));
        });
        control.start(body, grid);
    }

    private void start(Body body, Grid grid) {
        queue.reset(body, grid);
        queue.start(body, grid, step.read(), starts, (one, _, vertex, fresh) -> mark(one, vertex, fresh));
        queue.flush(body, grid, step.read());
    }

    /** Reaches a vertex: for one thread the first time, which then writes its level. */
    private void mark(Body body, Variable vertex, Variable fresh) {
        Variable bit = body.let("bit", Grid.bit(vertex.read()));
        Place.Global word = element(reached, Grid.word(vertex.read()), Place.Access.RELAXED);
        body.when(equal(bitAnd(new Expression.Read(word), bit.read()), bits(0)), maybe -> {
            maybe.set(fresh, equal(bitAnd(atomic(Expression.Update.OR, word, bit.read()), bit.read()), bits(0)));
            maybe.when(
                    fresh.read(),
                    first -> first.set(
                            element(values, vertex.read(), Place.Access.PLAIN),
                            convert(relaxation.type(), level.read())));
        });
    }

    private void push(Body body, Grid grid, Variable has, Expression arc) {
        Variable vertex = body.declare("head", ScalarType.I32, integer(0));
        Variable fresh = body.declare("fresh", ScalarType.I32, integer(0));
        body.when(has.read(), one -> {
            one.set(vertex, load(leaving, arc, Place.Access.PLAIN));
            mark(one, vertex, fresh);
        });
        queue.gather(body, grid, step.read(), fresh, vertex);
    }

    /** Reaches the head of an arc, whoever else does: all write one value (T3). */
    private void mark(Body body, Variable has, Expression arc) {
        body.when(has.read(), one -> {
            Variable head = one.let("head", load(leaving, arc, Place.Access.PLAIN));
            Variable bit = one.let("bit", Grid.bit(head.read()));
            Place.Global word = element(reached, Grid.word(head.read()), Place.Access.RELAXED);
            one.when(equal(bitAnd(new Expression.Read(word), bit.read()), bits(0)), fresh -> {
                fresh.evaluate(atomic(Expression.Update.OR, word, bit.read()));
                fresh.set(element(values, head.read(), Place.Access.RELAXED), convert(relaxation.type(), level.read()));
            });
        });
    }
}
