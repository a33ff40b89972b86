package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.oracle.NestFeature;
import tilewright.oracle.NestShrinker;
import tilewright.oracle.RandomBatches;
import tilewright.oracle.RandomComponents;
import tilewright.oracle.RandomNests;
import tilewright.oracle.RandomScatters;
import tilewright.oracle.RandomTemporaries;
import tilewright.tiling.schedule.Schedule;
import tilewright.tune.EmulatedExecution;

/**
 * Random nests all the way: parsed, analysed, planned, proved, lowered, printed, and their programs compared with the
 * interpreter. Three of four have one or two statements in at most two loops; the others have up to four statements in up to four
 * loops and take most of the time. Of the thousand, 45 % have triangular bounds, 34 % conditions, 32 % strides, 36 % loops that run
 * down, 26 % compute with loop numbers, 49 % have arrays of several types, 46 % are imperfect; the test counts them ({@link
 * NestFeature}), and fails where few nests that are planned have one of these.
 *
 * <p>{@code -Dtilewright.programs=N} takes another number of nests, {@code -Dtilewright.seed=N} others. What fails is made as small
 * as possible and written to {@code target/regressions}; its place is {@code src/test/resources/regressions/programs}.
 */
@Order(0)
class RandomProgramsTest {
    private static final int NESTS = Integer.getInteger("tilewright.programs", 1000);

    /** The same nests in every run, so that a red run is red again. */
    private static final long SEED = 20_261_122;

    /** Nests whose programs one call of the compiler makes. */
    private static final int BATCH = 50;

    /** Of the others one of so many has arrays of its own. */
    private static final int LOCALS = 3;

    /** One nest of so many is over points with components, one has scalars that loops inside set anew, one updates elements around points. */
    private static final int COMPONENTS = 20;

    /** One nest of so many is large. */
    private static final int LARGE = 4;

    /** Batches of problems, and steps of isl for each. */
    private static final int BATCHES = Integer.getInteger("tilewright.batches", 10);

    private static final long BATCH_STEPS = 20_000_000;

    /** Each feature is in at least one planned nest of so many. */
    private static final int RAREST = 10;

    /** What is done with every nest; a further way to run programs is one more of these. */
    private static final List<Execution> EXECUTIONS = List.of(new CExecution(), new EmulatedExecution());

    private static final Path REGRESSIONS = Path.of("src", "test", "resources", "regressions", "programs");

    @TempDir
    Path folder;

    @Test
    void randomNestsComputeWhatTheInterpreterComputes() {
        long first = Long.getLong("tilewright.seed", SEED);
        List<Batch> batches = IntStream.range(0, (NESTS + BATCH - 1) / BATCH)
                .parallel()
                .mapToObj(b -> batch(first + (long) b * BATCH))
                .toList();
        List<String> wrong = batches.stream().flatMap(b -> b.wrong().stream()).toList();
        assertTrue(wrong.isEmpty(), () -> "seed " + first + "\n" + String.join("\n", wrong));
        List<LoopNest> planned =
                batches.stream().flatMap(b -> b.planned().stream()).toList();
        assertTrue(
                5 * planned.size() >= 4 * NESTS,
                () -> "only " + planned.size() + " nests were simple enough to be planned");
        for (NestFeature feature : NestFeature.values()) {
            long drawn = planned.stream().filter(feature::isIn).count();
            assertTrue(RAREST * drawn >= planned.size(), () -> "only " + drawn + " planned nests are " + feature);
        }
    }

    /** A block runs each problem of a batch whose problems are programs of several parts, some of which one launch runs for all problems. */
    @Test
    void problemsOfRandomBatchesComputeWhatTheInterpreterComputes() {
        List<PlannedNest> nests = LongStream.range(SEED, SEED + BATCHES)
                .boxed()
                .flatMap(seed ->
                        PlannedNest.of(RandomBatches.of(seed), BATCH_STEPS, (_, _) -> new Schedule.Problems(), seed)
                                .stream())
                .filter(n -> !n.plans().isEmpty())
                .toList();
        assertTrue(3 * nests.size() >= 2 * BATCHES, () -> "only " + nests.size() + " batches were planned");
        List<String> wrong = failures(new EmulatedExecution(), nests).stream()
                .map(f -> f.nest().seed() + ": " + f.what())
                .toList();
        assertTrue(wrong.isEmpty(), () -> String.join("\n", wrong));
    }

    /** The nest of a seed that the test draws. */
    private static String nest(long seed) {
        if (Math.floorMod(seed, COMPONENTS) == 1) {
            return RandomComponents.of(seed);
        }
        if (Math.floorMod(seed, COMPONENTS) == 2) {
            return RandomTemporaries.of(seed);
        }
        if (Math.floorMod(seed, COMPONENTS) == 7) {
            return RandomScatters.of(seed);
        }
        if (Math.floorMod(seed, LARGE) == 0) {
            return RandomNests.typed(seed);
        }
        return Math.floorMod(seed, LOCALS) == 0 ? RandomNests.withLocals(seed) : RandomNests.small(seed);
    }

    /**
     * What neighbouring seeds came to.
     *
     * @param planned the nests that have programs
     * @param wrong what is wrong with a nest, with the smallest one that shows it
     */
    private record Batch(List<LoopNest> planned, List<String> wrong) {}

    private Batch batch(long first) {
        List<String> wrong = new ArrayList<>();
        List<PlannedNest> nests = new ArrayList<>();
        for (long seed = first; seed < first + BATCH; seed++) {
            try {
                nests.addAll(PlannedNest.of(nest(seed), seed));
            } catch (RuntimeException e) {
                wrong.add(shrunk(seed, "planning", e.toString()));
            }
        }
        for (Execution execution : EXECUTIONS) {
            for (Execution.Failure failure : failures(execution, nests)) {
                wrong.add(shrunk(failure.nest().seed(), execution.name(), failure.what()));
            }
        }
        return new Batch(
                nests.stream()
                        .filter(n -> !n.plans().isEmpty())
                        .map(PlannedNest::nest)
                        .toList(),
                wrong);
    }

    @TestFactory
    Stream<DynamicTest> nestsThatOnceWentWrong() throws IOException {
        try (Stream<Path> files = Files.list(REGRESSIONS)) {
            return files.sorted().toList().stream()
                    .map(f -> DynamicTest.dynamicTest(String.valueOf(f.getFileName()), () -> {
                        String text = Files.readString(f);
                        Optional<Problem> problem = problem(text, 0, 1, 2);
                        assertEquals(Optional.empty(), problem.map(p -> p.where() + ": " + p.what()));
                    }));
        }
    }

    /**
     * Values staged by way of registers in k-tiles of two iterations were stored behind the barrier after which the last one reads them; a register
     * tile was updated at points where another statement alone reads it; a subscript of the host's loops was taken to be within bounds in
     * steps in which its statement does not run; columns of blocks took fronts of negative numbers to be done before they were; elements of iterations that a guard leaves out were copied
     * ahead while others overwrote them.
     */
    @ParameterizedTest
    @ValueSource(longs = {30_100_372L, 30_100_677L, 73_120_212L, 73_121_095L, 912_500_887L, 20_262_099L})
    void seedsThatOnceWentWrong(long seed) {
        assertEquals(Optional.empty(), problem(RandomNests.typed(seed), seed).map(p -> p.where() + ": " + p.what()));
    }

    /** Slow: a few of the texts through the CUDA compiler. */
    @Test
    @Tag("nvcc")
    void textsCompile() throws Exception {
        Nvcc nvcc = Nvcc.orSkip(folder);
        Map<String, String> texts = new LinkedHashMap<>();
        for (long seed = SEED; texts.size() < 6; seed++) {
            List<PlannedNest> nest = PlannedNest.of(nest(seed), seed);
            if (!nest.isEmpty() && !nest.getFirst().plans().isEmpty()) {
                texts.put("seed " + seed, CudaText.of(nest.getFirst().plans().getFirst()));
            }
        }
        nvcc.accepts(texts);
    }

    /** @param where the stage or execution that fails */
    private record Problem(String where, String what) {}

    private Optional<Problem> problem(String text, long... seeds) {
        List<PlannedNest> nests;
        try {
            nests = PlannedNest.of(text, seeds);
        } catch (RuntimeException e) {
            return Optional.of(new Problem("planning", e.toString()));
        }
        return EXECUTIONS.stream()
                .flatMap(e -> failures(e, nests).stream().map(f -> new Problem(e.name(), f.what())))
                .findFirst();
    }

    private List<Execution.Failure> failures(Execution execution, List<PlannedNest> nests) {
        try {
            return execution.failures(nests, Files.createTempDirectory(folder, "programs"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String shrunk(long seed, String where, String what) {
        String smallest = NestShrinker.shrink(
                nest(seed),
                n -> problem(NestPrinter.print(n), seed)
                        .filter(p -> p.where().equals(where))
                        .isPresent());
        try {
            Path kept = Files.createDirectories(Path.of("target", "regressions"));
            Files.writeString(kept.resolve("program-" + seed + ".nest"), smallest);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "seed " + seed + ", " + where + ": " + what + "\n" + smallest;
    }
}
