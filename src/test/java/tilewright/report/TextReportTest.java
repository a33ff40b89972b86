package tilewright.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.report.stored.Results;
import tilewright.report.stored.ResultsReader;
import tilewright.report.stored.Summary;

class TextReportTest {
    @TempDir
    Path directory;

    private static Results floydWarshall() {
        return ResultsReader.read(Golden.floydWarshall());
    }

    private Results oneLoop() throws IOException {
        Path written = directory.resolve("one");
        new SyntheticSweep("copy", Map.of("n", 64L), List.of(List.of(8)), List.of(List.of(1)))
                .withoutFailures()
                .runs(1, 0)
                .write(written);
        return ResultsReader.read(written);
    }

    @Test
    void oneDirectoryIsReportedInFull() throws IOException {
        Golden.check("floyd-warshall.txt", TextReport.of(floydWarshall()));
    }

    @Test
    void aSweepOfOneRunIsReported() throws IOException {
        Golden.check("one-candidate.txt", TextReport.of(oneLoop()));
    }

    @Test
    void gapsInThePredictedOrderAreExplained() throws IOException {
        String gap = "those that were not measured leave gaps";
        assertFalse(TextReport.of(oneLoop()).contains(gap));
        Path lines = directory.resolve("one").resolve(ResultsReader.MEASUREMENTS);
        Files.writeString(lines, Files.readString(lines).replaceAll("\"rank\" ?: ?1\\b", "\"rank\":7"));
        String text = TextReport.of(ResultsReader.read(directory.resolve("one")));
        assertTrue(text.contains(gap), text);
    }

    /** Fewer launches of one thread are no speed-up: nothing runs in parallel. */
    @Test
    void oneThreadAndOneThreadAreNotCompared() throws IOException {
        Path written = directory.resolve("scan");
        new SyntheticSweep("scan", Map.of("n", 64L), List.of(List.of(8)), List.of(List.of(1)))
                .withoutFailures()
                .runs(1, 0)
                .baseline(Summary.Baseline.ONE_THREAD, 1000)
                .write(written);
        Results results = ResultsReader.read(written);
        assertEquals(null, Comparison.of(List.of(results)).rows().getFirst().speedup());
        String text = TextReport.of(results);
        assertTrue(text.contains("one thread, launched for each iteration"), text);
        assertFalse(text.contains("x the best"), text);
        assertFalse(HtmlReport.of(results).contains("against one thread"), "a headline of a speed-up");
    }

    @Test
    void severalDirectoriesAreCompared() throws IOException {
        Comparison comparison = Comparison.of(List.of(floydWarshall(), oneLoop()));
        Golden.check("comparison.txt", comparison.toText(Integer.MAX_VALUE));
    }

    @Test
    void speedUpIsAgainstTheFastestBaseline() {
        Comparison.Row row = Comparison.of(List.of(floydWarshall())).rows().getFirst();
        assertEquals("hand-written prototype", row.rival());
        double seconds = Objects.requireNonNull(row.seconds());
        assertEquals(0.0673 / seconds, Objects.requireNonNull(row.speedup()), 1e-12);
    }

    @Test
    void aSweepWithoutSuccessSaysSo() throws IOException {
        Path failed = directory.resolve("failed");
        Files.createDirectories(failed);
        Files.writeString(failed.resolve("measurements.jsonl"), """
            {"schema":"tilewright/measurement/1","nest":"x","sizes":{},"device":"none",\
            "block":[8],"thread":[1],"status":"wrong","message":"a[0] is 1\\nmore"}
            """);
        Files.writeString(failed.resolve("summary.json"), """
            {"schema":"tilewright/summary/1","nest":"x","sizes":{},"device":"none","best":null,"ranking":null,
             "baselines":[{"name":"b","seconds":2}],"environment":{}}
            """);
        Results results = ResultsReader.read(failed);
        assertEquals("""
            x
            none

            no candidate passed

            baselines
              b (reference for correctness)  2.000 s

            candidates  1: 1 wrong
              wrong  8/1  a[0] is 1
            """, TextReport.of(results));
        assertTrue(Comparison.of(List.of(results)).toText(Integer.MAX_VALUE).contains("none passed"));
    }

    @Test
    void reportingReadsEveryDirectoryBeforeItWrites() throws IOException {
        oneLoop();
        Path good = directory.resolve("one");
        try {
            Report.run(List.of(good, directory.resolve("missing")));
        } catch (tilewright.model.UserError expected) {
            assertTrue(Files.notExists(good.resolve("report.html")));
            return;
        }
        throw new AssertionError("a missing directory was accepted");
    }

    @Test
    void thePathsOfThePagesAreNamed() throws IOException {
        oneLoop();
        Path good = directory.resolve("one");
        String text = Report.run(List.of(good));
        assertTrue(text.endsWith("\n\n" + good.resolve("report.html") + "\n"), text);
        assertTrue(Files.size(good.resolve("report.html")) > 1000);
    }
}
