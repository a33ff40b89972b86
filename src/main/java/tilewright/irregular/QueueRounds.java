package tilewright.irregular;

import static tilewright.kernel.Expressions.BLOCK;
import static tilewright.kernel.Expressions.add;
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
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
import java.util.List;
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
import tilewright.kernel.Variable;

/**
 * A fixpoint in one launch, pushed from a queue of the vertices that changed. In a step every block takes its share of the queue. Where the share is small, the block goes on by itself for
 * some rounds, from a list in its own memory, before it waits for the others: a graph of large diameter has many steps, each of few arcs, and what
 * they take is waiting. With a window, vertices whose values lie beyond it wait in a pile until nothing is left in the queue; then the window moves on
 * (near and far piles: Davidson, Baxter, Garland and Owens, IPDPS 2014).
 *
 * <p>Legal by the laws of chaotic iteration (T1), by which blocks may go on with values that others have improved meanwhile, and of silent iterations (T4). Arcs need no
 * order; which vertices wait is a matter of order alone (T5 makes it worthwhile: no value is better than the one that it is made of).
 * Arcs need no way back: the graph may be directed.
 */
final class QueueRounds {
    static final int THREADS = 512;
    /** Entries of the queue that a block takes together; a share of no more goes on in rounds. */
    static final int BATCH = 128;
    /** A block takes at least so many entries: where there are fewer, it works alone. */
    static final int LEAST = 32;

    private final Schedule.Queue shape;
    private final RowWork work;
    private final WorkQueue.Starts starts = WorkQueue.Starts.declare();
    private final Memory.Global startValues;
    private final Memory.Global first = new Memory.Global("first", ScalarType.I32, false);
    private final Variable count = Variable.integer("vertices");
    private final StepQueue queue = new StepQueue(first);
    private final WaitingPile pile;
    private final OwnList own = new OwnList();

    /** @param neutral the value of vertices that nothing leads to */
    QueueRounds(Relaxation relaxation, Expression neutral, Schedule.Queue shape) {
        this.shape = shape;
        this.work = RowWork.of(relaxation, neutral, false);
        this.startValues = new Memory.Global("start_values", relaxation.type(), false);
        this.pile = new WaitingPile(work, queue, count);
    }

    private boolean windowed() {
        return shape.window() > 0;
    }

    Program program(String name, List<String> header) {
        Variable places = Variable.integer("places");
        List<Program.Allocation> arrays = new ArrayList<>();
        arrays.add(Persistent.callers(first, add(count.read(), 1)));
        arrays.add(Persistent.callers(
                work.arcs().memory(), multiply(integer(work.arcs().width()), places.read())));
        arrays.add(Persistent.callers(starts.vertices(), starts.count().read()));
        arrays.add(Persistent.callers(startValues, starts.count().read()));
        arrays.add(Persistent.callers(work.values(), count.read()));
        arrays.addAll(queue.allocations(count));
        List<Memory.Global> piles = windowed() ? pile.memory() : List.of();
        if (windowed()) {
            arrays.addAll(pile.allocations());
        }
        arrays.add(Persistent.scratch(queue.tallies(), integer(Control.elements())));
        Function function = Persistent.function(
                "queue_rounds",
                "A fixpoint from a queue; a block whose share is small goes on by itself for some rounds.",
                new Function.Kind.Kernel(THREADS, shape.blocks()),
                windowed()
                        ? List.of(count, queue.room(), starts.count(), pile.windowBits())
                        : List.of(count, queue.room(), starts.count()),
                Stream.of(
                                Stream.of(first, work.arcs().memory(), starts.vertices(), startValues, work.values()),
                                queue.memory().stream(),
                                piles.stream(),
                                Stream.of(queue.tallies()))
                        .flatMap(s -> s)
                        .toList(),
                own.memory(),
                Body.of(this::write));
        return Persistent.program(name, header, List.of(places), arrays, function);
    }

    private void write(Body body) {
        Grid grid = Grid.declare(body, THREADS);
        fill(body, grid);
        body.gridBarrier();
        queue.firstStep(body);
        start(body, grid);
        body.gridBarrier();
        Variable items = body.declare("items", ScalarType.I32, queue.items());
        if (windowed()) {
            windows(body, grid, items);
            return;
        }
        body.whileHolds(greater(items.read(), integer(0)), each -> {
            queue.nextStep(each);
            share(each, grid, items);
            queue.endStep(each, grid);
            each.set(items, queue.items());
        });
    }

    /** As long as anything is queued, it is pushed; then the window moves on to what waits. */
    private void windows(Body body, Grid grid, Variable items) {
        Variable far = body.declare("far", ScalarType.I32, pile.size());
        Variable wide = body.declare("wide", work.relaxation().type(), pile.width());
        body.whileHolds(
                binary(Infix.OR_ELSE, greater(items.read(), integer(0)), greater(far.read(), integer(0))), each -> {
                    queue.nextStep(each);
                    Variable moved = each.let("moved", equal(items.read(), integer(0)));
                    each.when(moved.read(), on -> pile.move(on, grid, far, wide), push -> share(push, grid, items));
                    queue.endStep(each, grid);
                    each.set(items, queue.items());
                    each.set(far, pile.size());
                    each.comment("A window in which nobody waits is too narrow.");
                    each.when(
                            binary(Infix.AND_THEN, moved.read(), equal(items.read(), integer(0))),
                            wider -> wider.set(wide, add(wide.read(), wide.read())),
                            same -> same.set(wide, pile.width()));
                });
    }

    private void fill(Body body, Grid grid) {
        body.loop("v", grid.me().read(), count.read(), grid.all().read(), 1, (each, v) -> {
            each.set(element(work.values(), v.read(), Place.Access.PLAIN), work.neutral());
            queue.clear(each, v);
            if (windowed()) {
                pile.clear(each, v);
            }
        });
        if (windowed()) {
            pile.start(body, grid, starts, startValues);
        }
        queue.clearTallies(body, grid);
    }

    private void start(Body body, Grid grid) {
        Expression from = multiply(integer(Grid.WARP), grid.warp().read());
        Expression by = multiply(integer(Grid.WARP), grid.warps().read());
        body.loop("s0", from, starts.count().read(), by, 1, (each, s0) -> {
            Variable s = each.let("s", add(s0.read(), grid.lane().read()));
            StepQueue.Found found = StepQueue.Found.declare(each);
            each.when(less(s.read(), starts.count().read()), one -> {
                one.set(found.vertex(), load(starts.vertices(), s.read(), Place.Access.PLAIN));
                one.set(
                        element(work.values(), found.vertex().read(), Place.Access.RELAXED),
                        load(startValues, s.read(), Place.Access.PLAIN));
                queue.row(one, found);
                one.set(found.fresh(), integer(1));
            });
            queue.enqueue(each, grid, found);
        });
    }

    /** What a block does in a step. */
    private void share(Body body, Grid grid, Variable items) {
        Expression blocks = convert(ScalarType.I32, new Expression.Own(Expression.Coordinate.BLOCKS));
        Variable all = body.let("all_blocks", blocks);
        Variable part = body.let(
                "part",
                call(
                        Intrinsic.MAX,
                        ScalarType.I32,
                        integer(LEAST),
                        binary(Infix.DIV, add(items.read(), subtract(all.read(), integer(1))), all.read())));
        Variable from = body.let("from", multiply(part.read(), BLOCK));
        Variable end =
                body.let("end", call(Intrinsic.MIN, ScalarType.I32, items.read(), add(from.read(), part.read())));
        Variable most = body.let(
                "most",
                select(lessEqual(part.read(), integer(BATCH)), integer(Math.max(1, shape.rounds())), integer(1)));
        body.loop("b", from.read(), end.read(), integer(BATCH), 1, (each, b) -> {
            each.barrier();
            own.clear(each, grid);
            each.barrier();
            take(each, grid, b, end);
            each.barrier();
            rounds(each, grid, most);
        });
    }

    /** Entries of the queue become the first round; they fit. */
    private void take(Body body, Grid grid, Variable b, Variable end) {
        Variable i = body.let("i", add(b.read(), grid.thread().read()));
        Expression has = binary(Infix.AND_THEN, less(grid.thread().read(), integer(BATCH)), less(i.read(), end.read()));
        body.when(has, one -> {
            StepQueue.Entry entry = queue.entry(one, i);
            own.first(
                    one,
                    entry,
                    one.let(
                            "bits",
                            work.bits(work.relaxation()
                                    .read(work.values(), entry.vertex().read()))));
        });
    }

    private void rounds(Body body, Grid grid, Variable most) {
        Variable round = body.declare("round", ScalarType.I32, integer(0));
        Variable here = body.declare("here", ScalarType.I32, own.arcsOf(integer(0)));
        body.whileHolds(greater(here.read(), integer(0)), each -> {
            each.comment("A round: arcs of the block's own list, those of all its vertices dealt out evenly.");
            Variable turn = each.let("turn", bitAnd(round.read(), integer(1)));
            Variable last = each.let("last_round", lessEqual(most.read(), add(round.read(), 1)));
            each.when(equal(grid.thread().read(), integer(0)), one -> own.clearAfter(one, round));
            Expression from = subtract(grid.thread().read(), grid.lane().read());
            each.loop("k0", from, here.read(), integer(THREADS), 1, (part, k0) -> {
                Variable k = part.let("k", add(k0.read(), grid.lane().read()));
                StepQueue.Found found = StepQueue.Found.declare(part);
                Variable later = part.declare("later", ScalarType.I32, integer(0));
                Variable owner = part.declare("owner", ScalarType.I32, integer(-1));
                part.when(less(k.read(), here.read()), in -> in.set(owner, own.owner(turn, k)));
                part.when(
                        lessEqual(integer(0), owner.read()),
                        one -> offer(one, own.own(one, turn, owner, k), found, later, round, last));
                queue.enqueue(part, grid, found);
                if (windowed()) {
                    pile.toPile(part, grid, found.vertex(), later);
                }
            });
            each.barrier();
            each.set(round, add(round.read(), 1));
            each.set(here, own.arcsOf(round.read()));
        });
    }

    /** An arc makes its offer; what it improves joins the block's next round where there is room. */
    private void offer(
            Body body, OwnList.Own listed, StepQueue.Found found, Variable later, Variable round, Variable last) {
        ArcMemory.Loaded arc = work.arcs().load(body, "arc", listed.arc());
        Variable source = body.let(
                "source", work.relaxation().read(work.values(), listed.vertex().read()));
        // Who made it better since then has queued it again.
        body.when(equal(work.bits(source.read()), listed.bits()), newest -> {
            newest.set(found.vertex(), arc.head(integer(0)));
            Variable made = newest.let("found", work.made(source.read(), arc.weight(integer(0))));
            Expression now =
                    work.relaxation().read(work.values(), found.vertex().read());
            newest.when(work.relaxation().better(made.read(), now), maybe -> {
                queue.row(maybe, found);
                Variable before = maybe.let(
                        "before",
                        work.relaxation().improve(work.values(), found.vertex().read(), made.read()));
                Expression better =
                        binary(work.relaxation().least() ? Infix.LT : Infix.GT, work.bits(made.read()), before.read());
                Expression leads = greater(found.degree().read(), integer(0));
                maybe.when(binary(Infix.AND_THEN, better, leads), fresh -> {
                    if (windowed()) {
                        fresh.when(
                                pile.isNear(made.read()),
                                near -> next(near, found, made, round, last),
                                far -> pile.wait(far, found, later));
                    } else {
                        next(fresh, found, made, round, last);
                    }
                });
            });
        });
    }

    private void next(Body body, StepQueue.Found found, Variable made, Variable round, Variable last) {
        body.set(found.fresh(), integer(1));
        Expression small = lessEqual(found.degree().read(), integer(StepQueue.PIECE));
        body.when(
                binary(Infix.AND_THEN, equal(last.read(), integer(0)), small),
                joined -> own.join(joined, found, work.bits(made.read()), round));
    }
}
