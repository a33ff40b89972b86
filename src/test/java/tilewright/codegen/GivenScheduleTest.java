package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.parse.ScheduleParser;
import tilewright.parse.c.PolyBench;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Nests run in an order that a user gives: proved, and with the nest's results. */
class GivenScheduleTest {
    private static final List<Long> SIZES = List.of(1L, 2L, 7L, 13L);
    private static final String TWO = """
        param n
        real a(n,n), b(n,n), c(n,n)
        do i = 1, n
          do j = 1, n
            b(i,j) = 2.0 * a(i,j)
          enddo
        enddo
        do i = 1, n
          do j = 1, n
            c(i,j) = b(i,j) + a(i,j)
          enddo
        enddo
        """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        matmul    | interchange                | { S1[i,j,k] -> [k,j,i] }
        matmul    | other names                | { S1[x,y,z] -> [x,z,y] }
        matmul    | reversal                   | { S1[i,j,k] -> [-j,i,k] }
        matmul    | skewing                    | { S1[i,j,k] -> [i+k,j,k] }
        matmul    | strides                    | { S1[i,j,k] -> [2j,i,3k+1] }
        matmul    | strips                     | { S1[i,j,k] -> [floor(i/4),j,i,k] }
        jacobi-1d | fusion with a shift        | { S1[t,i] -> [t,i,0]; S2[t,i] -> [t,i+1,1] }
        jacobi-1d | skewing, fusion and shift  | { S1[t,i] -> [t,2t+i,0]; S2[t,i] -> [t,2t+i+1,1] }
        jacobi-1d | as written                 | [n] -> { S1[t,i] -> [t,0,i]; S2[t,i] -> [t,1,i] }
        seidel-2d | a wave                     | { S1[t,i,j] -> [4t+2i+j,t,t+i] }
        seidel-2d | a wave inside              | { S1[t,i,j] -> [t,2i+j,i] }
        two       | fusion                     | { S1[i,j] -> [i,j,0]; S2[i,j] -> [i,j,1] }
        two       | fusion of one loop         | { S1[i,j] -> [i,0,j]; S2[i,j] -> [i,1,j] }
        two       | interchange and fusion     | { S1[i,j] -> [j,i,0]; S2[i,j] -> [j,i,1] : i > 0 }
        two       | one after the other        | { S1[i,j] -> [0,i,j]; S2[i,j] -> [1,j,i] }
        two       | a shift that leaves a rest | { S1[i,j] -> [i,j,0]; S2[i,j] -> [i+3,j,1] }
        """)
    void theProgramComputesTheNest(String name, String what, String order) throws Exception {
        LoopNest nest = nest(name);
        Plan plan;
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, nest);
            Tiler tiler = tiler(dependences, order);
            plan = assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate(tiler)), what)
                    .plan();
            assertEquals(new PlanCheck.Result.Proved(), new PlanCheck(dependences).check(plan));
        }
        Comparison.ofProgram(plan, folder, SIZES);
    }

    @Test
    void fusedStatementsRunInOneLaunch() {
        try (Context context = new Context()) {
            // Each point of the second loops needs one of the first: without fusion, too, the same blocks do both.
            Dependences points = DependenceAnalysis.analyze(context, nest("two"));
            assertEquals(1, launches(tiler(points, "{ S1[i,j] -> [0,i,j]; S2[i,j] -> [1,i,j] }")));
            Dependences dependences = DependenceAnalysis.analyze(
                    context,
                    NestParser.parse("sums", TWO.replace("c(i,j) = b(i,j) + a(i,j)", "c(i,1) = c(i,1) + b(i,j)")));
            Tiler fused = tiler(dependences, "{ S1[i,j] -> [i,j,0]; S2[i,j] -> [i,j,1] }");
            assertEquals(1, launches(fused));
            assertEquals(2, launches(tiler(dependences, "{ S1[i,j] -> [0,i,j]; S2[i,j] -> [1,i,j] }")));
        }
    }

    @Test
    void aWaveRunsInFronts() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, nest("seidel-2d"));
            Tiler tiler = tiler(dependences, "{ S1[t,i,j] -> [4t+2i+j,t,t+i] }");
            assertEquals(List.of("t1", "t", "t3"), tiler.ranked().loops());
            assertEquals(LoopRole.FRONTS, tiler.families().getFirst().roles().getFirst());
        }
    }

    private static int launches(Tiler tiler) {
        return assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate(tiler)))
                .plan()
                .launches()
                .size();
    }

    private static LoopNest nest(String name) {
        return switch (name) {
            case "two" -> NestParser.parse("two", TWO);
            case "seidel-2d" -> PolyBench.nest("seidel-2d");
            default -> NestParser.parse(Path.of("loopnests", name + ".nest"));
        };
    }

    private static Tiler tiler(Dependences dependences, String order) {
        return new Tiler(dependences, new Schedule.Given(ScheduleParser.parse("--schedule", order)));
    }

    private static Candidate candidate(Tiler tiler) {
        List<Integer> block = new ArrayList<>();
        for (LoopRole role : tiler.families().getFirst().roles()) {
            block.add(role == LoopRole.HOST ? 1 : 4);
        }
        return new Candidate(block, Collections.nCopies(block.size(), 1), new Candidate.Options(4, 1));
    }
}
