package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;

/** The nest as written, by threads: parallel loops are shared, free sums are added up in vectors, all else is in order. */
class WrittenNestTest {
    private static final String PRODUCT_WITH_VECTOR = """
        param n
        double precision a(n, n), x(n), y(n)
        assume associative(+)
        do i = 1, n
          y(i) = 0.0
          do j = 1, n
            y(i) = y(i) - a(i,j) * x(j)
          enddo
        enddo
        """;

    private static final String RECURRENCE = """
        param n
        double precision a(n, n)
        do i = 2, n
          do j = n - 1, 1, -1
            a(i,j) = a(i,j+1) + a(i-1,j)
          enddo
        enddo
        """;

    private static final String TRIANGLE = """
        param n
        integer a(n, n), s(n)
        do i = 1, n, 3
          do j = i, n
            if (j > i + 2) then
              a(i,j) = a(i,j) + i
            else
              a(i,j) = j
            endif
            s(i) = max(s(i), a(i,j))
          enddo
        enddo
        """;

    private static final List<String> NESTS = List.of(PRODUCT_WITH_VECTOR, RECURRENCE, TRIANGLE);

    @TempDir
    Path folder;

    private static Plan plan(Dependences dependences) {
        return assertInstanceOf(Verdict.Legal.class, new Tiler(dependences).plan(Candidate.AS_WRITTEN))
                .plan();
    }

    private static PlanCheck.Result checked(String text, HostStep.AsWritten step) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("nest.nest", text));
            Plan plan = plan(dependences);
            return new PlanCheck(dependences)
                    .check(new Plan(plan.nest(), plan.candidate(), plan.family(), plan.rule(), List.of(step)));
        }
    }

    private static HostStep step(String text) {
        try (Context context = new Context()) {
            return plan(DependenceAnalysis.analyze(context, NestParser.parse("nest.nest", text)))
                    .host()
                    .getFirst();
        }
    }

    @Test
    void outermostParallelLoopsAreShared() {
        assertEquals(new HostStep.AsWritten(List.of(0), List.of("S2")), step(PRODUCT_WITH_VECTOR));
        assertEquals(new HostStep.AsWritten(List.of(), List.of()), step(RECURRENCE));
        assertEquals(new HostStep.AsWritten(List.of(0), List.of()), step(TRIANGLE));
    }

    @Test
    void theCheckRefusesLoopsThatCarryADependence() {
        HostStep.AsWritten right = new HostStep.AsWritten(List.of(0), List.of("S2"));
        assertInstanceOf(PlanCheck.Result.Proved.class, checked(PRODUCT_WITH_VECTOR, right));
        HostStep.AsWritten sums = new HostStep.AsWritten(List.of(1), List.of());
        assertInstanceOf(PlanCheck.Result.Violated.class, checked(PRODUCT_WITH_VECTOR, sums));
        HostStep.AsWritten outer = new HostStep.AsWritten(List.of(0), List.of());
        assertInstanceOf(PlanCheck.Result.Violated.class, checked(RECURRENCE, outer));
    }

    @Test
    void theCheckRefusesSumsWhoseOrderIsNotFree() {
        HostStep.AsWritten step = new HostStep.AsWritten(List.of(0), List.of("S2"));
        String ordered = PRODUCT_WITH_VECTOR.replace("assume associative(+)\n", "");
        assertInstanceOf(PlanCheck.Result.Violated.class, checked(ordered, step));
        HostStep.AsWritten copy = new HostStep.AsWritten(List.of(0), List.of("S1"));
        assertInstanceOf(PlanCheck.Result.Violated.class, checked(PRODUCT_WITH_VECTOR, copy));
    }

    @Test
    void sumsAreVariablesThatVectorsAddTo() {
        try (Context context = new Context()) {
            Dependences dependences =
                    DependenceAnalysis.analyze(context, NestParser.parse("nest.nest", PRODUCT_WITH_VECTOR));
            String text = new CPrinter(Templates.packed()).print(Lowering.lower(plan(dependences)), "run");
            assertTrue(text.contains("""
                                double sum = y[i - 1];
                                #pragma omp simd reduction(+ : sum)
                                for (int j = 1; j <= n; ++j) {
                                    sum = sum - a[(long long)(i - 1) * a_pitch + j - 1] * x[j - 1];
                                }
                                y[i - 1] = sum;
                """), text);
            assertTrue(text.contains("#pragma omp parallel for schedule(static)\n"), text);
        }
    }

    @Test
    void anOrderThatIsGivenIsNotTheNestsOwn() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("nest.nest", RECURRENCE));
            assertInstanceOf(
                    Verdict.Illegal.class, new Tiler(dependences, new Schedule.Fused()).plan(Candidate.AS_WRITTEN));
        }
    }

    @TestFactory
    Stream<DynamicTest> computesTheNest() {
        return NESTS.stream()
                .map(text -> DynamicTest.dynamicTest(text.lines().toList().get(3), () -> {
                    try (Context context = new Context()) {
                        Plan plan = plan(DependenceAnalysis.analyze(context, NestParser.parse("nest.nest", text)));
                        // A library that is loaded keeps its name.
                        Path own = Files.createDirectory(folder.resolve("nest" + NESTS.indexOf(text)));
                        Comparison.ofProgram(plan, own, List.of(0L, 1L, 2L, 3L, 4L, 17L, 300L));
                    }
                }));
    }
}
