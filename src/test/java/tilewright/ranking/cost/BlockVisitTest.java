package tilewright.ranking.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.ranking.Problems;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.Reference;
import tilewright.ranking.work.StepWork;
import tilewright.ranking.work.Workload;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** What a block of a GPU waits for; the examples of docs/equations.md. */
class BlockVisitTest {
    private static final GpuDescription H200 = DeviceCatalog.referenceGpu();
    private static final GpuDescription H100 = (GpuDescription) DeviceCatalog.find("h100");

    @Test
    void theSchedulerWithTheMostWarpsEndsLast() {
        assertEquals(4.0 / 3, BlockVisit.unevenness(288, H200.limits()), 1e-12, "3 of 9 warps on one of 4");
        assertEquals(4.0 / 3, BlockVisit.unevenness(192, H200.limits()), 1e-12, "2 of 6");
        assertEquals(1, BlockVisit.unevenness(384, H200.limits()), 0);
        assertEquals(1, BlockVisit.unevenness(64, H200.limits()), 0, "such blocks queue for their part");
    }

    @Test
    void aSecondBufferWaitsForTheCacheOnceAChunk() {
        assertEquals(10.9e-6, BlockVisit.beside(50e-6, 10e-6, 160, H100), 0.1e-6);
        assertEquals(1.6e-6, BlockVisit.beside(50e-6, 10e-6, 10, H100), 0.1e-6);
        assertEquals(0, BlockVisit.beside(50e-6, 0, 0, H100), 0);
    }

    /** The example of {@link PieceCost#directWaits}: an array that all parallel loops and the sequence run through is loaded at every use. */
    @Test
    void aThreadWaitsForWhatItLoadsAtEveryUse() {
        Problem sums = Problems.of(NestParser.parse("test.nest", """
            param n
            double precision a(1:n, 1:n, 1:n), b(1:n), c(1:n, 1:n)
            do i = 1, n
              do j = 1, n
                do k = 1, n
                  c(i,j) = c(i,j) + a(i,j,k) * b(k)
                enddo
              enddo
            enddo
            """), List.of("i", "j", "k"), Map.of("n", 128L));
        List<LoopRole> roles = List.of(LoopRole.PARALLEL, LoopRole.PARALLEL, LoopRole.KERNEL);
        Family family = new Family(
                "2D blocks",
                roles,
                List.of(new Family.Level(
                        "all blocks", List.of(Problems.piece(sums, roles, List.of(0, 1), false, "S1")))),
                List.of(),
                "by hand");
        PieceCost cost =
                new FamilyCosts(sums, family, H100.instructions()).costs(0).getFirst();
        Geometry rows = Geometry.of(family, Problems.candidate(List.of(8, 16, 16), List.of(2, 8, 1), 16));
        Geometry tile = Geometry.of(family, Problems.candidate(List.of(8, 16, 16), List.of(2, 2, 1), 16));
        assertEquals(168e-9, cost.waits().direct(rows, H100), 1e-9);
        assertEquals(168e-9 / 4, cost.waits().direct(tile, H100), 0.3e-9, "a quarter of the rows");
    }

    /** A recurrence along rows of a matrix: what is stored is still held when it is read, and stores wait for nobody. */
    @Test
    void aThreadHoldsWhatItHasJustStored() {
        Problem recurrence = Problems.of(NestParser.parse("test.nest", """
            param n
            real y(1:n, 1:n), x(1:n, 1:n), m(1:n)
            do i = 1, n
              do j = 1, n
                y(i,j) = x(i,j) + m(i)
                m(i) = y(i,j)
              enddo
            enddo
            """), List.of("i", "j"), Map.of("n", 1024L));
        List<LoopRole> roles = List.of(LoopRole.PARALLEL, LoopRole.KERNEL);
        Family family = new Family(
                "1D blocks",
                roles,
                List.of(new Family.Level(
                        "all blocks", List.of(Problems.piece(recurrence, roles, List.of(0), false, "S1", "S2")))),
                List.of(),
                "by hand");
        PieceCost cost = new FamilyCosts(recurrence, family, H100.instructions())
                .costs(0)
                .getFirst();
        List<String> awaited = cost.piece().references().stream()
                .filter(Reference::awaited)
                .map(Reference::array)
                .toList();
        assertTrue(awaited.contains("x") && !awaited.contains("y"), awaited.toString());
        Geometry warp = Geometry.of(family, Problems.candidate(List.of(32, 64), List.of(1, 1), 64));
        double of32 = cost.waits().direct(warp, H100);
        assertTrue(of32 <= H100.latency().cache(), of32 + " s: x alone, of which a sector holds 8 elements");
    }

    /** Shared memory is one for all schedulers: a block of one warp has all of it where it is alone, a fourth of it beside three others. */
    @Test
    void aWarpAloneHasAllOfSharedMemory() {
        double fast = 1e-6;
        GpuDescription.Limits limits = H100.limits();
        double alone = BlockVisit.cycle(1, fast * BlockVisit.ofOneScheduler(32, limits, 1), 0, 32, limits, true);
        double four = BlockVisit.cycle(4, fast * BlockVisit.ofOneScheduler(32, limits, 4), 0, 32, limits, true);
        assertEquals(fast, alone, 1e-12);
        assertEquals(4 * fast, four, 1e-12);
        assertEquals(1, BlockVisit.ofOneScheduler(128, limits, 1), 0);
    }

    @Test
    void lanesWithoutAThreadTakeTheirTime() {
        assertEquals(2, BlockVisit.wholeWarps(16, H200.limits()), 0);
        assertEquals(1, BlockVisit.wholeWarps(96, H200.limits()), 0);
        assertEquals(4.0 / 3, BlockVisit.wholeWarps(48, H200.limits()), 1e-12);
    }

    @Test
    void aThreadStagesSixteenBytesAtATime() {
        Problem product = Problems.of(NestParser.parse("test.nest", """
            param n
            double precision a(1:n, 1:n), b(1:n, 1:n), c(1:n, 1:n)
            do i = 1, n
              do j = 1, n
                do k = 1, n
                  c(i,j) = c(i,j) + a(i,k) * b(k,j)
                enddo
              enddo
            enddo
            """), List.of("i", "j", "k"), Map.of("n", 1024L));
        Family family = Problems.inner(product);
        Geometry geometry = Geometry.of(family, Problems.candidate(List.of(64, 128, 32), List.of(8, 8, 1), 32));
        PieceCost cost =
                new FamilyCosts(product, family, H200.instructions()).costs(0).getFirst();
        assertEquals(32 * (64 + 128) / 2 / 128.0, cost.stagedAccesses(geometry), 1e-12);
        double shared = H200.latency().shared();
        assertEquals(shared, cost.waits().ofUpdates(geometry, H200), 1e-15, "16 values of one iteration");
        Geometry point = Geometry.of(family, Problems.candidate(List.of(64, 8, 32), List.of(1, 1, 1), 32));
        assertEquals(
                2 * shared / 4.45,
                cost.waits().ofUpdates(point, H200),
                1e-12,
                "2 values: those of two iterations together");
        assertTrue(cost.waits().chain() < cost.waits().ofUpdates(point, H200));
        // a(i,k) is the same for neighbours along j, b(k,j) is not.
        assertEquals(64 * 8 * 2 * 8, cost.bytes().fast(point), 1e-9);
        assertEquals(64 * 8 * (0.67 + 1) * 8, cost.bytes().served(point), 1e-9);
    }

    /** The example of docs/equations.md: the first factor is copied by elements; the second one by 16 bytes, and where it stands across it is too. */
    @Test
    void elementsThatAreCopiedApartTakeSharedMemoryLonger() {
        assertEquals(64 * 4 * (1.45 * 4 - 1), copiedApart("a(i,k) * b(k,j)", 2), 1e-9);
        assertEquals((64 + 128) * 4 * (1.45 * 4 - 1), copiedApart("a(i,k) * b(j,k)", 2), 1e-9);
        assertEquals(0, copiedApart("a(k,i) * b(k,j)", 2), 0);
        assertEquals(0, copiedApart("a(i,k) * b(k,j)", 1), 0, "through registers, by 16 bytes");
    }

    private static double copiedApart(String product, int stages) {
        Problem problem = Problems.of(
                NestParser.parse("test.nest", """
                    param n
                    real a(1:n, 1:n), b(1:n, 1:n), c(1:n, 1:n)
                    do i = 1, n
                      do j = 1, n
                        do k = 1, n
                          c(i,j) = c(i,j) + %s
                        enddo
                      enddo
                    enddo
                    """.formatted(product)), List.of("i", "j", "k"), Map.of("n", 1024L));
        Family family = Problems.inner(problem);
        Candidate candidate = new Candidate(List.of(64, 128, 16), List.of(8, 8, 1), new Candidate.Options(16, stages));
        PieceCost cost =
                new FamilyCosts(problem, family, H200.instructions()).costs(0).getFirst();
        return cost.bytes()
                .copiedApart(Geometry.of(family, candidate), 1, H200.memory().sectorBytes());
    }

    /** The example of {@link PieceCost#waitsPerIteration}: a thread with 8 rows and 2 lanes. */
    @Test
    void aLaneWaitsForAFewLoadsAtATime() {
        Problem sums = Problems.of(NestParser.parse("test.nest", """
            param n
            double precision a(0:n-1, 0:n-1), x(0:n-1), y(0:n-1)
            assume associative(+)
            do i = 0, n - 1
              do j = 0, n - 1
                y(i) = y(i) + a(i,j) * x(j)
              enddo
            enddo
            """), List.of("i", "j"), Map.of("n", 2048L));
        try (Context sets = new Context()) {
            Family family = new Tiler(DependenceAnalysis.analyze(sets, sums.nest()))
                    .families()
                    .getFirst();
            PieceCost cost =
                    new FamilyCosts(sums, family, H200.instructions()).costs(0).getFirst();
            assertEquals(
                    18 / 4.45,
                    cost.waits()
                            .perIteration(Geometry.of(family, Problems.candidate(List.of(192, 8), List.of(8, 2), 1))),
                    1e-9);
            assertEquals(
                    2 / 4.45,
                    cost.waits()
                            .perIteration(Geometry.of(family, Problems.candidate(List.of(1, 32), List.of(1, 1), 1))),
                    1e-9);
        }
    }

    /** Sums over k = 1..i: every block runs, on average half of the iterations of the longest. */
    @Test
    void blocksOfATriangleOfIterationsAllRun() {
        Problem triangle = Problems.of(NestParser.parse("test.nest", """
            param n
            double precision a(1:n, 1:n), b(1:n, 1:n), c(1:n, 1:n)
            do i = 1, n
              do j = 1, n
                do k = 1, i
                  c(i,j) = c(i,j) + a(i,k) * b(k,j)
                enddo
              enddo
            enddo
            """), List.of("i", "j", "k"), Map.of("n", 1024L));
        Family family = Problems.inner(triangle);
        Candidate candidate = Problems.candidate(List.of(64, 64, 32), List.of(8, 8, 1), 32);
        Geometry geometry = Geometry.of(family, candidate);
        FamilyCosts costs = new FamilyCosts(triangle, family, H200.instructions());
        StepWork step = costs.steps(candidate.block()).getFirst();
        Workload.Piece piece = costs.workload().levels().getFirst().pieces().getFirst();
        assertEquals(256, step.blocks(piece, 0, 0, geometry), 0);
        assertEquals(0.5, step.share(0, 0), 0.01);
        assertEquals(512, step.iterations(0, 0, geometry), 5);
    }

    /** The example of RunStart: 67 MB read on an H200, whose cache holds as much, half of it written before. */
    @Test
    void aRunBeginsWithWhatSomebodyElseHasWritten() {
        assertEquals(9.7e-6, RunStart.seconds(16e-6, 16e-6, 67e6, H200), 0.05e-6);
        assertEquals(2.2e-6, RunStart.seconds(10e-6, 0, 0, H200), 1e-12, "nothing is loaded");
        assertTrue(RunStart.seconds(1e-3, 16e-6, 67e6, H200) < 2.6e-6, "hidden by arithmetic");
    }
}
