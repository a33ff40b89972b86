package tilewright.ranking.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.ranking.Problems;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.work.Problem;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;

/** Blocks on a processor; the examples of docs/equations.md, "Predicted time on a CPU". */
class HostCostModelTest {
    private static final HostDescription HOST = DeviceCatalog.host();
    private static final long N = 2048;

    /** Bytes of memory that sums over a matrix move, one reading of the matrix being 1. */
    private static double readings(String element, Candidate candidate) {
        return sums(element, candidate, HOST).traffic().memoryBytes() / (Double.BYTES * N * N);
    }

    private static Prediction sums(String element, Candidate candidate, HostDescription device) {
        return sums(element, candidate, device, N);
    }

    private static Prediction sums(String element, Candidate candidate, HostDescription device, long n) {
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
                    """.formatted(element)), List.of("i", "j"), Map.of("n", n));
        try (Context sets = new Context()) {
            Family family = new Tiler(DependenceAnalysis.analyze(sets, sums.nest()))
                    .families()
                    .getFirst();
            return CostModel.of(sums, List.of(family), device).predict(family, candidate);
        }
    }

    /** The shipped core with rows that lie apart a microsecond each beyond what the cores have for themselves. */
    private static HostDescription withRowsApart(Path folder, double seconds) throws IOException {
        String text = Files.readString(Path.of("src/main/resources/tilewright/ranking/description/devices/host.json"))
                .replace("\"adapt\": true", "\"adapt\": false")
                .replaceAll(
                        "\"latencySeconds\": [^,]*,(\\s*\"(perCore|touchSeconds))",
                        "\"apartSeconds\": " + seconds + ", $0");
        return (HostDescription) DeviceCatalog.find(
                Files.writeString(folder.resolve("host.json"), text).toString());
    }

    /** Blocks of 8 columns read 2048 rows of a line, one below the other; blocks of rows go on along them. */
    @Test
    void rowsThatAreReadWhereTheyStandBeginAnew(@TempDir Path folder) throws IOException {
        HostDescription near = withRowsApart(folder, 0);
        HostDescription far = withRowsApart(folder, 1e-6);
        Candidate columns = Problems.candidate(List.of(8, 64), List.of(1, 1), 1);
        double more = sums("a(j,i)", columns, far).seconds()
                - sums("a(j,i)", columns, near).seconds();
        assertEquals(N * N / 8 * 1e-6 / near.processors(), more, 0.1 * more);
        Candidate rows = Problems.candidate(List.of(16, 64), List.of(1, 1), 1);
        double own =
                sums("a(i,j)", rows, far).seconds() - sums("a(i,j)", rows, near).seconds();
        assertEquals(0, own, 0.02 * more);
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

    /** 16 lanes share out 2003 iterations in 126 rows, of which 1 asks for its elements; of 2016 iterations none does. */
    @Test
    void lanesThatDoNotFillTheirLastRowAskInThatRowAlone() {
        Candidate lanes = new Candidate(List.of(24, 16), List.of(8, 1), new Candidate.Options(1, 1));
        double whole = sums("a(i,j)", lanes, HOST, 2016).seconds();
        double odd = sums("a(i,j)", lanes, HOST, 2003).seconds();
        assertEquals(1, odd / whole, 0.03);
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
        Family family = Problems.inner(products);
        return CostModel.of(products, List.of(family), HOST)
                .predict(family, Problems.candidate(List.of(96, 64, 64), List.of(4, 8, 1), 64))
                .seconds();
    }
}
