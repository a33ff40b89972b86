package tilewright.tiling.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.rewrite.CollapsedComponents;
import tilewright.tiling.rewrite.CollapsedComponents.Pair;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.text.PlanRoundTrip;

/** Nests of points and components, and of both as one, compared. */
class ReindexCheckTest {
    private static final String WRITTEN = """
        param n, m, steps
        real u(n, m, 3)
        do t = 1, steps
          do i = 2, n - 1
            do j = 2, m - 1
              do c = 1, 3
                u(i,j,c) = u(i-1,j,c) + u(i,j-1,c)
                u(i,j,c) = u(i,j,c) - 2
              enddo
            enddo
          enddo
        enddo
        """;
    private static final String COLLAPSED = """
        param n, m, steps
        real u(n, 3:3*m + 2)
        do t = 1, steps
          do i = 2, n - 1
            do x = 6, 3*m - 1
              u(i,x) = u(i-1,x) + u(i,x-3)
              u(i,x) = u(i,x) - 2
            enddo
          enddo
        enddo
        """;
    private static final Pair PAIR = new Pair("j", "c", 3, 1);

    private static Optional<String> difference(String collapsed, Pair pair) {
        try (Context context = new Context()) {
            Dependences written = DependenceAnalysis.analyze(context, NestParser.parse("u.nest", WRITTEN));
            CollapsedComponents components =
                    new CollapsedComponents(NestParser.parse("u.nest", collapsed), Map.of("x", pair));
            return new ReindexCheck(DependenceAnalysis.withSilent(written), components.nest(), components.parts())
                    .difference();
        }
    }

    @Test
    void bothComputeTheSame() {
        assertEquals(Optional.empty(), difference(COLLAPSED, PAIR));
    }

    @ParameterizedTest
    @CsvSource({
        "'x = 6, 3*m - 1', 'x = 6, 3*m', 'S1 runs for other iterations'",
        "'x = 6, 3*m - 1', 'x = 6, 3*m - 1, 3', 'iterations of S1 do not run'",
        "'u(i,x-3)', 'u(i,x-1)', 'S1 accesses another element than u(i,j - 1,c)'",
        "'u(i-1,x)', 'u(i,x)', 'S1 accesses another element than u(i - 1,j,c)'",
        "'x) - 2', 'x) - 3', 'S2 computes something else'",
        "'x) - 2', 'x) + 2', 'S2 computes something else'",
    })
    void whatDiffersIsFound(String what, String with, String difference) {
        assertEquals(Optional.of(difference), difference(COLLAPSED.replace(what, with), PAIR));
    }

    @Test
    void loopsThatCountSomethingElseDiffer() {
        assertEquals(Optional.of("S1 runs for other iterations"), difference(COLLAPSED, new Pair("j", "c", 2, 1)));
    }

    /** Rows from the last one on: u(i-1,j,c) would be read before it is written. */
    @Test
    void anOrderThatBreaksADependenceIsFound() {
        String difference = difference(COLLAPSED.replace("i = 2, n - 1", "i = n - 1, 2, -1"), PAIR)
                .orElseThrow();
        assertEquals("does not keep its order", difference.substring(Math.max(0, difference.indexOf("does"))));
    }

    @Test
    void plansAreProvedAndKeepTheirText() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("u.nest", WRITTEN));
            Candidate candidate = new Candidate(List.of(4, 8), List.of(1, 1), new Candidate.Options(1, 1));
            Plan plan = assertInstanceOf(Verdict.Legal.class, new Tiler(dependences).plan(candidate))
                    .plan();
            assertEquals(2, plan.nest().array("u").dimensions());
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
            PlanRoundTrip.check(plan);
        }
    }
}
