package tilewright.tiling.space;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.parse.NestParser;

class ConstantLoopsTest {
    /** Of a loop of 32 iterations, or of 30, and one of n. */
    @ParameterizedTest
    @CsvSource({
        "32, 64, 4, 32, 2",
        "32, 128, 8, 32, 2",
        "32, 64, 1, 32, 1",
        "32, 16, 4, 16, 4",
        "32, 32, 4, 32, 4",
        "30, 64, 4, 30, 2",
        "30, 64, 16, 30, 10",
    })
    void blocksAreNoLongerThanTheirLoopAndKeepTheirThreads(
            int iterations, int block, int thread, int blockThere, int threadThere) {
        try (Context context = new Context()) {
            ConstantLoops loops = new ConstantLoops(DependenceAnalysis.analyze(
                    context, NestParser.parse("rows.nest", """
                        param n
                        real a(0:%d,0:n-1)
                        do i = 0, %d
                          do j = 0, n-1
                            a(i,j) = 1.0
                          enddo
                        enddo
                        """.formatted(iterations, iterations - 1))));
            Candidate given = new Candidate(List.of(block, 256), List.of(thread, 4), new Candidate.Options(16, 1));

            Candidate there = loops.within(Collections.nCopies(2, LoopRole.PARALLEL), given);

            assertEquals(
                    new Candidate(List.of(blockThere, 256), List.of(threadThere, 4), new Candidate.Options(16, 1)),
                    there);
        }
    }

    /** Inside of each other, of sizes, and of both. */
    @ParameterizedTest
    @CsvSource({"0, 7", "1, 7", "2, 9", "3, 0"})
    void extentsOfLoopsInsideOfKnownOnes(int loop, int extent) {
        try (Context context = new Context()) {
            ConstantLoops loops =
                    new ConstantLoops(DependenceAnalysis.analyze(context, NestParser.parse("lu.nest", """
                        param n
                        real a(0:7,0:20,0:n)
                        do k = 0, 6
                          do i = k + 1, 7
                            do j = k + 1, k + 3
                              do l = j, n
                                a(i,j,l) = 1.0
                              enddo
                            enddo
                          enddo
                        enddo
                        """)));

            assertEquals(extent, loops.extent(loop));
        }
    }
}
