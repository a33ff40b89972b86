package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tilewright.cli.pipeline.Pipeline;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.ranking.Ranker;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.work.Problem;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.property.PlannedTraffic;
import tilewright.tiling.space.Candidate;

/** Predicted traffic against what an NVIDIA H200 counted, as stored in {@code reports/counters}. */
class HardwareCountersTest {
    private static final int SECTOR = 32;
    private static final int STEPS = 16;

    /** A line of the stored file by column. */
    private record Counted(Map<String, String> values) {
        double number(String column) {
            return Double.parseDouble(values.getOrDefault(column, ""));
        }
    }

    @Test
    void floydWarshallLoadsAndStoresEveryByteThatItsPlanSays() throws IOException {
        List<Counted> step = counted("floyd-warshall");
        assertEquals(3, step.size());
        Map<PlannedTraffic.Kind, Long> plan = planned("floyd-warshall", 1024, candidate(64, 64, 64, 1, 8, 4));
        double loads = sum(step, "loadBytes") + sum(step, "asyncBytes");
        assertEquals(4.0 * loads(plan) / STEPS, loads);
        assertEquals(4.0 * plan.getOrDefault(PlannedTraffic.Kind.OWN_STORE, 0L) / STEPS, sum(step, "storeBytes"));
    }

    @Test
    void matrixMultiplicationDoesSoAtASizeThatBlocksDoNotDivide() throws IOException {
        List<Counted> launch = counted("matmul");
        Map<PlannedTraffic.Kind, Long> plan = planned("matmul", 203, candidate(64, 64, 32, 8, 4, 1));
        assertEquals(4.0 * loads(plan), sum(launch, "loadBytes") + sum(launch, "asyncBytes"));
        assertEquals(4.0 * plan.getOrDefault(PlannedTraffic.Kind.OWN_STORE, 0L), sum(launch, "storeBytes"));
    }

    /** In whole sectors, with those that asynchronous copies ask for twice. */
    @Test
    void theModelKnowsTheSectorsBetweenL2AndMultiprocessors() throws IOException {
        List<Counted> step = counted("floyd-warshall");
        double sectors = STEPS * (sum(step, "sectorsFromL2") + sum(step, "storeSectors"));
        Candidate candidate = candidate(64, 64, 64, 1, 8, 4);
        Prediction prediction = analysed("floyd-warshall", 1024, (sets, dependences, sizes) -> {
            Tiler tiler = new Tiler(dependences);
            return Ranker.order(
                            Problem.of(dependences, sizes),
                            tiler.families(),
                            DeviceCatalog.find("h200"),
                            List.of(candidate))
                    .getFirst()
                    .prediction();
        });
        double predicted = prediction.traffic().cacheBytes() / SECTOR;
        assertTrue(Math.abs(predicted / sectors - 1) < 0.05, () -> predicted + " predicted, " + sectors + " counted");
    }

    private static final Set<PlannedTraffic.Kind> LOADS =
            EnumSet.of(PlannedTraffic.Kind.OWN_LOAD, PlannedTraffic.Kind.STAGED_LOAD, PlannedTraffic.Kind.DIRECT_LOAD);

    private static long loads(Map<PlannedTraffic.Kind, Long> plan) {
        return plan.entrySet().stream()
                .filter(e -> LOADS.contains(e.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static double sum(List<Counted> lines, String column) {
        return lines.stream().mapToDouble(l -> l.number(column)).sum();
    }

    private static Candidate candidate(int... sizes) {
        return new Candidate(
                List.of(sizes[0], sizes[1], sizes[2]),
                List.of(sizes[3], sizes[4], sizes[5]),
                new Candidate.Options(32, 2));
    }

    /** Accesses of all arrays. */
    private static Map<PlannedTraffic.Kind, Long> planned(String nest, long n, Candidate candidate) {
        return analysed(nest, n, (sets, dependences, sizes) -> {
            Plan plan = Pipeline.plan(new Tiler(dependences), candidate);
            Map<PlannedTraffic.Kind, Long> all = new LinkedHashMap<>();
            PlannedTraffic.of(sets, plan, sizes).values().forEach(a -> a.forEach((k, v) -> all.merge(k, v, Long::sum)));
            return all;
        });
    }

    private interface Work<T> {
        T run(Context sets, Dependences dependences, SequencedMap<String, Long> sizes);
    }

    private static <T> T analysed(String nest, long n, Work<T> work) {
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("n", n);
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.dependences(sets, Pipeline.parse(Path.of("loopnests", nest + ".nest")));
            return work.run(sets, dependences, sizes);
        }
    }

    private static List<Counted> counted(String nest) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("reports", "counters", "nvidia-h200.csv"));
        List<String> columns = List.of(lines.getFirst().split(","));
        Function<String, Counted> read = line -> {
            Map<String, String> values = new LinkedHashMap<>();
            String[] cells = line.split(",");
            for (int c = 0; c < cells.length; c++) {
                values.put(columns.get(c), cells[c]);
            }
            return new Counted(values);
        };
        return lines.stream().filter(l -> l.startsWith(nest + ",")).map(read).toList();
    }
}
