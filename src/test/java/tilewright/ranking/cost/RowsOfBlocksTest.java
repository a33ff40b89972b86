package tilewright.ranking.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.ranking.bound.LowerBound;
import tilewright.ranking.bound.LowerBounds;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Problem;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;

/** The chain of rows of a substitution; the example of docs/equations.md, "Rows of blocks". */
class RowsOfBlocksTest {
    private static final GpuDescription H200 = DeviceCatalog.referenceGpu();

    private static final String SUBSTITUTION = """
        param n
        double precision L(0:n-1, 0:n-1), x(0:n-1)
        do i = 0, n - 1
          do j = 0, i - 1
            x(i) = x(i) - L(i,j) * x(j)
          enddo
          x(i) = x(i) / L(i,i)
        enddo
        """;

    private static final String WITHOUT_QUOTIENT = SUBSTITUTION.replace("x(i) / L(i,i)", "x(i) * L(i,i)");

    private static @Nullable RowsOfBlocks rows(String nest, int block, int iterations, int kTile) {
        return rows(nest, block, iterations, kTile, 2);
    }

    private static @Nullable RowsOfBlocks rows(String nest, int block, int iterations, int kTile, int stages) {
        try (Context sets = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(sets, NestParser.parse("test.nest", nest)));
            Family family = tiler.families().getFirst();
            Problem problem = Problem.of(tiler.ranked(), tiler.rankedSizes(new LinkedHashMap<>(Map.of("n", 3011L))));
            Candidate candidate =
                    new Candidate(List.of(block, iterations), List.of(1, 1), new Candidate.Options(kTile, stages));
            FamilyCosts costs = new FamilyCosts(problem, family, H200.instructions());
            return RowsOfBlocks.of(costs, Geometry.of(family, candidate), H200);
        }
    }

    private static double microseconds(String nest, int block, int kTile) {
        return assertNotNull2(rows(nest, block, block, kTile)).row() * 1e6;
    }

    private static RowsOfBlocks assertNotNull2(@Nullable RowsOfBlocks rows) {
        assertNotNull(rows);
        return rows;
    }

    @Test
    void aRowTakesWhatItsChainTakes() {
        double told = 0.81 + 2 * 0.145;
        double beside = 64 * 4.16e-3 + 8.4e-3;
        double diagonal = 64 * (4 * 4.08e-3 + 20e-3 + 4.08e-3) + 4 * 8.4e-3;
        assertEquals(told + beside + diagonal, microseconds(SUBSTITUTION, 64, 32), 0.02);
    }

    @Test
    void kTilesBeyondTheBuffersAreStagedLate() {
        double early = microseconds(SUBSTITUTION, 64, 32);
        double late = microseconds(SUBSTITUTION, 64, 16);
        double oneTile = 0.369 + 8 * 19.5 * 3.4 / 1980 + 8.4e-3;
        assertEquals(
                4 * oneTile + 4 * 8.4e-3, late - early, 0.02, "two k-tiles of each of both blocks, and their barriers");
    }

    /** 32 values of a thread pass registers in four groups, each of which waits for memory; 16 accesses of 16 bytes. */
    @Test
    void oneBufferIsFilledWhenItsIterationsAreDue() {
        double early = microseconds(SUBSTITUTION, 32, 32);
        double late = assertNotNull2(rows(SUBSTITUTION, 32, 32, 32, 1)).row() * 1e6;
        double tile = 4 * 0.369 + 16 * 19.5 * 3.4 / 1980 + 2 * 7.4e-3;
        assertEquals(2 * tile, late - early, 0.02, "a k-tile of each of both blocks");
    }

    @Test
    void quotientsAreThreeOperations() {
        double quotient = microseconds(SUBSTITUTION, 32, 32);
        double product = microseconds(WITHOUT_QUOTIENT, 32, 32);
        assertEquals(32 * (3 * 4.08e-3 - 4.19e-3), quotient - product, 0.01);
    }

    /** One launch for all rows: no launch of a step is a bound. Blocks that are not square run in launches. */
    @Test
    void rowsAreBoundByNoLaunchOfAStep() {
        double launch = H200.latency().graphLaunch();
        assertTrue(sequence(List.of(64, 64), 32) <= launch);
        assertTrue(sequence(List.of(64, 32), 32) > 40 * launch);
    }

    private static double sequence(List<Integer> block, int kTile) {
        try (Context sets = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(sets, NestParser.parse("test.nest", SUBSTITUTION)));
            LowerBounds bounds = new LowerBounds(
                    tiler.ranked(), tiler.families(), tiler.rankedSizes(new LinkedHashMap<>(Map.of("n", 3011L))), H200);
            return bounds.of(
                            tiler.families().getFirst(),
                            new Candidate(block, List.of(1, 1), new Candidate.Options(kTile, 2)))
                    .term(LowerBound.Term.SEQUENCE);
        }
    }

    @Test
    void otherBlocksRunInLaunches() {
        assertNull(rows(SUBSTITUTION, 128, 64, 32), "blocks that are not square");
        assertTrue(assertNotNull2(rows(SUBSTITUTION, 64, 64, 32)).seconds(48, 0) < 48 * 4.5e-6);
        assertEquals(
                1e-3, assertNotNull2(rows(SUBSTITUTION, 64, 64, 32)).seconds(48, 1e-3), 1e-5, "the work of all blocks");
    }
}
