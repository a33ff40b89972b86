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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.model.UserError;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.report.Quantity;
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
        assertEquals("""
            | nest | vertices | best schedule | mean of a source | G arcs/s | sweeps over arcs |
            |---|---:|---|---:|---:|---:|
            | [bfs](here/bfs4) | 2^4 | `a` | 1.000 ns | 1.00 |  |
            """, tables.searches("3,4", "rmat:seed=1", "here").orElseThrow());
        assertTrue(tables.searches("3", "rmat:seed=1", "here").isEmpty());
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

    @ParameterizedTest
    @ValueSource(strings = {"docs/graphs.md", "README.md"})
    void thePageHoldsTheTablesOfTheRecordedRuns(String file) throws IOException {
        List<ScheduleSweep> sweeps = new ArrayList<>();
        try (Stream<Path> folders = Files.list(Path.of("reports/graphs"))) {
            for (Path each : folders.sorted().toList()) {
                if (ScheduleSweep.isIn(each)) {
                    sweeps.add(ScheduleSweep.read(each));
                }
            }
        }
        String page = Files.readString(Path.of(file));
        assertEquals(
                MarkedTables.fill(page, List.of(), sweeps),
                page,
                "write them again: evaluate reports/graphs/*/ --tables " + file);
    }

    private static List<Double> numbers(String file, String pattern) throws IOException {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(Files.readString(Path.of("reports/graphs", file)))
                .results()
                .map(m -> Double.valueOf(m.group(1).replace(",", "")))
                .toList();
    }

    private static double least(List<Double> numbers) {
        return numbers.stream().min(Double::compare).orElseThrow();
    }

    private static String range(List<Double> numbers, double factor, int digits) {
        double most = numbers.stream().max(Double::compare).orElseThrow();
        return Quantity.fixed(factor * least(numbers), digits) + " to " + Quantity.fixed(factor * most, digits) + " ms";
    }

    /** What README.md says of sums over rows and of processors is what the recorded runs say. */
    @Test
    void sentencesHoldTheFiguresOfTheRecordedRuns() throws IOException {
        String sums = "nvidia-h200-sums.txt";
        List<String> said = new ArrayList<>();
        List<Double> own = new ArrayList<>();
        List<Double> peer = new ArrayList<>();
        for (int scale : List.of(20, 22)) {
            own.add(least(numbers(sums, "^spmv, scale " + scale + ", first run: .* ([\\d.]+) ms")));
            peer.add(1e-3 * least(numbers(sums, "^cuSPARSE, scale " + scale + ": float \\S+ ([\\d.]+) us")));
        }
        said.add("`spmv` takes " + Quantity.fixed(own.get(0), 3) + " ms at 2^20 vertices and "
                + Quantity.fixed(own.get(1), 3) + " ms at 2^22, cuSPARSE at its best on the same arrays "
                + Quantity.fixed(peer.get(0), 3) + " and " + Quantity.fixed(peer.get(1), 3) + " ms: "
                + Quantity.fixed(peer.get(0) / own.get(0), 2) + " and " + Quantity.fixed(peer.get(1) / own.get(1), 2)
                + " times as long");
        String product = "^step2: .*gpu__time_duration.sum us 144.03.*";
        double sectors = numbers(sums, product + "lts__t_sectors_op_read.sum sector ([\\d,]+)")
                .getFirst();
        double seconds = 1e-6
                * numbers(sums, "^step2: .*?gpu__time_duration.sum us ([\\d.]+)")
                        .getFirst();
        double share = 32
                * sectors
                / seconds
                / ((GpuDescription) DeviceCatalog.find("h200")).memory().cacheBytesPerSecond();
        said.add(Quantity.fixed(1e-6 * sectors, 1) + " million sectors through the second-level cache at "
                + Quantity.fixed(100 * share, 0) + " % of that cache's rate");
        String gap = "cpu-gap.txt";
        said.add("breadth-first search takes "
                + range(numbers(gap, "host levels push .* ([\\d.]+) ms +[\\d.]+ G"), 1, 1));
        said.add("on the same cores " + range(numbers(gap, "== GAP bfs .*\\R.*\\R.*: +([\\d.]+)"), 1e3, 0));
        said.add(Quantity.fixed(least(numbers(gap, "host window 128 +([\\d.]+) ms")), 0) + " ms, GAP's "
                + range(numbers(gap, "== GAP sssp threads .*\\R.*\\R.*: +([\\d.]+)"), 1e3, 0));
        String page = Files.readString(Path.of("README.md"))
                .replaceAll("\\[|\\]\\([^)]*\\)", "")
                .replaceAll("\\s+", " ");
        for (String sentence : said) {
            assertTrue(page.contains(sentence), () -> "README.md says something else than: " + sentence);
        }
    }
}
