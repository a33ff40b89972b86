package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.parse.NestParser;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Sums in tiles, in spans of fronts, compute the nest at sizes that no tile, span or block divides. */
class IntervalsTest {
    private static final String CHAIN = """
        param n
        real m(0:n-1,0:n-1), p(0:n)
        init m(i,j) = merge(0.0, 1000000.0, i == j)
        init p(i) = rnd()
        do i = n-1, 0, -1
          do j = i+1, n-1
            do k = i, j-1
              m(i,j) = min(m(i,j), m(i,k) + m(k+1,j) + p(i)*p(k+1)*p(j+1))
            enddo
          enddo
        enddo
        """;

    /** Of the loop over columns of a span, the blocks of a front have only those of a tile. */
    private static final Candidate WIDE =
            new Candidate(List.of(1, 16, 64, 32), List.of(1, 2, 4, 1), new Candidate.Options(32, 2));

    @Test
    void aSpanHasAProductForAllOfItsFronts() {
        EmulatedPrograms programs = EmulatedPrograms.of(NestParser.parse("chain.nest", CHAIN), WIDE);
        for (long n : new long[] {1, 2, 33, 97, 131, 261}) {
            EmulatedCase.Result result = programs.run(programs.same(n), n);
            assertTrue(
                    result.ok(),
                    () -> programs + " " + n + " " + result.verification().message());
        }
    }
}
