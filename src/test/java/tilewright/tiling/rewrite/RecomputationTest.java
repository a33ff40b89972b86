package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.ExpansionCheck;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Temporaries that are computed where they are read. */
class RecomputationTest {
    private static final String ROW = """
        param n
        real u(n, n), r(n, n), t(n)
        do j = 2, n - 1
          do i = 1, n
            t(i) = u(j-1,i) + u(j+1,i)
          enddo
          do i = 2, n - 1
            r(j,i) = u(j,i) - (t(i-1) + t(i+1))
          enddo
        enddo
        """;

    private static Optional<LoopNest> anew(String text) {
        try (Context context = new Context()) {
            return Recomputation.of(analyze(context, NestParser.parse("nest", text)));
        }
    }

    private static Dependences analyze(Context context, LoopNest nest) {
        return DependenceAnalysis.analyze(context, nest, false);
    }

    private static Optional<String> difference(String before, LoopNest after) {
        try (Context context = new Context()) {
            return new ExpansionCheck(analyze(context, NestParser.parse("nest", before)), analyze(context, after))
                    .difference();
        }
    }

    private static List<String> statements(LoopNest nest) {
        return nest.statements().stream().map(s -> s.statement().toString()).toList();
    }

    @Test
    void aRowOfTheIterationIsMadeByWhoReadsIt() {
        LoopNest anew = anew(ROW).orElseThrow();

        assertEquals(
                List.of(
                        "r(j,i) = u(j,i) - ((u(j - 1,i - 1) + u(j + 1,i - 1)) + (u(j - 1,i + 1) + u(j + 1,i + 1)))",
                        "t(i) = u(j - 1,i) + u(j + 1,i)"),
                statements(anew));
        assertEquals(Optional.empty(), difference(ROW, anew));
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(analyze(context, NestParser.parse("nest", ROW)));
            Candidate candidate = new Candidate(List.of(4, 4), List.of(1, 1), new Candidate.Options(1, 1));
            Plan plan =
                    assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate)).plan();
            assertTrue(plan.scratch().isEmpty(), plan::toString);
            assertTrue(plan.rule().startsWith("temporaries are computed where they are read"), plan.rule());
        }
    }

    /** Of another element, of another operation, or of an iteration that the nest as written has not last. */
    @Test
    void whatIsComputedOtherwiseIsSeen() {
        String right = anew(ROW).orElseThrow().toString();
        for (String[] wrong : List.of(
                new String[] {"u(j + 1,i - 1)", "u(j + 1,i)"},
                new String[] {"u(j - 1,i + 1) + u", "u(j - 1,i + 1) - u"},
                new String[] {"u(j - 1,i + 1) + u(j + 1,i + 1)", "u(j + 1,i + 1) + u(j - 1,i + 1)"},
                new String[] {"t(i) = u(j - 1,i)", "t(i) = u(j,i)"},
                new String[] {"do j = n - 1, n - 1", "do j = 2, 2"})) {
            String text = right.replace(wrong[0], wrong[1]);
            assertTrue(!text.equals(right), wrong[0] + " in\n" + right);
            assertTrue(difference(ROW, NestParser.parse("nest", text)).isPresent(), text);
        }
    }

    @Test
    void temporariesOfTemporaries() {
        String text = """
            param n
            real x(n), y(n), o(n), q(n), d, e
            do i = 1, n
              d = x(i) - y(i)
              e = d * d
              o(i) = e + d
              q(i) = e * y(i)
            enddo
            """;
        LoopNest anew = anew(text).orElseThrow();

        assertEquals(
                List.of(
                        "o(i) = ((x(i) - y(i)) * (x(i) - y(i))) + (x(i) - y(i))",
                        "q(i) = ((x(i) - y(i)) * (x(i) - y(i))) * y(i)",
                        "d = x(i) - y(i)",
                        "e = (x(i) - y(i)) * (x(i) - y(i))"),
                statements(anew));
        assertEquals(Optional.empty(), difference(text, anew));
    }

    /** What nobody reads is written once. */
    @Test
    void onlyTheLastValueIsLeft() {
        String text = """
            param n
            real x(n, n), o(n, n), last
            do i = 1, n
              do j = 1, n
                o(i,j) = 0.5 * x(i,j)
                last = x(i,j)
              enddo
            enddo
            """;
        LoopNest anew = anew(text).orElseThrow();

        assertEquals(List.of("o(i,j) = 0.5 * x(i,j)", "last = x(i,j)"), statements(anew));
        assertEquals("n", anew.statements().getLast().loops().getFirst().lower().toString());
        assertEquals(Optional.empty(), difference(text, anew));
    }

    /** A quotient for several readers, what others overwrite, a value for a whole loop, a sum, and a recurrence. */
    @Test
    void othersKeepTheirMemory() {
        assertEquals(Optional.empty(), anew(ROW.replace("u(j-1,i) + u(j+1,i)", "exp(u(j-1,i)) / (u(j+1,i) + 3.0)")));
        assertEquals(Optional.empty(), anew(ROW.replace("r(", "u(").replace("real u(n, n), u(n, n)", "real u(n, n)")));
        assertEquals(Optional.empty(), anew("""
            param n
            real x(n), a(n, n), s
            do i = 1, n
              s = x(i) + 1.0
              do j = 1, n
                a(i,j) = a(i,j) * s
              enddo
            enddo
            """));
        assertEquals(Optional.empty(), anew("""
            param n
            real a(n, n), o(n), s
            do i = 1, n
              s = 0.0
              do j = 1, n
                s = s + a(i,j)
              enddo
              o(i) = s
            enddo
            """));
        assertEquals(Optional.empty(), anew("""
            param n
            real x(n), o(n), s
            do i = 1, n
              s = 0.5 * s + x(i)
              o(i) = s
            enddo
            """));
    }
}
