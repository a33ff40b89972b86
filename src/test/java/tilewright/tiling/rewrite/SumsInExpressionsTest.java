package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.parse.NestParser;
import tilewright.tiling.check.ExpansionCheck;

class SumsInExpressionsTest {
    private static LoopNest nest(String body) {
        String head =
                "param n, t; real a(0:n+2), b(0:n+1), w(3), z(0:n+2,0:n+2), y(0:n+2,0:n+2); double precision d(0:n+1);"
                        + " local real s; ";
        return NestParser.parse("t.nest", (head + body).replace("; ", "\n") + "\n");
    }

    private static String changed(String body) {
        return SumsInExpressions.of(nest(body))
                .map(n -> NestPrinter.print(n.body()).lines().map(String::strip).collect(Collectors.joining("; ")))
                .orElse("");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        do l = 1, t; do i = 1, n; s = a(i); do k = 1, 2; s = s + w(k) * a(i + k - 1); enddo; b(i) = s; enddo; do i = 1, n; a(i) = b(i); enddo; enddo ~ do l = 1, t; do i = 1, n; b(i) = (a(i) + (w(1) * a(i))) + (w(2) * a(i + 1)); enddo; do i = 1, n; a(i) = b(i); enddo; enddo
        do l = 1, t; do i = 2, n; s = 0; do k = 1, 0, -1; s = s * a(i - k); enddo; s = s + w(1); a(i) = 2 * s - a(i); enddo; enddo ~ do l = 1, t; do i = 2, n; a(i) = (2 * (((0 * a(i - 1)) * a(i)) + w(1))) - a(i); enddo; enddo
        do l = 1, t; do i = 1, n; do j = 1, n; s = 0; do p = 0, 1; do q = 0, 1; s = s + w(p + 1) * z(i + p,j + q); enddo; enddo; y(i,j) = s; enddo; enddo; do i = 1, n; do j = 1, n; z(i,j) = y(i,j); enddo; enddo; enddo ~ do l = 1, t; do i = 1, n; do j = 1, n; y(i,j) = (((0 + (w(1) * z(i,j))) + (w(1) * z(i,j + 1))) + (w(2) * z(i + 1,j))) + (w(2) * z(i + 1,j + 1)); enddo; enddo; do i = 1, n; do j = 1, n; z(i,j) = y(i,j); enddo; enddo; enddo
        """)
    void sumsOfNeighboursBecomeExpressions(String body, String expected) {
        assertEquals(expected, changed(body));
        LoopNest written = nest(body);
        try (Context context = new Context()) {
            assertEquals(
                    Optional.empty(),
                    new ExpansionCheck(
                                    DependenceAnalysis.analyze(context, written, false),
                                    DependenceAnalysis.analyze(
                                            context,
                                            SumsInExpressions.of(written).orElseThrow(),
                                            false))
                            .difference());
        }
    }

    /** Not where there are no steps, terms are too many or of no known number, a guard is among them, what they read is written beside them, the sum is used twice, or has another type. */
    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        do i = 1, n; s = 0; do k = 1, 2; s = s + w(k) * a(i + k - 1); enddo; b(i) = s; enddo
        do l = 1, t; do i = 1, n; s = 0; do k = 1, 2; s = s + w(k) * z(l,i + k - 1); enddo; z(l,i) = s; enddo; enddo
        do l = 1, t; do i = 1, n; s = 0; do k = 1, 33; s = s + a(i); enddo; a(i) = s; enddo; enddo
        do l = 1, t; do i = 1, n; s = 0; do k = 1, n; s = s + a(k); enddo; b(i) = s; enddo; do i = 1, n; a(i) = b(i); enddo; enddo
        do l = 1, t; do i = 1, n; s = 0; do p = 0, 1; do q = p, 1; s = s + z(i + p,q); enddo; enddo; y(i,1) = s; enddo; do i = 1, n; z(i,1) = y(i,1); enddo; enddo
        do l = 1, t; do i = 1, n; s = 0; do k = 0, 1; if (i > 3) then; s = s + a(i + k); endif; enddo; b(i) = s; enddo; do i = 1, n; a(i) = b(i); enddo; enddo
        do l = 1, t; do i = 1, n; s = 0; do k = 0, 1; s = s + a(i + k); a(i) = 1; enddo; b(i) = s; enddo; enddo
        do l = 1, t; do i = 1, n; s = 0; do k = 0, 1; s = s + a(i + k); enddo; b(i) = s * s; enddo; do i = 1, n; a(i) = b(i); enddo; enddo
        do l = 1, t; do i = 1, n; s = 0; do k = 0, 1; s = s + a(i + k); enddo; d(i) = s; a(i) = 1; enddo; enddo
        """)
    void otherSumsStay(String body) {
        assertEquals("", changed(body));
    }
}
