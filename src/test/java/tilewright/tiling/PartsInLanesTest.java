package tilewright.tiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** An elimination with panels ahead, and what comes behind or before it. */
class PartsInLanesTest {
    private static final String ELIMINATION = """
        do k = 1, n
          do i = k + 1, n
            a(i,k) = a(i,k) / a(k,k)
            do j = k + 1, n
              a(i,j) = a(i,j) - a(i,k) * a(k,j)
            enddo
          enddo
        enddo
        """;

    private static final String DIAGONAL = """
        do i = 1, n
          d(i) = a(i,i)
        enddo
        """;

    private static final String SCALED = """
        do i = 1, n
          a(i,i) = a(i,i) + d(i)
        enddo
        """;

    @Test
    void theLaunchBehindAnEliminationMeetsItsPanels() {
        check(ELIMINATION + DIAGONAL, "ahead ahead ahead ahead,meets main main,meets", true);
    }

    @Test
    void anEliminationBehindAnotherPartIsInOneLane() {
        check(SCALED + ELIMINATION, "main main main main main main", true);
    }

    /** Panels of the last step may still run when the part behind them starts. */
    @Test
    void aPartThatDoesNotMeetIsRefused() {
        check(ELIMINATION + DIAGONAL, "ahead ahead ahead ahead,meets main main", false);
    }

    private static void check(String nest, String lanes, boolean right) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(
                    context,
                    NestParser.parse(
                            "test.nest",
                            "param n\n"
                                    + "double precision a(n, n)\n"
                                    + "double precision d(n)\n"
                                    + "init a(i,j) = merge(n + rnd(), rnd(), i == j)\n"
                                    + nest));
            Candidate candidate = new Candidate(List.of(16, 16, 16), List.of(1, 1, 1), new Candidate.Options(8, 1, 8));
            Plan plan = assertInstanceOf(Verdict.Legal.class, new Tiler(dependences).plan(candidate))
                    .plan();
            if (!right) {
                List<HostStep> steps = new ArrayList<>(plan.host());
                steps.addAll(PartsInLanes.inMain(List.of(steps.removeLast())));
                plan = new Plan(plan.written(), plan.nest(), candidate, plan.family(), plan.rule(), steps);
            }
            assertEquals(
                    lanes, plan.launches().stream().map(l -> lane(l.lane())).collect(Collectors.joining(" ")));
            PlanCheck.Result result = new PlanCheck(dependences).check(plan);
            assertEquals(right, result instanceof PlanCheck.Result.Proved, result::toString);
        }
    }

    private static String lane(HostStep.Lane lane) {
        return (lane.ahead() ? "ahead" : "main") + (lane.meets() ? ",meets" : "");
    }
}
