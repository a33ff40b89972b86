package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.parse.NestParser;
import tilewright.tiling.check.ExpansionCheck;

class StoredLocalsTest {
    private static LoopNest nest(String body) {
        String head = "param n; real a(n,n), b(n,n), c(n,n); double precision d(n,n); local real s, r; ";
        return NestParser.parse("t.nest", (head + body).replace("; ", "\n") + "\n");
    }

    private static String placed(String body) {
        Optional<LoopNest> placed = StoredLocals.of(nest(body));
        return placed.map(n ->
                        NestPrinter.print(n.body()).lines().map(String::strip).collect(Collectors.joining("; ")))
                .orElse("");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        do i = 1, n; do j = 1, n; s = 0; do k = 1, n; s = s + a(i,k) * b(k,j); enddo; c(i,j) = s; enddo; enddo ~ do i = 1, n; do j = 1, n; c(i,j) = 0; do k = 1, n; c(i,j) = c(i,j) + (a(i,k) * b(k,j)); enddo; enddo; enddo
        s = 0; do k = 1, n; s = s + a(1,k); enddo; c(1,1) = s ~ c(1,1) = 0; do k = 1, n; c(1,1) = c(1,1) + a(1,k); enddo
        do i = 1, n; s = 0; do k = 1, n; s = s + a(i,k); b(k,i) = s; enddo; c(i,i) = s; enddo ~ do i = 1, n; c(i,i) = 0; do k = 1, n; c(i,i) = c(i,i) + a(i,k); b(k,i) = c(i,i); enddo; enddo
        do i = 1, n; do j = i + 1, n; s = 9; do k = i, j - 1; s = min(s, c(i,k) + c(k + 1,j)); enddo; c(i,j) = s; enddo; enddo ~ do i = 1, n; do j = i + 1, n; c(i,j) = 9; do k = i, j - 1; c(i,j) = min(c(i,j), c(i,k) + c(k + 1,j)); enddo; enddo; enddo
        do i = 3, n; s = 0; do k = 1, 2; do l = 1, k; s = s + c(i - l,l); enddo; enddo; c(i,2) = s; enddo ~ do i = 3, n; c(i,2) = 0; do k = 1, 2; do l = 1, k; c(i,2) = c(i,2) + c(i - l,l); enddo; enddo; enddo
        do i = 1, n; s = b(i,i); do k = 1, n; s = s + a(i,k); enddo; c(i,i) = max(s, 0) + b(i,i) * s; enddo ~ do i = 1, n; c(i,i) = b(i,i); do k = 1, n; c(i,i) = c(i,i) + a(i,k); enddo; c(i,i) = max(c(i,i), 0) + (b(i,i) * c(i,i)); enddo
        do i = 1, n; s = 0; do k = 1, n; s = s + a(i,k); enddo; c(i,i) = s; b(i,i) = 2 * s; enddo ~ do i = 1, n; b(i,i) = 0; do k = 1, n; b(i,i) = b(i,i) + a(i,k); enddo; c(i,i) = b(i,i); b(i,i) = 2 * b(i,i); enddo
        """)
    void whatIsMadeOfItStandsThere(String body, String expected) {
        assertEquals(expected, placed(body));
        try (Context context = new Context()) {
            LoopNest written = nest(body);
            assertEquals(
                    Optional.empty(),
                    new ExpansionCheck(
                                    DependenceAnalysis.analyze(context, written, false),
                                    DependenceAnalysis.analyze(
                                            context, StoredLocals.of(written).orElseThrow(), false))
                            .difference());
        }
    }

    /**
     * Not where it is added to what is there, used with another one, has another type, the array is accessed beside it, some iterations do not store it, or nothing is collected.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        do i = 1, n; s = 0; do k = 1, n; s = s + a(i,k); enddo; c(i,i) = 2 * s + c(i,i); enddo
        do i = 1, n; s = 0; r = 0; do k = 1, n; s = s + a(i,k); r = r + b(i,k); enddo; c(i,i) = s / r; enddo
        do i = 1, n; s = 0; do k = 1, n; s = s + a(i,k); enddo; d(i,i) = s; enddo
        do i = 1, n; s = 0; do k = 1, n; s = s + a(i,k) * c(i,k); enddo; c(i,i) = s; enddo
        do i = 1, n; do j = i + 1, n; s = 9; do k = i, j; s = min(s, c(i,k) + a(k,j)); enddo; c(i,j) = s; enddo; enddo
        do i = 1, n; do j = i + 1, n; s = 9; do k = i, j - 1; s = s + a(k,j); c(i,k) = s; enddo; c(i,j) = s; enddo; enddo
        do i = 1, n; s = 0; do k = 1, n; s = s + a(i,k) * c(k,i); enddo; c(i,i) = s; enddo
        do i = 1, n; s = 0; do k = 1, n; s = s + a(i,k); enddo; if (i > 3) then; c(i,i) = s; endif; enddo
        do i = 1, n; s = a(i,i); c(i,i) = s; b(i,i) = s; enddo
        """)
    void otherScalarsStay(String body) {
        assertEquals("", placed(body));
    }

    @Test
    void scalarsThatACallerPassesStay() {
        String text = NestPrinter.print(
                        nest("do i = 1, n; s = 0; do k = 1, n; s = s + a(i,k); enddo; c(i,i) = s; enddo"))
                .replace("local ", "");
        assertEquals(Optional.empty(), StoredLocals.of(NestParser.parse("t.nest", text)));
    }
}
