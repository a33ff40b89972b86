package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Both factors of batched and contracted products are staged, whatever number of parallel loops an element depends on. */
class StagedFactorsTest {
    private static final String BATCHED = """
        param n
        real a(n, n, n), b(n, n, n), c(n, n, n)
        do s = 1, n
          do i = 1, n
            do j = 1, n
              do k = 1, n
                c(s,i,j) = c(s,i,j) + a(s,i,k) * b(s,k,j)
              enddo
            enddo
          enddo
        enddo
        """;

    /** Two loops of each factor and a sum over two loops. */
    private static final String CONTRACTED = """
        param n
        real a(n, n, n, n), b(n, n, n, n), c(n, n, n, n)
        do p = 1, n
          do q = 1, n
            do r = 1, n
              do s = 1, n
                do e = 1, n
                  do f = 1, n
                    c(p,q,r,s) = c(p,q,r,s) + a(p,e,q,f) * b(e,s,f,r)
                  enddo
                enddo
              enddo
            enddo
          enddo
        enddo
        """;

    /** A convolution by a window, from first subscripts other than 1: rows of the product are images, sums run over channels and the window. */
    private static final String CONVOLVED = """
        param n
        real w(n, n, 2, 3), x(n, 0:2*n + 1, 0:n + 1), y(n, 0:n - 1, n)
        do q = 1, n
          do i = 0, n - 1
            do j = 1, n
              y(q,i,j) = 0.0
              do c = 1, n
                do u = 1, 2
                  do v = 1, 3
                    y(q,i,j) = y(q,i,j) + w(q,c,u,v) * x(c,2*i + u,j + v - 2)
                  enddo
                enddo
              enddo
            enddo
          enddo
        enddo
        """;

    /** Axes of several loops: sizes at which rows are aligned to wide accesses, and at which they are not. */
    @ParameterizedTest
    @CsvSource({
        "CONTRACTED, 8 16 4, 4 4 1, 4, 2, 4",
        "CONTRACTED, 8 16 4, 4 4 1, 4, 2, 5",
        "CONTRACTED, 8 16 8, 2 4 1, 8, 1, 3",
        "CONVOLVED, 4 16 4, 2 4 1, 4, 2, 8",
        "CONVOLVED, 4 16 8, 2 4 1, 8, 2, 7",
    })
    void axesOfSeveralLoops(String name, String block, String thread, int kTile, int stages, long size) {
        LoopNest nest = NestParser.parse(name + ".nest", name.equals("CONVOLVED") ? CONVOLVED : CONTRACTED);
        Candidate candidate = new Candidate(numbers(block), numbers(thread), new Candidate.Options(kTile, stages));
        EmulatedPrograms program = EmulatedPrograms.of(nest, new Schedule.Coalesced(), candidate);
        EmulatedCase.Result result = program.run(program.same(size), size);
        assertTrue(result.ok(), result::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "BATCHED, 1 16 16 4, 1 4 4 1, 4, 2, 11",
        "BATCHED, 2 8 8 4, 1 2 4 1, 4, 1, 11",
        "CONTRACTED, 2 2 2 8 2 2, 1 1 2 2 1 1, 2, 2, 5",
        "CONTRACTED, 1 4 1 8 4 4, 1 2 1 2 1 1, 4, 2, 5",
    })
    void factorsAreStaged(String name, String block, String thread, int kTile, int stages, long size) {
        LoopNest nest = NestParser.parse(name + ".nest", name.equals("BATCHED") ? BATCHED : CONTRACTED);
        Candidate candidate = new Candidate(numbers(block), numbers(thread), new Candidate.Options(kTile, stages));
        try (Context context = new Context()) {
            Verdict verdict = new Tiler(DependenceAnalysis.analyze(context, nest)).plan(candidate);
            Piece piece = (Piece) ((Verdict.Legal) verdict)
                    .plan()
                    .launches()
                    .getFirst()
                    .blocks()
                    .getFirst();
            assertEquals(
                    2,
                    piece.statements().getFirst().accesses().stream()
                            .filter(a -> a.strategy() == Strategy.STAGED)
                            .count());
        }
        EmulatedPrograms program = EmulatedPrograms.of(nest, candidate);
        SequencedMap<String, Long> sizes = program.same(size);
        EmulatedCase.Result result = program.run(sizes, size);
        assertTrue(result.ok(), result::toString);
    }

    private static List<Integer> numbers(String text) {
        return List.of(text.split(" ")).stream().map(Integer::valueOf).toList();
    }
}
