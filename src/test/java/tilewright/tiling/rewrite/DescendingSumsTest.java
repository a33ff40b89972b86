package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Node;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Sums that run down with the loops around them, and what plans make of that. */
class DescendingSumsTest {
    private static final String BACK = """
        param n
        %s
        real a(n,n), x(n)
        do i = n, 1, %s
          do j = i + 1, n
            %s
          enddo
          x(i) = x(i) / a(i,i)
        enddo
        """;
    private static final String FREE = "assume associative(+)";
    private static final String SOLVE = "x(i) = x(i) - a(i,j) * x(j)";

    private static List<String> down(String text) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("test.nest", text));
            return DescendingSums.of(DependenceAnalysis.withSilent(dependences)).stream()
                    .map(Node.Loop::variable)
                    .toList();
        }
    }

    private static String back(String assumption, String step, String update) {
        return BACK.formatted(assumption, step, update);
    }

    private static String solves(String loops) {
        return """
            param n, m
            assume associative(+)
            real l(n,n), b(n,m)
            do i = n, 1, -1
              do k = i + 1, n
                do j = 1, m
                  b(i,j) = b(i,j) - l(%s) * b(k,j)
                enddo
              enddo
            enddo
            """.formatted(loops);
    }

    @Test
    void aSolveWhoseDiagonalIsOneRunsDownAroundItsRightHandSides() {
        assertEquals(List.of("k"), down(solves("i,k")));
        assertEquals(List.of("k"), down(solves("k,i")));
    }

    @Test
    void aSumOverWhatAnotherLoopAroundWritesUpwardsStays() {
        String text = """
            param n
            integer t(0:n,0:n)
            do i = n - 1, 0, -1
              do j = i + 1, n
                do k = i + 1, j - 1
                  t(i,j) = max(t(i,j), t(i,k) + t(k,j))
                enddo
              enddo
            enddo
            """;
        assertEquals(List.of(), down(text));
    }

    @Test
    void aSumOverWhatTheLoopAroundHasWrittenRunsDownWithIt() {
        String text = """
            param n
            assume associative(+)
            real a(n,n), x(n), y(n)
            do i = n, 1, -1
              do j = i + 1, n
                y(i) = y(i) - a(i,j) * x(j)
              enddo
              x(i) = y(i) / a(i,i)
            enddo
            """;
        assertEquals(List.of("j"), down(text));
        assertEquals(List.of(), down(text.replace("assume associative(+)", "")));
        assertEquals(List.of(), down(text.replace("i = n, 1, -1", "i = 1, n")));
        assertEquals(List.of(), down(text.replace("x(i) = y(i) / a(i,i)", "y(i) = y(i) / a(i,i)")));
        assertEquals(List.of(), down(text.replace("y(i) = y(i) - a(i,j)", "y(j) = y(j) - a(i,j)")));
    }

    @Test
    void theOrderOfOtherUpdatesStays() {
        assertEquals(List.of(), down(back(FREE, "-1", "x(i) = 0.5 * x(i) - a(i,j) * x(j)")));
        assertEquals(List.of(), down(back("", "-1", SOLVE)));
    }

    @Test
    void backSubstitutionRunsInBlocksAsForwardSubstitutionDoes() {
        String text = """
            param n
            assume associative(+)
            real a(n,n), x(n), y(n)
            do i = n, 1, -1
              do j = i + 1, n
                y(i) = y(i) - a(i,j) * x(j)
              enddo
              x(i) = y(i) / a(i,i)
            enddo
            """;
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("test.nest", text));
            Tiler tiler = new Tiler(dependences);
            Candidate sizes = new Candidate(List.of(8, 8), List.of(1, 1), new Candidate.Options(4, 1));
            Plan plan = assertInstanceOf(Verdict.Legal.class, tiler.plan(sizes)).plan();
            assertTrue(plan.rule().contains("run down with the loops around them"), plan.rule());
            assertTrue(tiler.families().getFirst().roles().contains(LoopRole.HOST_BLOCKS));
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
        }
    }
}
