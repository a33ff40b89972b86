package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tune.EmulatedExecution;

/** Scans in shares from text through plan, proof and lowering: programs in C and, emulated, for CUDA compute what the interpreter does, at sizes on all sides of a share. */
class SplitScansProgramsTest {
    private static final Map<String, String> SCANS = Map.of(
            "in place", """
            param n
            real a(n)
            assume associative(+)
            do j = 2, n
              a(j) = a(j) + a(j-1)
            enddo
            """,
            "out of place, of an expression, in rows, read behind", """
            param m, n
            double precision s(m, 0:n), a(m, n), b(n), c(m, n)
            assume associative(+)
            do i = 1, m
              s(i,0) = 1
              do j = 1, n
                s(i,j) = s(i,j-1) + a(i,j) * b(j)
              enddo
              do j = 1, n
                c(i,j) = s(i,j) - s(i,n)
              enddo
            enddo
            """,
            "maximum that runs down", """
            param n
            real a(n), b(n)
            do j = n - 1, 1, -1
              b(j) = max(b(j+1), a(j))
            enddo
            """,
            "product of integers along columns", """
            param m, n
            integer p(0:n, m), a(n, m)
            do j = 1, n
              do i = 1, m
                p(j,i) = p(j-1,i) * a(j,i)
              enddo
            enddo
            """,
            "again in a loop over time", """
            param n, steps
            integer a(n)
            do t = 1, steps
              do j = 2, n
                a(j) = a(j) + a(j-1)
              enddo
              do j = 1, n
                a(j) = 3 * a(j) - 5
              enddo
            enddo
            """);

    private static final List<List<Integer>> LENGTHS = List.of(List.of(1), List.of(4), List.of(7), List.of(3, 3));

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> programsComputeWhatTheInterpreterDoes() {
        return SCANS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> compare(e.getValue())));
    }

    private void compare(String text) throws Exception {
        LoopNest nest = NestParser.parse("scan.nest", text);
        List<PlannedNest> planned = new ArrayList<>();
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, nest);
            for (List<Integer> lengths : LENGTHS) {
                Tiler tiler = new Tiler(dependences, new Schedule.Split(new Schedule.Auto(), lengths));
                Random random = new Random(lengths.hashCode());
                List<Plan> plans = new ArrayList<>();
                for (Family family : tiler.families()) {
                    for (int each = 0; each < 3; each++) {
                        plan(tiler, family, random).ifPresent(plans::add);
                    }
                }
                assertFalse(plans.isEmpty());
                plans.forEach(p -> assertEquals(
                        PlanCheck.Result.Proved.class,
                        new PlanCheck(dependences).check(p).getClass()));
                planned.add(new PlannedNest(lengths.hashCode(), nest, plans, sizes(nest)));
            }
        }
        for (Execution execution : List.of(new CExecution(), new EmulatedExecution())) {
            assertEquals(
                    List.of(),
                    execution.failures(planned, Files.createTempDirectory(folder, "programs")).stream()
                            .map(f -> execution.name() + ": " + f.what())
                            .toList());
        }
    }

    private static Optional<Plan> plan(Tiler tiler, Family family, Random random) {
        try {
            return tiler.plan(new RandomCandidates(random).of(family)) instanceof Verdict.Legal legal
                    ? Optional.of(legal.plan())
                    : Optional.empty();
        } catch (UserError unfit) {
            return Optional.empty();
        }
    }

    /** No iteration, one, whole shares, one element more and less, and enough of them for blocks inside. */
    private static List<Map<String, Long>> sizes(LoopNest nest) {
        return Stream.of(0L, 1L, 2L, 8L, 9L, 15L, 29L, 64L)
                .map(n -> {
                    Map<String, Long> sizes = new LinkedHashMap<>();
                    nest.parameters().forEach(p -> sizes.put(p, p.equals("n") ? n : Math.min(n, 3)));
                    return sizes;
                })
                .toList();
    }
}
