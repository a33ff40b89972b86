package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.ranking.candidates.CandidateSpace;
import tilewright.ranking.cost.CostModel;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.Problem;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;

/** Many small products of matrices: what they move, and the blocks that are tried. */
class BatchBytesTest {
    private static final GpuDescription H200 = DeviceCatalog.referenceGpu();

    private static final String PRODUCTS = """
        param b, n
        double precision x(b, n, n), y(b, n, n), z(b, n, n)
        do l = 1, b
          do i = 1, n
            do j = 1, n
              do k = 1, n
                z(l,i,j) = z(l,i,j) + x(l,i,k) * y(l,k,j)
              enddo
            enddo
          enddo
        enddo
        """;

    private static Dependences products(Context context) {
        return DependenceAnalysis.analyze(context, NestParser.parse("products.nest", PRODUCTS));
    }

    /** Blocks of one product run beside each other: its factors pass once, however many products there are. */
    @Test
    void factorsOfAProductAreReadOnce() {
        try (Context context = new Context()) {
            Dependences dependences = products(context);
            Family family = new Tiler(dependences).families().getFirst();
            Problem problem = Problem.of(dependences, Map.of("b", 500L, "n", 128L));
            Candidate candidate =
                    new Candidate(List.of(1, 32, 32, 16), List.of(1, 4, 4, 1), new Candidate.Options(16, 2));
            double bytes = CostModel.of(problem, List.of(family), H200)
                    .predict(family, candidate)
                    .traffic()
                    .memoryBytes();
            // Both factors, the result before and after; they are 0.52 GB, ten times what the second cache holds.
            assertEquals(4 * 500.0 * 128 * 128 * 8, bytes, 0.02 * bytes);
        }
    }

    /** Of 130 rows 48 leave less of the last block empty than 32 and 64 do; of 128 they leave more. */
    @Test
    void blocksOfThreeTimesAPowerOfTwoStayWhereTheyFit() {
        assertTrue(hasBlock(130, 48));
        assertFalse(hasBlock(128, 48));
        assertFalse(hasBlock(130, 96));
    }

    private static boolean hasBlock(long n, int rows) {
        try (Context context = new Context()) {
            Dependences dependences = products(context);
            Family family = new Tiler(dependences).families().getFirst();
            Problem problem = Problem.of(dependences, Map.of("b", 500L, "n", n));
            return CandidateSpace.of(problem, family, H200).stream()
                    .anyMatch(c -> c.block().get(1) == rows);
        }
    }
}
