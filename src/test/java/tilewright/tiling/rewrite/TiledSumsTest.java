package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

final class TiledSumsTest {
    private static final String INTERVALS = """
        param n
        real m(0:n-1,0:n-1), p(0:n)
        do i = n-1, 0, -1
          do j = i+1, n-1
            do k = i, j-1
              m(i,j) = min(m(i,j), m(i,k) + m(k+1,j) + p(i)*p(k+1)*p(j+1))
            enddo
          enddo
        enddo
        """;

    /** As in folding of RNA: updates by neighbours, then by all ways to take an interval apart. */
    private static final String FOLDING = """
        param n
        integer t(0:n-1,0:n-1), s(0:n-1)
        do i = n-1, 0, -1
          do j = i+1, n-1
            t(i,j) = max(t(i,j), t(i,j-1))
            t(i,j) = max(t(i,j), t(i+1,j-1) + s(i))
            do k = i+1, j-1
              t(i,j) = max(t(i,j), t(i,k) + t(k+1,j))
            enddo
          enddo
        enddo
        """;

    /** X A + B X = C for triangular A and B, without the divisions. */
    private static final String TWO_SIDES = """
        param n
        %s
        real x(0:n-1,0:n-1), a(0:n-1,0:n-1), b(0:n-1,0:n-1)
        do i = 0, n-1
          do j = 0, n-1
            do k = 0, i-1
              x(i,j) = x(i,j) - b(i,k)*x(k,j)
            enddo
            do k = 0, j-1
              x(i,j) = x(i,j) - x(i,k)*a(k,j)
            enddo
          enddo
        enddo
        """;

    /** Of nests' texts: what takes long is done once for all tests. */
    private static final Map<String, Plan> PLANS = new HashMap<>();

    private static final Map<String, Optional<Rewriting>> FORMS = new HashMap<>();

    @Test
    void whatOtherTilesMadeComesFirstAsAProduct() {
        LoopNest nest = rewritten(INTERVALS).orElseThrow().nest();
        Node.Loop fronts = assertInstanceOf(Node.Loop.class, nest.body().getFirst());
        assertTrue(fronts.lower().toString().startsWith("16*"), fronts.lower().toString());

        List<String> loops = fronts.body().stream().map(TiledSumsTest::ranges).toList();
        assertEquals(
                6,
                loops.size(),
                "a product for 16 fronts, for four what waits for these by other rows or own ones, for one the same,"
                        + " diagonals");
        assertTrue(loops.getFirst().contains(" 0..31 0..511 "), loops.getFirst());
        for (int product = 1; product <= 2; product++) {
            assertTrue(loops.get(product).contains(" 0..31 0..127 "), loops.get(product));
        }
        assertTrue(loops.get(1).contains("0..127 -32*t3 + 128..min("), loops.get(1));
        assertTrue(loops.get(3).contains(" 0..31 0..31 "), loops.get(3));
        assertTrue(loops.get(4).contains(" 0..31 0..31 "), loops.get(4));
        assertTrue(loops.getLast().contains(" 0..62 0..31 0..31"), loops.getLast());
    }

    @Test
    void spansHaveNoOthersInsideWhereRowsBeginInDifferentFronts() {
        LoopNest nest = rewritten(TWO_SIDES.formatted("assume associative(+)"))
                .orElseThrow()
                .nest();
        Node.Loop fronts = assertInstanceOf(Node.Loop.class, nest.body().getFirst());
        List<String> loops = fronts.body().stream().map(TiledSumsTest::ranges).toList();
        assertTrue(loops.stream().anyMatch(l -> l.contains(" 0..31 0..127 ")), loops.toString());
        assertTrue(loops.stream().noneMatch(l -> l.contains(" 0..31 0..511 ")), loops.toString());
    }

    @Test
    void everyIterationIsOfTheStatementOrOfACopy() {
        Rewriting form = rewritten(INTERVALS).orElseThrow();
        assertEquals(List.of("S1"), form.copies().values().stream().distinct().toList());
        assertEquals(
                form.nest().statements().size(),
                form.copies().size() + 1,
                "of one statement: its product, and what is left for diagonals");
        form.nest()
                .statements()
                .forEach(p -> assertEquals("S1", form.written(p.statement().id())));
    }

    @Test
    void plansAreProved() {
        for (String text : List.of(INTERVALS, FOLDING, TWO_SIDES.formatted("assume associative(+)"))) {
            try (Context context = new Context()) {
                Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("test.nest", text));
                Plan plan = plan(text, dependences);
                assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan), text);
                assertTrue(fronts(plan).body().size() >= 2, "a product for each sum, and the diagonals");
            }
        }
    }

    @Test
    void diagonalsBeforeTheirProductsAreRefused() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("test.nest", INTERVALS));
            Plan plan = plan(INTERVALS, dependences);
            HostStep.HostLoop fronts = fronts(plan);
            List<HostStep> host = new ArrayList<>(plan.host());
            host.set(host.indexOf(fronts), fronts.with(fronts.body().reversed()));
            Plan wrong = new Plan(plan.nest(), plan.candidate(), plan.family(), plan.rule(), host);

            assertInstanceOf(PlanCheck.Result.Violated.class, new PlanCheck(dependences).check(wrong));
        }
    }

    @Test
    void sumsKeepTheirOrderUnlessDeclared() {
        assertTrue(rewritten(TWO_SIDES.formatted("assume associative(+)")).isPresent());
        assertTrue(rewritten(TWO_SIDES.formatted("")).isEmpty());
    }

    @Test
    void nothingIsDoneWhereATileHasAllUpdates() {
        assertTrue(rewritten(INTERVALS.replace("do k = i, j-1", "do k = max(i, j-4), j-1"))
                .isEmpty());
    }

    /** The last loop of the host: tiles whose rows are their columns may run before it. */
    private static HostStep.HostLoop fronts(Plan plan) {
        return assertInstanceOf(HostStep.HostLoop.class, plan.host().getLast());
    }

    private static Plan plan(String text, Dependences dependences) {
        return PLANS.computeIfAbsent(text, _ -> plan(dependences));
    }

    private static Plan plan(Dependences dependences) {
        Tiler tiler = new Tiler(dependences);
        List<LoopRole> roles = tiler.families().getFirst().roles();
        List<Integer> block =
                roles.stream().map(r -> r == LoopRole.KERNEL ? 32 : 8).collect(Collectors.toList());
        block.set(0, 1);
        Candidate candidate = new Candidate(block, roles.stream().map(_ -> 1).toList(), new Candidate.Options(32, 2));
        return assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate)).plan();
    }

    private static Optional<Rewriting> rewritten(String text) {
        return FORMS.computeIfAbsent(text, TiledSumsTest::form);
    }

    private static Optional<Rewriting> form(String text) {
        try (Context context = new Context()) {
            LoopNest nest = NestParser.parse("test.nest", text);
            Dependences asWritten = DependenceAnalysis.withSilent(DependenceAnalysis.analyze(context, nest));
            LoopNest unit = UnitSteps.of(nest, java.util.Set.of(), DescendingSums.of(asWritten))
                    .nest();
            return TiledSums.of(DependenceAnalysis.withSilent(DependenceAnalysis.analyze(context, unit)))
                    .map(TiledSums.Form::nest);
        }
    }

    private static String ranges(Node node) {
        return node instanceof Node.Loop l
                ? " " + l.lower() + ".." + l.upper() + ranges(l.body().getFirst())
                : "";
    }
}
