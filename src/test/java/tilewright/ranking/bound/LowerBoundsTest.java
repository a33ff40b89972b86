package tilewright.ranking.bound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.locality.LeastWork;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.ranking.Problems;
import tilewright.ranking.candidates.CandidateSpace;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.GpuFacts;
import tilewright.ranking.work.Problem;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;

/** Every term of the bound, by hand, and what it must never do. */
public class LowerBoundsTest {
    private static final GpuDescription H200 = DeviceCatalog.referenceGpu();
    private static final double PEAK = 132 * 128 * 1.98e9;

    @Test
    void silentIterationsAreNotNeeded() {
        analysed("floyd-warshall", dependences -> {
            LeastWork work = LeastWork.of(dependences, Map.of("n", 4L));
            assertEquals(Map.of("S1", 36L), work.iterations());
            assertEquals(Map.of("a", 16L), work.inputs());
            assertEquals(Map.of("a", 16L), work.results());
        });
    }

    @Test
    void instructionsThatNoProgramCanSave() {
        instructions("floyd-warshall", Map.of("S1", 1.5));
        instructions("matmul", Map.of("S1", 1.0));
        // The quotient is the same for all j.
        instructions("gaussian-elimination", Map.of("S1", 1.0));
        instructions("transitive-closure", Map.of("S1", 1.0));
        instructions("jacobi-2d", Map.of("S1", 4.0, "S2", 4.0));
    }

    private static void instructions(String nest, Map<String, Double> expected) {
        analysed(nest, dependences -> assertEquals(expected, new LeastInstructions(dependences).perIteration(), nest));
    }

    /** The example of the Javadoc. */
    @Test
    void matrixMultiplicationIsBoundByArithmetic() {
        bound("matmul", Map.of("n", 1024L), candidate(List.of(64, 64, 32), List.of(4, 4, 1), 32), bound -> {
            assertEquals(1L << 30, bound.term(LowerBound.Term.ARITHMETIC) * PEAK, 1);
            // Of 256 blocks some multiprocessor runs two; 256 threads read 8 values of 4 bytes per iteration.
            double instructions = 2.0 * 1024 * (64 * 64 + 256 * 8 * 4 / 16);
            assertEquals(instructions, bound.term(LowerBound.Term.SEQUENCE) * PEAK / 132, 1);
            assertEquals(0, bound.term(LowerBound.Term.MEMORY));
            assertEquals(
                    4.0 * (1 << 20) / H200.ceilings().storedBytesPerSecond(), bound.term(LowerBound.Term.CACHE), 1e-9);
        });
    }

    @Test
    void stepsWaitForEachOther() {
        Candidate candidate = candidate(List.of(32, 32, 32), List.of(1, 4, 4), 32);
        bound("floyd-warshall", Map.of("n", 1024L), candidate, bound -> {
            double updates = 32 * 31 * 31 * 1.5;
            double processor = PEAK / 132;
            // 64 threads read 4 or 8 staged values of 4 bytes per iteration; two warps use two of four schedulers.
            // A single block may be part of the next launch: it counts no latency.
            double diagonal = 2 * updates / processor;
            double panels = 2 * (updates + 32 * 64 * 4 * 4 / 16) / processor;
            double rest = Math.ceil(31 * 31 / 132.0) * (updates + 32 * 64 * 8 * 4 / 16) / processor;
            double last = H200.ceilings().launchSeconds();
            assertEquals(
                    31 * diagonal + Math.max(32 * last, 31 * panels) + Math.max(32 * last, 31 * rest),
                    bound.term(LowerBound.Term.SEQUENCE),
                    1e-9);
        });
    }

    /** Steps differ: in the one of block K there are (14 - K) x (14 - K) blocks that no other kind has, of 64 iterations whose points all run. */
    @Test
    void blocksInsideCountWhereStepsDiffer() {
        Candidate candidate = candidate(List.of(64, 64, 64), List.of(1, 8, 8), 32);
        bound("lu", Map.of("n", 1024L), candidate, bound -> {
            double blocks = 14 * 15 * 29 / 6;
            double bytes = blocks * 64 * 64 * 16 * 4;
            assertEquals(bytes / H200.ceilings().sharedBytesPerSecond(), bound.term(LowerBound.Term.SHARED), 1e-12);
        });
    }

    @Test
    void everyVisitLoadsAndStoresWhatDoesNotFitTheCache() {
        Candidate candidate = candidate(List.of(64, 64, 64), List.of(1, 8, 4), 32);
        bound("floyd-warshall", Map.of("n", 16384L), candidate, bound -> {
            double rest = 16320.0 * 16320 * 4;
            double visits = 16384 / 64;
            assertEquals(
                    visits
                            * 2
                            * (rest - H200.memory().cacheBytes())
                            / H200.memory().interfaceBytesPerSecond(),
                    bound.term(LowerBound.Term.MEMORY),
                    1e-4);
        });
    }

    /** 512 steps store all blocks but those of the step's row and column: more than L2 takes in the time that loads need. */
    @Test
    void everyLaunchStoresItsBlocks() {
        Candidate candidate = candidate(List.of(8, 64, 64), List.of(1, 8, 4), 8);
        bound("floyd-warshall", Map.of("n", 4096L), candidate, bound -> {
            double rest = 4032.0 * 4032 * 4;
            double least = 512 * rest / H200.ceilings().storedBytesPerSecond();
            assertTrue(bound.term(LowerBound.Term.CACHE) >= 0.99 * least, bound.terms() + " " + least);
            assertTrue(bound.seconds() > 5.3e-3, "slower than what tune finds");
        });
    }

    /** 40 sweeps load one array and store the other one: what L2 holds between two of them saves one transfer of memory, not two. */
    @Test
    void sweepsOverTwoArraysLoadWhatTheLastOneStored() {
        Candidate candidate = candidate(List.of(1, 8, 8, 32), List.of(1, 2, 2, 1), 1);
        bound("heat-3d", Map.of("n", 400L, "steps", 20L), candidate, bound -> {
            double points = 398.0 * 398 * 398 * 4;
            double sweep = 2 * points - H200.memory().cacheBytes();
            double all = 40 * sweep - H200.memory().cacheBytes();
            assertEquals(all / H200.memory().interfaceBytesPerSecond(), bound.term(LowerBound.Term.MEMORY), 0.01e-3);
        });
    }

    /** No peak may come from a measurement that something faster could beat. */
    @Test
    void peaksAreNotBelowWhatWasMeasured() {
        assertTrue(LowerBounds.issuePerSecond(H200) >= H200.instructions().issuePerSecond());
        assertTrue(H200.memory().interfaceBytesPerSecond() >= H200.memory().globalBytesPerSecond());
        assertTrue(64 * 132 * 1.98e9 >= H200.memory().cacheBytesPerSecond());
        assertTrue(H200.ceilings().sharedBytesPerSecond() >= H200.memory().sharedBytesPerSecond());
        assertTrue(H200.ceilings().storedBytesPerSecond() >= H200.memory().globalBytesPerSecond());
        assertTrue(H200.ceilings().launchSeconds() <= H200.latency().graphLaunch());
    }

    @Test
    void aDeviceWithSlowMemoryIsBoundByIt() {
        GpuDescription slow = facts(132, new GpuFacts.Memory(H200.memory().globalBytes(), 1e9, 1 << 20))
                .described();
        analysed("matmul", dependences -> {
            List<Family> families = new Tiler(dependences).families();
            LowerBounds bounds = new LowerBounds(dependences, families, Map.of("n", 1024L), slow);
            LowerBound bound = bounds.of(families.getFirst(), candidate(List.of(64, 64, 32), List.of(4, 4, 1), 32));
            assertEquals(LowerBound.Term.MEMORY, bound.binding());
            assertEquals((12 - 1 + 4 - 1) * (double) (1 << 20) / 1e9, bound.seconds(), 1e-9);
        });
    }

    /** A GPU like the H200 but for some facts. */
    public static GpuFacts facts(int processors, GpuFacts.Memory memory) {
        return new GpuFacts(
                H200.schema(),
                GpuFacts.KIND,
                "other",
                "Other",
                H200.architecture(),
                H200.language(),
                H200.offers(),
                processors,
                H200.clockHertz(),
                H200.limits(),
                memory,
                Map.of());
    }

    @Test
    void aFamilyOfAnotherNestIsRefused() {
        analysed("matmul", dependences -> {
            LowerBounds bounds = new LowerBounds(dependences, List.of(), Map.of("n", 64L), H200);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> bounds.of(
                            Problems.inner(Problems.matmul(64)), candidate(List.of(8, 8, 8), List.of(1, 1, 1), 8)));
        });
    }

    private static void bound(String nest, Map<String, Long> sizes, Candidate candidate, Consumer<LowerBound> check) {
        analysed(nest, dependences -> {
            List<Family> families = new Tiler(dependences).families();
            Family family = families.stream()
                    .filter(f -> new CandidateSpace(Problem.of(dependences, sizes), f, H200).admits(candidate))
                    .findFirst()
                    .orElseThrow();
            check.accept(new LowerBounds(dependences, families, sizes, H200).of(family, candidate));
        });
    }

    private static Candidate candidate(List<Integer> block, List<Integer> thread, int chunk) {
        return Problems.candidate(block, thread, chunk);
    }

    private static void analysed(String nest, Consumer<Dependences> work) {
        try (Context context = new Context()) {
            LoopNest parsed = NestParser.parse(Path.of("loopnests", nest + ".nest"));
            work.accept(DependenceAnalysis.analyze(context, parsed));
        }
    }
}
