package tilewright.dependence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

class LawsTest {
    private static final String NEST = """
        param n, m, root
        integer src(m), dst(m)
        real w(m), x(n), y(n)
        assume 1 <= src(e) .and. src(e) <= n
        assume 1 <= dst(e) .and. dst(e) <= n
        %s
        repeat
          do e = 1, m
            %s
          enddo
        until %s
        """;

    private static List<StatementLaws> laws(String facts, String statement, String until) {
        return Laws.of(NestParser.parse("t.nest", NEST.formatted(facts, statement, until)));
    }

    private static String because(Law law, String facts, String statement) {
        return laws(facts, statement, "unchanged(x)").getFirst().findings().stream()
                .filter(f -> f.law() == law)
                .map(f -> (f.holds() ? "yes: " : "no: ") + f.because())
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sssp                 | S1: chaotic lost-updates frontier window rows",
                "sssp-csr             | S1: chaotic lost-updates frontier window rows",
                "bfs                  | S1: chaotic lost-updates levels frontier window rows",
                "bfs-relaxation       | S1: chaotic lost-updates levels frontier window",
                "connected-components | S1: chaotic lost-updates frontier window; S2: chaotic lost-updates frontier"
                        + " window; S3: chaotic lost-updates",
                "widest-paths         | S1: chaotic lost-updates frontier",
                "reachability         | S1: chaotic lost-updates frontier",
                "spmv                 | S1: reduction rows",
                "pagerank             | S1: reduction rows; S2:; S3:; S4: reduction rows; S5:; S6: reduction; S7:",
                "johnson              | S1: chaotic lost-updates frontier; S2:; S3: chaotic lost-updates frontier; S4:",
            })
    void shippedNestsHaveTheirLaws(String name, String expected) {
        LoopNest nest = NestParser.parse(Path.of("loopnests/irregular", name + ".nest"));
        String found = Laws.of(nest).stream()
                .map(s -> s.statement().id() + ":"
                        + s.findings().stream()
                                .filter(StatementLaws.Finding::holds)
                                .map(f -> " "
                                        + f.law()
                                                .name()
                                                .toLowerCase(Locale.ROOT)
                                                .replace('_', '-'))
                                .collect(Collectors.joining()))
                .collect(Collectors.joining("; "));
        assertEquals(expected, found);
    }

    @Test
    void whatIsNotMonotoneIsNoRelaxation() {
        assertEquals(
                "no: w(e) - x(src(e)) is not proved to grow with the elements of x",
                because(Law.CHAOTIC, "", "x(dst(e)) = min(x(dst(e)), w(e) - x(src(e)))"));
        assertEquals(
                "no: x(src(e)) * w(e) is not proved to grow with the elements of x",
                because(Law.CHAOTIC, "", "x(dst(e)) = min(x(dst(e)), x(src(e)) * w(e))"));
        assertTrue(because(Law.CHAOTIC, "assume w(e) >= 0", "x(dst(e)) = min(x(dst(e)), x(src(e)) * w(e))")
                .startsWith("yes"));
        assertEquals(
                "no: it is no choice between x(dst(e)) and another value by min, max, .or. or .and.",
                because(Law.CHAOTIC, "", "x(dst(e)) = x(dst(e)) + x(src(e))"));
    }

    @Test
    void anotherWriterForbidsOtherOrders() {
        assertEquals(
                "no: S2 (line 10) changes x too, and is no relaxation by min",
                because(Law.CHAOTIC, "", "x(dst(e)) = min(x(dst(e)), x(src(e)) + w(e))\nx(e) = w(e)"));
        assertEquals(
                "no: it reads y, which the passes change too",
                because(Law.CHAOTIC, "", "x(dst(e)) = min(x(dst(e)), x(src(e)) + y(src(e)))\ny(dst(e)) = w(e)"));
    }

    @Test
    void countedPassesForbidOtherOrders() {
        StatementLaws.Finding finding = laws("", "x(dst(e)) = min(x(dst(e)), x(src(e)) + w(e))", "(x(1) < 3.0)")
                .getFirst()
                .findings()
                .getFirst();
        assertEquals(
                "the passes do not go on until x is unchanged, so that their number is part of the result",
                finding.because());
    }

    @Test
    void comparisonsBecomeMinima() {
        StatementLaws laws = laws("", "if (x(src(e)) + w(e) < x(dst(e))) x(dst(e)) = x(src(e)) + w(e)", "unchanged(x)")
                .getFirst();
        assertEquals("x(dst(e)) = min(x(dst(e)), x(src(e)) + w(e))", String.valueOf(laws.relaxation()));
    }

    @Test
    void windowsNeedWeightsThatAreNotNegative() {
        String relaxation = "x(dst(e)) = min(x(dst(e)), x(src(e)) + w(e))";
        assertTrue(because(Law.WINDOW, "", relaxation).startsWith("no"));
        assertTrue(because(Law.WINDOW, "assume w(e) >= 0", relaxation).startsWith("yes"));
        assertTrue(because(Law.WINDOW, "assume w(e) > -1", relaxation).startsWith("no"));
    }
}
