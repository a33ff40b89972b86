package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.cli.pipeline.Replay;
import tilewright.ranking.RankedCandidate;
import tilewright.ranking.Ranker;
import tilewright.ranking.bound.LowerBounds;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.Problem;
import tilewright.tiling.Tiler;
import tilewright.tune.stored.StoredSweep;
import tilewright.tune.stored.SweepIdentity;

/** No candidate of any sweep that was recorded on a GPU was faster than its least time. */
@Order(1)
class StoredBoundsTest {
    /** Folders of {@code reports} with sweeps; those of single nests are {@link StoredSweepsTest}'s. */
    private static final List<String> FOLDERS = List.of("ablation", "held-out", "polybench", "speed");

    private static final java.util.Set<String> FORMER = ConcurrentHashMap.newKeySet();

    private static final String MEASUREMENTS = "measurements.jsonl";

    @Execution(ExecutionMode.CONCURRENT)
    @TestFactory
    Stream<DynamicTest> nothingIsFasterThanItsLeastTime() throws IOException {
        Map<String, List<Path>> byNest = new TreeMap<>();
        for (Path sweep : sweeps()) {
            byNest.computeIfAbsent(StoredNests.text(sweep), _ -> new ArrayList<>())
                    .add(sweep);
        }
        return byNest.values().stream()
                .map(sweeps -> DynamicTest.dynamicTest(sweeps.getFirst().toString(), () -> compare(sweeps)));
    }

    /** A bound says something of the programs that are made today: few sweeps are of former ones. */
    @AfterAll
    static void fewSweepsAreOfFormerPrograms() {
        assertTrue(FORMER.size() <= 4, () -> "of programs that are no longer made: " + FORMER);
    }

    @Test
    void allFoldersHaveSweeps() throws IOException {
        assertTrue(sweeps().size() >= 120, () -> "too few sweeps");
    }

    private static List<Path> sweeps() throws IOException {
        List<Path> sweeps = new ArrayList<>();
        for (String folder : FOLDERS) {
            try (Stream<Path> files = Files.walk(Path.of("reports", folder))) {
                files.filter(f -> f.endsWith(MEASUREMENTS))
                        .map(Path::getParent)
                        .sorted()
                        .forEach(sweeps::add);
            }
        }
        return sweeps;
    }

    private static void compare(List<Path> sweeps) throws IOException {
        for (Path sweep : sweeps) {
            StoredNests.ask(sweep, nest -> compare(nest.tiler(), sweep));
        }
    }

    /** Whether the sweep is one of a GPU. */
    private static boolean compare(Tiler tiler, Path directory) throws IOException {
        StoredSweep sweep = StoredSweep.read(directory);
        SweepIdentity identity = sweep.identity();
        if (!(Replay.measured(directory, identity) instanceof GpuDescription gpu)) {
            return false;
        }
        Map<String, Long> sizes = tiler.rankedSizes(identity.sizes());
        LowerBounds bounds = new LowerBounds(tiler.ranked(), tiler.families(), sizes, gpu);
        List<RankedCandidate> ranked = Ranker.order(
                Problem.of(tiler.ranked(), sizes),
                tiler.families(),
                gpu,
                sweep.seconds().keySet());
        if (ranked.isEmpty()) {
            FORMER.add(directory.toString());
        }
        for (RankedCandidate each : ranked) {
            double least = bounds.of(each.family(), each.candidate()).seconds();
            double seconds = sweep.seconds().getOrDefault(each.candidate(), Double.POSITIVE_INFINITY);
            assertTrue(
                    seconds >= least,
                    () -> directory + " " + each.candidate() + ": " + seconds + " s, at least " + least);
        }
        return true;
    }
}
