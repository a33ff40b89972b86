package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;

/** What full blocks need not ask. */
class FullBlocksTest {
    /** Blocks behind the first one that has pivots are those of an elimination from 1 on: whole loops, wide loads and stores. */
    @Test
    void anEliminationThatBeginsAtAParameterHasTheSameFullBlocks() {
        String fromOne = diagonal("1");
        String fromP = diagonal("p + 1");
        assertTrue(fromOne.contains("copy4(&a["), fromOne);
        for (String body : List.of(fromOne, fromP)) {
            assertTrue(body.contains("k_group < 32"), body);
            assertEquals(1, count(body, "&a_ij[0][mj], &a["), body);
            assertEquals(1, count(body, "a_pitch + j - 1], &a_ij[0][mj]);"), body);
            assertFalse(body.contains("if (j >= "), body);
        }
    }

    /** Whether the last chunk of a sum is whole is no question of blocks, and threads without points do nothing. */
    @Test
    void whatAStatementAsksItselfKeepsNoBlockFromBeingFull() {
        String filter = """
            param n, m
            real x(n + m), y(n), h(m)
            do i = 1, n
              y(i) = 0
              do k = 1, m
                y(i) = y(i) + h(k) * x(i+k-1)
              enddo
            enddo
            """;
        Candidate candidate = new Candidate(List.of(256, 8, 16), List.of(4, 1, 1), new Candidate.Options(1, 1));
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(
                    DependenceAnalysis.analyze(context, NestParser.parse("filter", filter)), new Schedule.Chunks());
            if (!(tiler.plan(candidate) instanceof Verdict.Legal legal)) {
                throw new AssertionError("illegal");
            }
            String text = CudaText.of(legal.plan());
            String vote = text.lines()
                    .filter(l -> l.contains("__any_sync"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(text));
            assertFalse(vote.matches(".*\\bm\\b.*"), vote);
            assertTrue(text.contains("copy4(&h_window[r12]"), text);
            assertTrue(text.matches("(?s).*if \\(!\\([^;]*i_base \\+ i_own - n <= 0\\)\\) \\{\\s+return;.*"), text);
        }
    }

    private static int count(String text, String part) {
        return (text.length() - text.replace(part, "").length()) / part.length();
    }

    /** The text of what the full diagonal block of an elimination runs. */
    private static String diagonal(String first) {
        String nest = """
            param n, p
            real a(n, n)
            do k = %s, n - 1
              do i = k + 1, n
                a(i,k) = a(i,k) / a(k,k)
                do j = k + 1, n
                  a(i,j) = a(i,j) - a(i,k) * a(k,j)
                enddo
              enddo
            enddo
            """.formatted(first);
        Candidate candidate = new Candidate(List.of(32, 32, 32), List.of(1, 1, 4), new Candidate.Options(16, 2));
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, NestParser.parse("part", nest)));
            if (!(tiler.plan(candidate) instanceof Verdict.Legal legal)) {
                throw new AssertionError("illegal");
            }
            String text = CudaText.of(legal.plan());
            int from = text.indexOf("part_level0_the_one_block(");
            return text.substring(from, text.indexOf("\n}\n", from));
        }
    }
}
