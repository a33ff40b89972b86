package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.parse.NestParser;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Blocks that set their elements before their loops and finish them after these compute the nest, those without iterations and those at the boundary included. */
class BegunBlocksTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "c(i,j) = 0.5 * c(i,j) + d(j) | c(i,j) = c(i,j) / (1 + d(i))",
                "c(i,j) = i | e(j,i) = d(j) * c(i,j)",
                "if (i >= j) then; c(i,j) = d(i) / d(j); endif | if (j > i) then; c(i,j) = max(c(i,j), d(i)); endif"
            })
    void products(String first, String last) {
        Candidate candidate = new Candidate(List.of(16, 8, 32), List.of(2, 1, 4), new Candidate.Options(8, 2));
        check("""
            param n, m
            double precision c(n, n)
            double precision a(n, m)
            double precision b(m, n)
            double precision d(n)
            double precision e(n, n)
            init d(i) = 1 + rnd()
            assume associative(+)
            do i = 1, n
              do j = 1, n
                FIRST
              enddo
            enddo
            do i = 1, n
              do k = 1, m
                do j = 1, n
                  c(i,j) = c(i,j) + a(i,k) * b(k,j)
                enddo
              enddo
            enddo
            do i = 1, n
              do j = 1, n
                LAST
              enddo
            enddo
            """.replace("FIRST", lines(first)).replace("LAST", lines(last)), candidate);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"y(i) = 2 * y(i) | y(i) = sqrt(y(i)) + d(i)", "y(i) = d(n + 1 - i) | x(n + 1 - i) = y(i) * d(i)"})
    void sums(String first, String last) {
        check(
                """
                param n, m
                double precision y(n)
                double precision a(n, m)
                double precision d(n)
                double precision x(n)
                assume associative(+)
                do i = 1, n
                  FIRST
                  do j = 1, m
                    y(i) = y(i) + a(i,j)
                  enddo
                  LAST
                enddo
                """.replace("FIRST", first).replace("LAST", last),
                new Candidate(List.of(2, 32), List.of(1, 1), new Candidate.Options(1, 1)));
    }

    private static String lines(String statement) {
        return statement.replace("; ", "\n ");
    }

    private static void check(String nest, Candidate candidate) {
        EmulatedPrograms program = EmulatedPrograms.of(NestParser.parse("test.nest", nest), candidate);
        assertEquals(1, program.plan().launches().size());
        for (List<Long> sizes : List.of(List.of(37L, 0L), List.of(33L, 7L), List.of(32L, 19L))) {
            SequencedMap<String, Long> named = new LinkedHashMap<>();
            named.put("n", sizes.get(0));
            named.put("m", sizes.get(1));
            EmulatedCase.Result result = program.run(named, 1);
            assertTrue(result.ok(), () -> named + ": " + result.verification().message());
        }
    }
}
