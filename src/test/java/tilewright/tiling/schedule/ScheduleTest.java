package tilewright.tiling.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.c.PolyBench;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Plans that keep the order of the nest as written. */
class ScheduleTest {
    @TestFactory
    Stream<DynamicTest> everyKernelHasAProvedPlanInItsOriginalOrder() throws IOException {
        return PolyBench.kernels().stream()
                .map(k -> DynamicTest.dynamicTest(k, () -> inOriginalOrder(PolyBench.nest(k))));
    }

    private static void inOriginalOrder(LoopNest nest) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, nest);
            Tiler tiler = new Tiler(dependences, new Schedule.Original());
            Family family = tiler.families().getLast();
            Plan plan = assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate(family)))
                    .plan();

            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
            assertEquals(List.of(), plan.scratch());
            assertFalse(afterParallel(family.roles()), family::toString);
            List<Integer> places = plan.launches().stream()
                    .map(l -> l.pieces()
                            .getFirst()
                            .statements()
                            .getFirst()
                            .statement()
                            .id())
                    .map(id -> nest.statement(id).order().getFirst())
                    .toList();
            assertEquals(places.stream().sorted().toList(), places);
        }
    }

    /** Whether a loop that the host runs stands inside a parallel one: then loops were interchanged. */
    private static boolean afterParallel(List<LoopRole> roles) {
        return roles.lastIndexOf(LoopRole.HOST) > Math.max(0, roles.indexOf(LoopRole.PARALLEL))
                && roles.contains(LoopRole.PARALLEL);
    }

    private static Candidate candidate(Family family) {
        List<Integer> block = family.roles().stream()
                .map(r -> r == LoopRole.HOST ? 1 : r == LoopRole.PARALLEL ? 8 : 4)
                .toList();
        return new Candidate(block, Collections.nCopies(block.size(), 1), new Candidate.Options(4, 1));
    }

    @Test
    void elsewhereTheOrderMayChange() throws IOException {
        try (Context context = new Context()) {
            Dependences cholesky = DependenceAnalysis.analyze(context, PolyBench.nest("cholesky"));

            assertTrue(new Tiler(cholesky).families().getFirst().roles().contains(LoopRole.HOST_BLOCKS));
            assertFalse(new Tiler(cholesky, new Schedule.Original())
                    .families()
                    .getFirst()
                    .roles()
                    .contains(LoopRole.HOST_BLOCKS));
        }
    }
}
