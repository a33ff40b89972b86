package tilewright.ranking.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.ranking.Problems;
import tilewright.ranking.cost.FamilyCosts;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.InstructionRates;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;

/** Where the accesses of the reference nests find their values, and what their expressions cost. */
class WorkloadTest {
    private static final InstructionRates RATES = DeviceCatalog.find("h200").instructions();

    @Test
    void theDiagonalBlockExchangesRowAndColumn() {
        Workload.Piece diagonal =
                piece(Problems.floydWarshall(64), Problems.elimination(Problems.floydWarshall(64), "S1"), 0, 0);
        assertEquals("OWN a, EXCHANGED a, EXCHANGED a", strategies(diagonal));
        assertEquals("exchanged a(i,k), exchanged a(k,j)", operands(diagonal));
    }

    @Test
    void aPanelStagesWhatTheDiagonalBlockFinished() {
        Workload.Piece below =
                piece(Problems.floydWarshall(64), Problems.elimination(Problems.floydWarshall(64), "S1"), 1, 0);
        assertEquals("exchanged a(i,k), staged a(k,j)", operands(below));
        Workload.Piece beside =
                piece(Problems.floydWarshall(64), Problems.elimination(Problems.floydWarshall(64), "S1"), 1, 1);
        assertEquals("exchanged a(k,j), staged a(i,k)", operands(beside));
    }

    @Test
    void theRestStagesBothPanels() {
        Workload.Piece rest =
                piece(Problems.floydWarshall(64), Problems.elimination(Problems.floydWarshall(64), "S1"), 2, 0);
        assertEquals("OWN a, STAGED a, STAGED a", strategies(rest));
        assertEquals("staged a(i,k), staged a(k,j)", operands(rest));
        assertEquals(
                1 << 1 | 1 << 2, rest.fixedBySome(), "one block of rows and one of columns belong to other pieces");
    }

    @Test
    void aQuotientOfStagedValuesIsOneStagedValue() {
        Workload.Piece rest = piece(Problems.gauss(64), Problems.elimination(Problems.gauss(64), "S1"), 2, 0);
        assertEquals("staged a(i,k) / a(k,k), staged a(k,j)", operands(rest));
        List<ExpressionCost.Use> operations =
                rest.computations().getFirst().cost().operations();
        assertEquals(
                "[staged sfu, fma]",
                operations.stream()
                        .map(u -> (u.staged() ? "staged " : "") + u.rate().pipe())
                        .toList()
                        .toString(),
                "the division runs once per staged value, a - q * b is one instruction");
    }

    @Test
    void aStatementWithFewerLoopsRunsOneColumnOfItsBlock() {
        Workload.Piece panel = piece(Problems.lu(64), Problems.elimination(Problems.lu(64), "S1", "S2"), 1, 0);
        assertEquals(1 << 2, panel.computations().get(0).pinned());
        assertEquals(0, panel.computations().get(1).pinned());
        assertTrue(strategies(panel).startsWith("OWN a"), strategies(panel));
    }

    @Test
    void neighboursOfAStencilAreOneRegionReadDirectly() {
        Workload.Piece sweep = piece(Problems.jacobi(64, 2), Problems.flat(Problems.jacobi(64, 2), "S1", "S2"), 0, 0);
        assertEquals("OWN b, DIRECT a", strategies(sweep));
        assertEquals(5, sweep.references().get(1).accesses());
    }

    @Test
    void theProductOfMatricesStagesItsOperandsAlongTheKernelLoop() {
        Workload.Piece block = piece(Problems.matmul(64), Problems.inner(Problems.matmul(64)), 0, 0);
        assertEquals("OWN c, STAGED a, STAGED b", strategies(block));
        Reference own = block.references().getFirst();
        assertEquals(1, own.loads());
        assertEquals(1, own.stores());
    }

    /** The example of docs/equations.md: blocks that the diagonal crosses have work, and 139 are more than one for each of 132 multiprocessors. */
    @Test
    void blocksAtTheEdgeOfATriangleAreBlocks() {
        assertEquals(139, triangle(64, 96), 1e-9);
        assertEquals(14, triangle(300, 300), 1e-9, "of 4 x 5 blocks");
        assertEquals(1200 * 1201 / 2.0, triangle(1, 1), 1e-3 * 1200 * 1200, "sampled");
    }

    /** Of 32 pixels beside each other, three floats apart, a warp asks for one colour: three lines, and a third of their bytes; of long rows for an element of each. */
    @Test
    void lanesShareLinesOfShortRows() {
        assertEquals(3.0 * 128 / (32 * 4), lines("3"), 1e-9);
        assertEquals(32.0 * 128 / (32 * 4), lines("100"), 1e-9);
    }

    private static double lines(String colours) {
        LoopNest nest = NestParser.parse("blur.nest", """
            param n
            real a(0:n - 1, 0:n - 1, 1:%s), b(0:n - 1, 0:n - 1, 1:%s)
            do y = 0, n - 1
              do x = 0, n - 1
                do c = 1, 3
                  b(y,x,c) = a(y,x,c)
                enddo
              enddo
            enddo
            """.formatted(colours, colours));
        Problem problem = Problems.of(nest, List.of("y", "x", "c"), Map.of("n", 1000L));
        Family family = Problems.inner(problem);
        Candidate candidate = new Candidate(List.of(4, 64, 1), List.of(1, 1, 1), new Candidate.Options(1, 1));
        return piece(problem, family, 0, 0).references().stream()
                .filter(r -> r.array().equals("a"))
                .mapToDouble(r -> Geometry.of(family, candidate).lineOverfetch(r))
                .findFirst()
                .orElseThrow();
    }

    private static double triangle(int rows, int columns) {
        LoopNest nest = NestParser.parse("triangle.nest", """
            param m, n
            double precision c(0:m - 1, 0:m - 1)
            double precision d(0:n - 1, 0:m - 1)
            do i = 0, m - 2
              do j = i + 1, m - 1
                do k = 0, n - 1
                  c(i,j) = c(i,j) + d(k,i) * d(k,j)
                enddo
              enddo
            enddo
            """);
        Problem problem = Problems.of(nest, List.of("i", "j", "k"), Map.of("m", 1201L, "n", 1399L));
        Family family = Problems.inner(problem);
        Candidate candidate = new Candidate(List.of(rows, columns, 8), List.of(1, 1, 1), new Candidate.Options(8, 2));
        FamilyCosts costs = new FamilyCosts(problem, family, RATES);
        StepWork step = costs.steps(candidate.block()).getFirst();
        return step.started(
                costs.workload().levels().getFirst().pieces().getFirst(), 0, 0, Geometry.of(family, candidate));
    }

    private static Workload.Piece piece(Problem problem, Family family, int level, int piece) {
        return WorkloadBuilder.of(problem, family, RATES)
                .levels()
                .get(level)
                .pieces()
                .get(piece);
    }

    private static String strategies(Workload.Piece piece) {
        return piece.references().stream()
                .map(r -> r.strategy() + " " + r.array())
                .collect(Collectors.joining(", "));
    }

    private static String operands(Workload.Piece piece) {
        return piece.operands().stream()
                .map(o -> (o.staged() ? "staged " : "exchanged ") + o.text())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** Plans know that i begins at 0, and nothing of where t begins: 32 values of i are one block, where n is no multiple of 32 as well. */
    @Test
    void blocksAreCountedFromWherePlansBeginThem() {
        LoopNest nest = NestParser.parse("rows.nest", """
            param n
            real a(-n:0, 0:31)
            do t = -n, 0
              do i = 0, 31
                a(t,i) = 2.0 * a(t,i)
              enddo
            enddo
            """);
        try (Context sets = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(sets, nest));
            Problem problem = Problem.of(tiler.ranked(), tiler.rankedSizes(Map.of("n", 39L)));
            Family family = tiler.families().getFirst();
            List<Integer> block = List.of(1, 32);
            FamilyCosts costs = new FamilyCosts(problem, family, RATES);
            StepWork step = costs.steps(block).getFirst();
            Workload.Piece piece = costs.workload().levels().getFirst().pieces().getFirst();
            Geometry geometry = Geometry.of(family, Problems.candidate(block, List.of(1, 1), 1));
            assertEquals(40, step.started(piece, 0, 0, geometry));
        }
    }

    /** All values of k together are n + 299; each sum has 300 of them, and no block is longer than the others. Sums over k = 0..i differ. */
    @Test
    void windowsThatMoveWithABlockAreAsLongForEach() {
        assertEquals(1, share("i", "i + 299"), 0.01);
        assertEquals(0.5, share("0", "i"), 0.01);
    }

    private static double share(String first, String last) {
        LoopNest nest = NestParser.parse("sums.nest", """
            param n
            real y(0:n-1), b(0:n+299)
            do i = 0, n - 1
              do k = %s, %s
                y(i) = y(i) + b(k)
              enddo
            enddo
            """.formatted(first, last));
        try (Context sets = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(sets, nest));
            Problem problem = Problem.of(tiler.ranked(), tiler.rankedSizes(Map.of("n", 4096L)));
            Family family = tiler.families().getFirst();
            FamilyCosts costs = new FamilyCosts(problem, family, RATES);
            return costs.steps(List.of(256, 1)).getFirst().share(0, 0);
        }
    }

    /** Of 64 points in 100 iterations 163 elements of x, and 100 of h; along another subscript x has others in each iteration; every other one of 2 i + k is a point's. */
    @Test
    void pointsThatSlideOverAnArrayTouchItOnce() {
        assertEquals(64 + 99, touched("i + k", 100, 64), 1e-9);
        assertEquals(2 * 63 + 99 + 1, touched("2*i + k", 100, 64), 1e-9);
        assertEquals(64 * 3, touched("2*i + 200*k", 3, 64), 1e-9);
    }

    private static double touched(String subscript, long terms, int points) {
        LoopNest nest = NestParser.parse("filter.nest", """
            param n, m
            real y(0:n-1), h(0:m-1), x(0:2*n + 200*m)
            do i = 0, n - 1
              do k = 0, m - 1
                y(i) = y(i) + h(k) * x(%s)
              enddo
            enddo
            """.formatted(subscript));
        try (Context sets = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(sets, nest));
            Problem problem = Problem.of(tiler.ranked(), tiler.rankedSizes(Map.of("n", 4096L, "m", terms)));
            Family family = tiler.families().getFirst();
            Geometry geometry = Geometry.of(family, Problems.candidate(List.of(points, 1), List.of(1, 1), 1));
            return new FamilyCosts(problem, family, RATES)
                    .workload().levels().getFirst().pieces().getFirst().references().stream()
                            .filter(r -> r.array().equals("x"))
                            .mapToDouble(r -> geometry.touchedPerBlock(r, terms))
                            .findFirst()
                            .orElseThrow();
        }
    }
}
