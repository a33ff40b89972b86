package tilewright.report.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.model.UserError;
import tilewright.report.stored.ScheduleSweep;

/** Tables of schedules on graphs: what stored lines give, and that docs/graphs.md holds those of the recorded runs. */
class ScheduleTablesTest {
    private static String line(String schedule, int scale, double seconds, String status) {
        return """
            {"schema":"tilewright/schedule-measurement/1","nest":"bfs","graph":"rmat:scale=%d,seed=1","device":"D",\
            "schedule":"%s","status":"%s","meanSeconds":%s,"inspectorSeconds":0.5,\
            "rates":{"storedArcs":%s,"nominalArcs":2e9,"reachedEdges":5e8}}
            """.formatted(scale, schedule, status, seconds, 1 / seconds);
    }

    private static ScheduleSweep sweep(Path folder, int scale, String lines, String ranking) throws IOException {
        Path own = Files.createDirectories(folder.resolve("bfs" + scale));
        Files.writeString(own.resolve("measurements.jsonl"), lines);
        if (!ranking.isEmpty()) {
            Files.writeString(own.resolve("ranking.json"), ranking);
        }
        assertTrue(ScheduleSweep.isIn(own));
        return ScheduleSweep.read(own);
    }

    @Test
    void ratesStandByScaleAndPredictionsByGraph(@TempDir Path folder) throws IOException {
        String both = line("a", 4, 1e-9, "ok") + line("b", 4, 2e-9, "ok") + line("c", 4, 1e-12, "wrong");
        String ranking = """
            {"ranking":[{"schedule":"b","seconds":1.0},{"schedule":"a","seconds":2.0}]}\
            """;
        List<ScheduleSweep> sweeps =
                List.of(sweep(folder, 4, both, ranking), sweep(folder, 5, line("b", 5, 4e-10, "ok"), ""));
        ScheduleTables tables = new ScheduleTables(sweeps);
        assertEquals("""
            | G arcs/s | 2^4 | 2^5 |
            |---|---:|---:|
            | `b` | 0.50 | 2.50 |
            | `a` | 1.00 |  |
            | the best, nominal arcs | 2.00 | 2.00 |
            | the best, edges reached, harmonic mean | 0.50 | 0.50 |
            | inspector of the best, ms | 500 | 500 |
            """, tables.scales("bfs", "rmat:seed=1").orElseThrow());
        assertTrue(tables.scales("sssp", "rmat:seed=1").isEmpty());
        String predictions = tables.predictions().orElseThrow();
        assertTrue(predictions.contains("| 2 | 100.0 % | 0.0 % | 2.000 s, 1.000 ns |"), predictions);
        assertTrue(predictions.contains("on 1 of 1 graphs"), predictions);
    }

    @Test
    void damagedLinesAreNamed(@TempDir Path folder) throws IOException {
        Path own = Files.createDirectories(folder.resolve("x"));
        assertFalse(ScheduleSweep.isIn(own));
        Files.writeString(own.resolve("measurements.jsonl"), line("a", 4, 1, "ok") + "{\n");
        UserError error = assertThrows(UserError.class, () -> ScheduleSweep.read(own));
        assertTrue(String.valueOf(error.getMessage()).contains("measurements.jsonl:2"), error::getMessage);
    }

    @Test
    void thePageHoldsTheTablesOfTheRecordedRuns() throws IOException {
        List<ScheduleSweep> sweeps = new ArrayList<>();
        try (Stream<Path> folders = Files.list(Path.of("reports/graphs"))) {
            for (Path each : folders.sorted().toList()) {
                if (ScheduleSweep.isIn(each)) {
                    sweeps.add(ScheduleSweep.read(each));
                }
            }
        }
        String page = Files.readString(Path.of("docs/graphs.md"));
        assertEquals(
                MarkedTables.fill(page, List.of(), sweeps),
                page,
                "write them again: evaluate reports/graphs/*/ --tables docs/graphs.md");
    }
}
