package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.ranking.cost.CostModel;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.Lattice;
import tilewright.ranking.work.Problem;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;

/** Bytes that a sweep over arrays of three dimensions moves to and from memory, in arrays of 512 x 512 x 512 doubles. */
class SweepBytesTest {
    private static final GpuDescription H200 = DeviceCatalog.referenceGpu();
    private static final long N = 512;

    private static double arrays(List<Integer> block, String declarations, String statements) {
        return arrays(block, "1, n", declarations, statements);
    }

    /** Bytes as arrays of n x n x n doubles. */
    private static double arrays(List<Integer> block, String range, String declarations, String statements) {
        String text = """
            param n
            double precision %s
            do i = %s
              do j = %s
                do k = %s
                  %s
                enddo
              enddo
            enddo
            """.formatted(declarations, range, range, range, statements);
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("sweep.nest", text));
            Family family = new Tiler(dependences)
                    .families().stream()
                            .filter(f -> f.time() == null)
                            .findFirst()
                            .orElseThrow();
            Problem problem = Problem.of(dependences, Map.of("n", N));
            Candidate candidate =
                    new Candidate(block, List.of(Math.min(8, block.getFirst()), 1, 1), new Candidate.Options(1, 1));
            double bytes = CostModel.of(problem, List.of(family), H200)
                    .predict(family, candidate)
                    .traffic()
                    .memoryBytes();
            return bytes / (N * N * N * 8);
        }
    }

    private static final String NEIGHBOURS =
            "b(i,j,k) = a(i,j,k) + (a(i-1,j,k) + a(i+1,j,k) + a(i,j-1,k) + a(i,j+1,k) + a(i,j,k-1) + a(i,j,k+1))";

    /** A layer of two planes of both arrays is 8 MB: what the block before has read is in L2. One of 32 planes is 134 MB, and 34 planes are read for it. */
    @Test
    void neighboursAreReadOnceWhereTheCacheHoldsALayerOfBlocks() {
        String declarations = "a(n,n,n), b(n,n,n)";
        assertEquals(2, arrays(List.of(2, 4, 32), "2, n - 1", declarations, NEIGHBOURS), 0.03);
        assertEquals(2 + 2.0 / 32, arrays(List.of(32, 4, 32), "2, n - 1", declarations, NEIGHBOURS), 0.03);
    }

    /** The same elements, whatever is chosen at the first and the last point. */
    @Test
    void clampedNeighboursAreNeighbours() {
        String clamped = "b(i,j,k) = a(i,j,k) + (a(merge(1, i-1, i == 1),j,k) + a(merge(n, i+1, i == n),j,k)"
                + " + a(i,max(1, j-1),k) + a(i,min(n, j+1),k) + a(i,j,max(1, k-1)) + a(i,j,merge(n, k+1, k == n)))";
        assertEquals(2, arrays(List.of(2, 4, 32), "a(n,n,n), b(n,n,n)", clamped), 0.03);
    }

    /** Of a every second element of every second row of every second plane is read: a quarter of the rows, in whole sectors. */
    @Test
    void everySecondElementMovesAllOfItsRow() {
        String declarations = "a(2*n,2*n,2*n), b(n,n,n)";
        assertEquals(2 + 1, arrays(List.of(1, 4, 32), declarations, "b(i,j,k) = a(2*i,2*j,2*k)"), 0.01);
        assertEquals(
                2 + 1, arrays(List.of(1, 4, 32), declarations, "b(i,j,k) = a(2*i,2*j,2*k) + a(2*i,2*j,2*k-1)"), 0.03);
        assertEquals(
                4 + 1, arrays(List.of(1, 4, 32), declarations, "b(i,j,k) = a(2*i,2*j,2*k) + a(2*i,2*j-1,2*k-1)"), 0.03);
    }

    /** Two elements of each even row are updated: its sectors pass twice, as if all of it were. */
    @Test
    void registersOfOneArrayAreCountedEach() {
        String declarations = "a(0:2*n,0:2*n,0:2*n)";
        String even = "a(2*i,2*j,2*k) = a(2*i,2*j,2*k) + 1.0";
        String odd = "\n      a(2*i,2*j,2*k-1) = a(2*i,2*j,2*k-1) + 1.0";
        assertEquals(4, arrays(List.of(1, 4, 32), declarations, even), 0.01);
        assertEquals(4, arrays(List.of(1, 4, 32), declarations, even + odd), 0.01);
    }

    @Test
    void aLattice() {
        // r(2*i,2*j - 1), r(2*i,2*j), r(2*i + 1,2*j) of loops i, j
        Lattice three = new Lattice(
                List.of(0L, 2L),
                List.of(0L, 0L),
                List.of(2L, 2L),
                Set.of(List.of(0L, 1L), List.of(0L, 0L), List.of(1L, 0L)));
        assertEquals(3, three.elements());
        assertEquals(4.0 / 3, three.moved(Double.BYTES), 1e-12);
        assertEquals(2, three.step(1, Double.BYTES));
        Lattice column = new Lattice(List.of(0L, 100L), List.of(0L, 0L), List.of(1L, 100L), Set.of(List.of(0L, 0L)));
        assertEquals(1, column.moved(Double.BYTES), "sectors are counted where blocks load them");
        assertEquals(0, column.step(1, Double.BYTES));
    }
}
