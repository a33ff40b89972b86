package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.Candidate;
import tilewright.tiling.Family;
import tilewright.tiling.Tiler;

/** Blocks on a processor; the examples of docs/equations.md, "Predicted time on a CPU". */
class HostCostModelTest {
    private static final HostDescription HOST = DeviceCatalog.host();
    private static final long N = 2048;

    /** Bytes of memory that sums over a matrix move, one reading of the matrix being 1. */
    private static double readings(String element, Candidate candidate) {
        Problem sums =
                Problems.of(NestParser.parse("test.nest", """
                    param n
                    double precision a(0:n-1, 0:n-1), x(0:n-1), y(0:n-1)
                    assume associative(+)
                    do i = 0, n - 1
                      do j = 0, n - 1
                        y(i) = y(i) + %s * x(j)
                      enddo
                    enddo
                    """.formatted(element)), List.of("i", "j"), Map.of("n", N));
        try (Context sets = new Context()) {
            Family family = new Tiler(DependenceAnalysis.analyze(sets, sums.nest()))
                    .families()
                    .getFirst();
            return CostModel.of(sums, List.of(family), HOST)
                            .predict(family, candidate)
                            .traffic()
                            .memoryBytes()
                    / (Double.BYTES * N * N);
        }
    }

    /** Rows of points lie along i, where the elements of a(j,i) are neighbours: a line is fetched for 8 of them, not for each. */
    @Test
    void lanesThatDoNotRunAlongRowsLieAroundThem() {
        assertEquals(1, readings("a(j,i)", Problems.candidate(List.of(8, 64), List.of(1, 1), 1)), 0.02);
    }

    /** The lanes of an element of y have it together. */
    @Test
    void lanesShareTheElementThatTheySum() {
        assertEquals(1, readings("a(i,j)", Problems.candidate(List.of(16, 64), List.of(1, 1), 1)), 0.02);
    }

    /** Of 24 blocks of 96 x 64 points the triangle i <= j < 384 has points in 16, which run whole; it has as many points as 12. */
    @Test
    void blocksThatTheEdgeOfATriangleCrossesRunWhole() {
        assertEquals(16.0 / 24, seconds("i") / seconds("0"), 0.02);
    }

    private static double seconds(String first) {
        Problem products = Problems.of(
                NestParser.parse("test.nest", """
                    param n
                    double precision a(0:n-1, 0:n-1), b(0:n-1, 0:n-1), c(0:n-1, 0:n-1)
                    do i = 0, n - 1
                      do j = %s, n - 1
                        do k = 0, n - 1
                          c(i,j) = c(i,j) + a(k,i) * b(k,j)
                        enddo
                      enddo
                    enddo
                    """.formatted(first)), List.of("i", "j", "k"), Map.of("n", 384L));
        Family family = Problems.inner();
        return CostModel.of(products, List.of(family), HOST)
                .predict(family, Problems.candidate(List.of(96, 64, 64), List.of(4, 8, 1), 64))
                .seconds();
    }
}
