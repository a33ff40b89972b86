package tilewright.ranking.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tilewright.codegen.Lowering;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.Program;
import tilewright.kernel.pass.Passes;
import tilewright.parse.NestParser;
import tilewright.ranking.ProgramTime;
import tilewright.ranking.RankedCandidate;
import tilewright.ranking.Ranker;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Programs of reports/h200 whose launches run a loop of the host: what the model reads of them. */
class LoopsInLaunchesTest {
    private static final GpuDescription H200 = DeviceCatalog.referenceGpu();

    @Test
    void oneBlockRunsTheStepsWhereTheirLaunchesAreSmall() {
        try (Context context = new Context()) {
            Tiler tiler = tiler(context, "durbin");
            Program threads = program(tiler, new Candidate(List.of(1024), List.of(1), new Candidate.Options(1, 1)));
            LoopsInLaunches small = LoopsInLaunches.of(threads, Map.of("n", 2000L), H200);
            assertEquals(Set.of("k"), small.variables());
            assertTrue(small.seconds() > 2e-3 && small.seconds() < 5e-3, "4.8 ms measured: " + small);
            LoopsInLaunches large = LoopsInLaunches.of(threads, Map.of("n", 4000L), H200);
            assertEquals(LoopsInLaunches.NONE, large, "16 blocks are too many");
        }
    }

    @Test
    void columnsWaitForPivots() {
        try (Context context = new Context()) {
            Tiler tiler = tiler(context, "gramschmidt");
            Program columns =
                    program(tiler, new Candidate(List.of(2, 512), List.of(2, 1), new Candidate.Options(1, 1)));
            Map<String, Long> sizes = Map.of("m", 1200L, "n", 1000L);
            LoopsInLaunches found = LoopsInLaunches.of(columns, sizes, H200);
            assertTrue(found.seconds() > 3.2e-3 && found.seconds() < 5e-3, "3.97 ms measured: " + found);
            LoopsInLaunches half = LoopsInLaunches.of(columns, Map.of("m", 1200L, "n", 500L), H200);
            double times = found.seconds() / half.seconds();
            assertTrue(times > 1.8 && times < 3, "a chain of columns, of which all 250 find room: " + times);
        }
    }

    @Test
    void suchProgramsAreRankedByTheWholeProgram() {
        try (Context context = new Context()) {
            Tiler tiler = tiler(context, "durbin");
            SequencedMap<String, Long> sizes = new LinkedHashMap<>(Map.of("n", 2000L));
            ProgramTime time = new ProgramTime(
                    each -> tiler.parts(each.candidate(), each.family(), sizes),
                    tiler.ranksAll(),
                    each -> Optional.of(program(tiler, each.candidate())),
                    sizes,
                    H200);
            Candidate wide = new Candidate(List.of(1024), List.of(1), new Candidate.Options(1, 1));
            Candidate narrow = new Candidate(List.of(512), List.of(1), new Candidate.Options(1, 1));
            List<RankedCandidate> ranked = Ranker.order(tiler, sizes, H200, List.of(narrow, wide), time);
            assertEquals(wide, ranked.getFirst().candidate(), "4.9 ms measured, 12.1 the other");
            assertTrue(time.seconds(ranked.getLast()) > 2 * time.seconds(ranked.getFirst()));
            assertFalse(
                    ranked.getFirst().prediction().seconds()
                            < ranked.getLast().prediction().seconds(),
                    "their sums alone do not tell");
        }
    }

    @Test
    void aNestOfOnePartIsPredictedSoToo() {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, NestParser.parse("steps", """
                param n
                real*8 w(0:n,0:n), x(0:n,0:n)
                do t = 1, n
                  do i = 1, n
                    x(t,i) = min(x(t-1,i), x(t-1,i-1)) + w(t,i)
                  enddo
                enddo
                """)));
            SequencedMap<String, Long> sizes = new LinkedHashMap<>(Map.of("n", 700L));
            Family steps = tiler.families().stream()
                    .filter(f -> f.roles().contains(LoopRole.HOST))
                    .findFirst()
                    .orElseThrow();
            assertTrue(tiler.ranksAll());
            ProgramTime time = new ProgramTime(
                    each -> tiler.parts(each.candidate(), each.family(), sizes),
                    true,
                    each -> Optional.of(program(tiler, each.candidate())),
                    sizes,
                    H200);
            Candidate candidate = new Candidate(List.of(1, 32), List.of(1, 1), new Candidate.Options(1, 1));
            RankedCandidate ranked =
                    Ranker.order(tiler, sizes, H200, List.of(candidate), time).getFirst();
            assertEquals(steps.name(), ranked.family().name());
            assertTrue(time.joinsLoops(ranked));
            double launches = ranked.prediction().seconds();
            assertTrue(launches > 700 * H200.latency().graphLaunch(), "a launch each: " + launches);
            assertTrue(time.seconds(ranked) < launches / 2, "barriers of one block: " + time.seconds(ranked));
        }
    }

    private static Tiler tiler(Context context, String name) {
        return new Tiler(
                DependenceAnalysis.analyze(context, NestParser.parse(Path.of("reports/h200", name, name + ".nest"))));
    }

    private static Program program(Tiler tiler, Candidate candidate) {
        Plan plan = ((Verdict.Legal) tiler.plan(candidate)).plan();
        Passes passes = Passes.of(H200.target());
        return DeviceProgram.of(Lowering.lowerForDevice(plan, passes), H200.target(), passes);
    }
}
