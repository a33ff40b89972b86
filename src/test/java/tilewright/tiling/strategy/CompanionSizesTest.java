package tilewright.tiling.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.space.Candidate;

/** How parts are cut whose sizes nobody ranks. */
class CompanionSizesTest {
    /** Partial results are read by one point each, a factor of a product by all of a row or column: threads of the first have the neighbours of one access, blocks as many points in all. */
    @ParameterizedTest
    @CsvSource({
        "real, 's(k,i,j)', 2 128, 1 4",
        "double precision, 's(k,i,j)', 4 64, 1 2",
        "real, 's(k,i,j) * s(k,i,i)', 8 32, 1 1",
        "real, 's(k,i,i)', 8 32, 1 1"
    })
    void sumsOfWhatOnePointReadsHaveTheNeighboursOfOneAccess(String type, String term, String block, String thread) {
        try (Context context = new Context()) {
            Dependences dependences =
                    DependenceAnalysis.analyze(context, NestParser.parse("join.nest", """
                        param m, n
                        %s c(n, n), s(m, n, n)
                        do i = 1, n
                          do j = 1, n
                            do k = 1, m
                              c(i,j) = c(i,j) + %s
                            enddo
                          enddo
                        enddo
                        """.formatted(type, term)));
            Candidate sizes = new CompanionSizes(dependences)
                    .of(new Tiler(dependences).families().getFirst());
            assertEquals(block, sizes.block().get(0) + " " + sizes.block().get(1));
            assertEquals(thread, sizes.thread().get(0) + " " + sizes.thread().get(1));
        }
    }

    /** Of points that read two elements a thread has rows as well as the neighbours of one access; of points that read eighteen, these alone. */
    @ParameterizedTest
    @CsvSource({"1, 4 2", "9, 1 2"})
    void pointsThatReadMuchAreFew(int pairs, String thread) {
        String sum = IntStream.range(0, pairs)
                .mapToObj(p -> "a(i,j+" + p + ") * b(i,j+" + p + ")")
                .collect(Collectors.joining(" + "));
        try (Context context = new Context()) {
            Dependences dependences =
                    DependenceAnalysis.analyze(context, NestParser.parse("fluxes.nest", """
                        param n
                        double precision f(n, n), a(n, n + 9), b(n, n + 9)
                        do i = 1, n
                          do j = 1, n
                            f(i,j) = %s
                          enddo
                        enddo
                        """.formatted(sum)));
            Candidate sizes = new CompanionSizes(dependences)
                    .of(new Tiler(dependences).families().getFirst());
            assertEquals(thread, sizes.thread().get(0) + " " + sizes.thread().get(1));
        }
    }
}
