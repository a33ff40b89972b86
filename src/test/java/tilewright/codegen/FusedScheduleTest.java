package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.parse.c.PolyBench;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Plans in the order that isl's scheduler finds. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class FusedScheduleTest {
    private static final List<Long> SIZES = List.of(2L, 7L, 13L);

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> everyFamilyOfEveryKernelIsProved() throws IOException {
        return PolyBench.kernels().stream()
                .map(k -> DynamicTest.dynamicTest(k, () -> {
                    try (Context context = new Context()) {
                        Dependences dependences = DependenceAnalysis.analyze(context, PolyBench.nest(k));
                        Tiler tiler = new Tiler(dependences, new Schedule.Fused());
                        for (Family family : tiler.families()) {
                            Plan plan = plan(tiler, family);
                            assertEquals(new PlanCheck.Result.Proved(), new PlanCheck(dependences).check(plan));
                        }
                    }
                }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gemver", "gesummv", "atax", "jacobi-1d", "fdtd-2d", "covariance", "trmm"})
    void theProgramComputesTheNest(String kernel) throws Exception {
        Plan plan;
        try (Context context = new Context()) {
            plan = plan(DependenceAnalysis.analyze(context, PolyBench.nest(kernel)), new Schedule.Fused());
        }
        Comparison.ofProgram(plan, folder, SIZES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gesummv", "gemver", "atax", "deriche"})
    void fewerLaunches(String kernel) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, PolyBench.nest(kernel));
            int apart = plan(dependences, new Schedule.Auto()).launches().size();
            int fused = plan(dependences, new Schedule.Fused()).launches().size();
            assertTrue(fused < apart, fused + " launches, " + apart + " of the parts");
        }
    }

    /** isl's first attempt ends in "unable to carry dependences". */
    @Test
    void loopsWithStepsHaveAnOrder() throws Exception {
        LoopNest nest = NestParser.parse("steps", """
            param n, m
            integer*2 h(-n - m - 8:2*n + 2*m + 12)
            do i = 1, n, 2
              do j = i, i - 1, -1
                h(i) = h(n)
              enddo
            enddo
            """);
        Plan plan;
        try (Context context = new Context()) {
            plan = plan(DependenceAnalysis.analyze(context, nest), new Schedule.Fused());
        }
        Comparison.ofProgram(plan, folder, SIZES);
    }

    @Test
    void sweepsThatFollowEachOtherShareALaunch() {
        LoopNest nest = NestParser.parse("sweeps", """
            do i = 1, n
              do j = 1, n
                b(i,j) = 2.0 * a(j,i)
              enddo
            enddo
            do i = 1, n
              do j = 1, n
                c(i,j) = b(j,i) + a(i,j)
              enddo
            enddo
            """);
        try (Context context = new Context()) {
            Plan plan = plan(DependenceAnalysis.analyze(context, nest), new Schedule.Fused());
            assertEquals(1, plan.launches().size(), "the second sweep is interchanged");
        }
    }

    private static Plan plan(Dependences dependences, Schedule schedule) {
        Tiler tiler = new Tiler(dependences, schedule);
        return plan(tiler, tiler.families().getLast());
    }

    private static Plan plan(Tiler tiler, Family family) {
        List<Integer> block = new ArrayList<>();
        for (LoopRole role : family.roles()) {
            block.add(role == LoopRole.HOST ? 1 : 4);
        }
        Candidate candidate = new Candidate(block, Collections.nCopies(block.size(), 1), new Candidate.Options(4, 1));
        return assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate)).plan();
    }
}
