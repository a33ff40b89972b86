package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.parse.NestParser;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Nests whose launches are many and small compute what they should, without a fault. */
class ChainedNestsTest {
    /** Costs of products of matrices whose extents are p. */
    private static final String MATRIX_CHAIN = """
        param n
        integer t(n, n), p(0:n)
        do i = n, 1, -1
          t(i,i) = 0
          do j = i + 1, n
            t(i,j) = t(i + 1,j) + p(i - 1) * p(i) * p(j)
            do k = i + 1, j - 1
              t(i,j) = min(t(i,j), t(i,k) + t(k + 1,j) + p(i - 1) * p(k) * p(j))
            enddo
          enddo
        enddo
        init p(i) = 9 * rnd()
        """;

    private static final String LONGEST_ROWS = """
        param n
        real y(n), a(n, n)
        do i = 1, n
          do j = 1, n
            y(i) = max(y(i), a(i,j))
          enddo
        enddo
        """;

    /** Tridiagonal systems, a row each. */
    private static final String TRIDIAGONAL = """
        param n
        double precision c(n, n), d(n, n), x(n, n)
        do i = 1, n
          do j = 2, n
            c(i,j) = 1.0 / (4.0 + c(i,j - 1))
            d(i,j) = (d(i,j) + d(i,j - 1)) * c(i,j)
          enddo
          do j = n - 1, 1, -1
            x(i,j) = d(i,j) + c(i,j) * x(i,j + 1)
          enddo
        enddo
        """;

    /** Best alignment of two sequences. */
    private static final String ALIGNMENT = """
        param n
        integer h(0:n, 0:n), a(n), b(n)
        do i = 1, n
          do j = 1, n
            h(i,j) = max(max(h(i - 1,j - 1) + merge(2, -1, a(i) == b(j)), h(i - 1,j) - 1), h(i,j - 1) - 1)
          enddo
        enddo
        init a(i) = 4 * rnd()
        init b(i) = 4 * rnd()
        """;

    /** A chain of statements at one point, and behind a value of another point one more. */
    private static final String POINTS = """
        param n
        double precision a(n), b(n), c(n), d(n), e(n)
        do t = 1, 3
          do i = 1, n
            a(i) = 0.5 * e(i) + 1.0
            b(i) = 0.5 * a(i)
            c(i) = b(i) + a(i)
            if (i > 2) d(i) = 0.5 * c((i + 1) / 2)
            e(i) = d(i) + c(i)
          enddo
        enddo
        """;

    @ParameterizedTest
    @CsvSource({
        "POINTS, 1 8, 1 1, 1",
        "MATRIX_CHAIN, 4 32, 1 1, 1",
        "LONGEST_ROWS, 4 32, 1 1, 1",
        "TRIDIAGONAL, 32 8, 1 1, 8",
        "ALIGNMENT, 16 8, 1 1, 16",
    })
    void computesTheNest(String name, String block, String thread, int chunk) {
        String text = switch (name) {
            case "MATRIX_CHAIN" -> MATRIX_CHAIN;
            case "LONGEST_ROWS" -> LONGEST_ROWS;
            case "TRIDIAGONAL" -> TRIDIAGONAL;
            case "ALIGNMENT" -> ALIGNMENT;
            case "POINTS" -> POINTS;
            default -> throw new IllegalArgumentException(name);
        };
        Candidate candidate = new Candidate(numbers(block), numbers(thread), new Candidate.Options(chunk, 1));
        EmulatedPrograms program = EmulatedPrograms.of(NestParser.parse(name + ".nest", text), candidate);
        for (long size : new long[] {3, 37}) {
            SequencedMap<String, Long> sizes = program.same(size);
            EmulatedCase.Result result = program.run(sizes, size);
            assertTrue(
                    result.ok(),
                    () -> program + " " + sizes + " " + result.verification().message());
        }
    }

    private static List<Integer> numbers(String text) {
        return Arrays.stream(text.split(" ")).map(Integer::valueOf).toList();
    }
}
