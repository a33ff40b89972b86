package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.TimeTile;

/** Time tiles broken on purpose: the check refuses each and says why, and where values show it, so does the program. */
@Execution(ExecutionMode.CONCURRENT)
class BrokenTimeTileTest {
    private static final List<Long> SIZES = List.of(9L, 13L, 23L);

    @TempDir
    Path folder;

    static Stream<Plan> plans() {
        return TimeTiles.all();
    }

    @ParameterizedTest
    @MethodSource("plans")
    void theCheckProvesWhatTheTilerMakes(Plan plan) {
        assertInstanceOf(PlanCheck.Result.Proved.class, check(plan));
    }

    @TestFactory
    Stream<DynamicTest> theCheckRefuses() {
        return Stream.of(
                refused("a halo one too small", "the halo is too small", BrokenTimeTileTest::narrower),
                refused("an iteration too many", "the halo is too small", BrokenTimeTileTest::longer),
                refused("a stride larger than the tile", "no block owns", BrokenTimeTileTest::apart),
                refused("a block too few", "no block owns", BrokenTimeTileTest::fewerBlocks),
                refused("a block's own elements counted twice", "two blocks own", BrokenTimeTileTest::overlapping),
                refused("values kept in place", "is not carried on", BrokenTimeTileTest::inPlace),
                refused("copies that never change", "blocks do not hold to change it", BrokenTimeTileTest::constant),
                refused("one launch too many", "can be odd", p -> launches(p, 1)),
                refused("launches counted from one", "no launch runs S", BrokenTimeTileTest::fromOne),
                refused("copies chosen by another loop", "copies do not alternate", BrokenTimeTileTest::otherTurn),
                refused("neighbours not handed over", "do not hand each other", BrokenTimeTileTest::silent),
                refused("statements the other way", "", p -> statements(p, List::reversed)),
                refused("a statement left out", "no launch runs S", p -> statements(p, s -> s.subList(0, 1))),
                refused("guards left out", "interior blocks", p -> interior(p, Condition.TRUE)),
                refused("a result stored by every launch", "is not the last one", BrokenTimeTileTest::alwaysEnds),
                refused("another offset", "is not the element at", BrokenTimeTileTest::moved));
    }

    /** Blocks that go plane by plane, of which the first and the last own what lies at the ends of arrays. */
    @TestFactory
    Stream<DynamicTest> theCheckRefusesBoxesThatMissTheEnds() {
        return Stream.of(
                missing("a block too few at the end", "no block owns", d -> ends(d, d.base(), -1, true)),
                missing("elements of two blocks", "two blocks own", BrokenTimeTileTest::wider),
                missing(
                        "boxes that begin behind the first element",
                        "no block owns",
                        d -> ends(d, d.base().plus(1), 0, true)),
                missing("first and last elements of nobody", "no block owns", d -> ends(d, d.base(), 0, false)),
                missing("a box that ends early", "the halo is too small", BrokenTimeTileTest::shorter));
    }

    /** Each launch is a sweep of its own. */
    @TestFactory
    Stream<DynamicTest> theCheckRefusesSweeps() {
        return Stream.of(
                swept(
                        "values carried on",
                        "nothing counts the launches that carry c on",
                        p -> arrays(p, a -> inSweep(a, "c", TimeTile.Transfer.CARRIED, a.neighbours()))),
                swept(
                        "values that were there before",
                        "is not carried on",
                        p -> arrays(p, a -> inSweep(a, "c", TimeTile.Transfer.RECOMPUTED, a.neighbours()))),
                swept(
                        "neighbours of what changes in place",
                        "while others read it",
                        p -> arrays(p, a -> inSweep(a, "c", a.transfer(), List.of(List.of(0, 0, 1))))),
                swept(
                        "what is read after it has changed",
                        "after it has changed in place",
                        p -> arrays(p, a -> inSweep(a, "b", TimeTile.Transfer.IN_PLACE, a.neighbours()))),
                swept("a halo one too small", "the halo is too small", BrokenTimeTileTest::narrower),
                swept(
                        "two iterations",
                        "runs iterations of S1 twice",
                        p -> time(
                                p,
                                t -> new TimeTile.Time(
                                        t.variable(), t.first(), t.last().plus(1), t.turn(), t.ends()))),
                swept(
                        "results that no launch stores",
                        "launches that store nothing",
                        p -> time(
                                p,
                                t -> new TimeTile.Time(t.variable(), t.first(), t.last(), t.turn(), Condition.FALSE))));
    }

    private static DynamicTest swept(String name, String words, UnaryOperator<Plan> fault) {
        return refused(name, words, TimeTiles.sweep(), fault);
    }

    private static TimeTile.HeldArray inSweep(
            TimeTile.HeldArray array, String which, TimeTile.Transfer transfer, List<List<Integer>> neighbours) {
        return array.array().equals(which)
                ? new TimeTile.HeldArray(array.array(), transfer, array.written(), neighbours)
                : array;
    }

    private static DynamicTest missing(String name, String words, UnaryOperator<TimeTile.Dimension> fault) {
        return DynamicTest.dynamicTest(name, () -> {
            Plan broken = tile(TimeTiles.planes(), t -> {
                List<TimeTile.Dimension> dimensions = new ArrayList<>(t.dimensions());
                dimensions.set(1, fault.apply(dimensions.get(1)));
                return new TimeTile(t.role(), t.time(), dimensions, Condition.FALSE, t.arrays(), t.statements());
            });
            PlanCheck.Result.Violated violated = assertInstanceOf(PlanCheck.Result.Violated.class, check(broken));
            assertTrue(violated.message().contains(words), violated.message());
        });
    }

    private static TimeTile.Dimension ends(TimeTile.Dimension d, Affine base, int more, boolean whole) {
        return new TimeTile.Dimension(
                d.variable(),
                base,
                d.extent(),
                d.low(),
                d.own(),
                d.thread(),
                d.block(),
                d.lastBlock().plus(more),
                whole);
    }

    private static TimeTile.Dimension wider(TimeTile.Dimension d) {
        return new TimeTile.Dimension(
                d.variable(),
                d.base(),
                d.extent(),
                d.low(),
                d.own() + 1,
                d.thread(),
                d.block(),
                d.lastBlock(),
                d.whole());
    }

    private static TimeTile.Dimension shorter(TimeTile.Dimension d) {
        return new TimeTile.Dimension(
                d.variable(),
                d.base(),
                d.extent() - 1,
                d.low(),
                d.own(),
                1,
                d.block(),
                d.lastBlock().plus(1),
                d.whole());
    }

    @Test
    void runningThePlanShowsTheNarrowHalo() throws IOException {
        differs("narrower", narrower(plan()));
    }

    @Test
    void runningThePlanShowsTheLargeStride() throws IOException {
        differs("apart", apart(plan()));
    }

    @Test
    void runningThePlanShowsTheWrongBuffer() throws IOException {
        // Five, seven and eleven launches: all iterations, but results are in the second copies.
        differs("odd", launches(plan(), -1));
    }

    private static DynamicTest refused(String name, String words, UnaryOperator<Plan> fault) {
        return refused(name, words, plan(), fault);
    }

    private static DynamicTest refused(String name, String words, Plan right, UnaryOperator<Plan> fault) {
        return DynamicTest.dynamicTest(name, () -> {
            PlanCheck.Result result = check(fault.apply(right));
            PlanCheck.Result.Violated violated = assertInstanceOf(PlanCheck.Result.Violated.class, result);
            assertTrue(violated.message().contains(words), violated.message());
        });
    }

    private static PlanCheck.Result check(Plan plan) {
        try (Context context = new Context()) {
            return new PlanCheck(DependenceAnalysis.analyze(context, plan.written())).check(plan);
        }
    }

    private void differs(String name, Plan broken) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        assertThrows(AssertionError.class, () -> Comparison.ofProgram(broken, own, SIZES));
    }

    private static Plan plan() {
        return TimeTiles.plan("jacobi-2d", "2x4x4", "1x1x1");
    }

    private static Plan host(Plan plan, UnaryOperator<HostStep.HostLoop> change) {
        HostStep.HostLoop loop =
                assertInstanceOf(HostStep.HostLoop.class, plan.host().getFirst());
        return new Plan(plan.nest(), plan.candidate(), plan.family(), plan.rule(), List.of(change.apply(loop)));
    }

    private static Plan tile(Plan plan, UnaryOperator<TimeTile> change) {
        List<HostStep> host = HostStep.map(
                plan.host(), l -> l.with(List.of(change.apply(l.timeTile().orElseThrow()))));
        return new Plan(plan.nest(), plan.candidate(), plan.family(), plan.rule(), host);
    }

    private static Plan time(Plan plan, UnaryOperator<TimeTile.Time> change) {
        return tile(
                plan,
                t -> new TimeTile(
                        t.role(), change.apply(t.time()), t.dimensions(), t.interior(), t.arrays(), t.statements()));
    }

    private static Plan first(Plan plan, UnaryOperator<TimeTile.Dimension> change) {
        return tile(plan, t -> {
            List<TimeTile.Dimension> dimensions = new ArrayList<>(t.dimensions());
            dimensions.set(0, change.apply(dimensions.getFirst()));
            return new TimeTile(t.role(), t.time(), dimensions, t.interior(), t.arrays(), t.statements());
        });
    }

    private static Plan arrays(Plan plan, UnaryOperator<TimeTile.HeldArray> change) {
        return tile(
                plan,
                t -> new TimeTile(
                        t.role(),
                        t.time(),
                        t.dimensions(),
                        t.interior(),
                        t.arrays().stream().map(change).toList(),
                        t.statements()));
    }

    private static Plan statements(Plan plan, UnaryOperator<List<TimeTile.TimedStatement>> change) {
        return tile(
                plan,
                t -> new TimeTile(
                        t.role(), t.time(), t.dimensions(), t.interior(), t.arrays(), change.apply(t.statements())));
    }

    private static Plan interior(Plan plan, Condition interior) {
        return tile(plan, t -> new TimeTile(t.role(), t.time(), t.dimensions(), interior, t.arrays(), t.statements()));
    }

    private static Plan narrower(Plan plan) {
        return first(
                plan,
                d -> new TimeTile.Dimension(
                        d.variable(),
                        d.base().plus(1),
                        d.extent() - 1,
                        d.low() - 1,
                        d.own(),
                        d.thread(),
                        d.block(),
                        d.lastBlock(),
                        d.whole()));
    }

    private static Plan apart(Plan plan) {
        return first(plan, d -> based(d, d.base().plus(Affine.variable(d.block()))));
    }

    private static TimeTile.Dimension based(TimeTile.Dimension d, Affine base) {
        return new TimeTile.Dimension(
                d.variable(), base, d.extent(), d.low(), d.own(), d.thread(), d.block(), d.lastBlock(), d.whole());
    }

    private static Plan fewerBlocks(Plan plan) {
        return first(
                plan,
                d -> new TimeTile.Dimension(
                        d.variable(),
                        d.base(),
                        d.extent(),
                        d.low(),
                        d.own(),
                        d.thread(),
                        d.block(),
                        d.lastBlock().plus(-1),
                        d.whole()));
    }

    private static Plan overlapping(Plan plan) {
        return first(
                plan,
                d -> new TimeTile.Dimension(
                        d.variable(),
                        d.base(),
                        d.extent(),
                        d.low(),
                        d.own() + 1,
                        d.thread(),
                        d.block(),
                        d.lastBlock(),
                        d.whole()));
    }

    /** The box of blocks for two iterations, run for three. */
    private static Plan longer(Plan plan) {
        TimeTile box = plan.launches().getFirst().timeTile().orElseThrow();
        return tile(
                TimeTiles.plan("jacobi-2d", "3x4x4", "1x1x1"),
                t -> new TimeTile(t.role(), t.time(), box.dimensions(), box.interior(), t.arrays(), t.statements()));
    }

    private static Plan alwaysEnds(Plan plan) {
        return time(plan, t -> new TimeTile.Time(t.variable(), t.first(), t.last(), t.turn(), Condition.TRUE));
    }

    private static Plan inPlace(Plan plan) {
        return arrays(plan, a -> transferred(a, TimeTile.Transfer.RECOMPUTED));
    }

    private static Plan constant(Plan plan) {
        return arrays(plan, a -> transferred(a, TimeTile.Transfer.READ_ONLY));
    }

    private static TimeTile.HeldArray transferred(TimeTile.HeldArray array, TimeTile.Transfer transfer) {
        return new TimeTile.HeldArray(array.array(), transfer, array.written(), array.neighbours());
    }

    private static Plan silent(Plan plan) {
        return arrays(
                plan,
                a -> new TimeTile.HeldArray(
                        a.array(),
                        a.transfer(),
                        a.written(),
                        a.neighbours().stream().skip(1).toList()));
    }

    private static Plan launches(Plan plan, int more) {
        return host(
                plan,
                l -> new HostStep.HostLoop(l.variable(), l.first(), l.last().plus(more), l.body()));
    }

    private static Plan fromOne(Plan plan) {
        return host(plan, l -> new HostStep.HostLoop(l.variable(), l.first().plus(1), l.last(), l.body()));
    }

    private static Plan otherTurn(Plan plan) {
        return time(plan, t -> new TimeTile.Time(t.variable(), t.first(), t.last(), "n", t.ends()));
    }

    private static Plan moved(Plan plan) {
        return statements(
                plan,
                all -> all.stream()
                        .map(s -> {
                            Map<Integer, List<Integer>> offsets = new HashMap<>(s.offsets());
                            List<List<Integer>> rotated = new ArrayList<>();
                            List<Integer> reads = offsets.keySet().stream()
                                    .filter(i -> i > 1)
                                    .sorted()
                                    .toList();
                            reads.forEach(i -> rotated.add(offsets.get(i)));
                            Collections.rotate(rotated, 1);
                            for (int i = 0; i < reads.size(); i++) {
                                offsets.put(reads.get(i), rotated.get(i));
                            }
                            return new TimeTile.TimedStatement(
                                    s.statement(), s.coordinates(), s.domain(), s.bulk(), offsets);
                        })
                        .toList());
    }
}
