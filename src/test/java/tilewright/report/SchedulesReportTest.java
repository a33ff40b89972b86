package tilewright.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.model.UserError;

/** Pages of sweeps over graphs. */
class SchedulesReportTest {
    @TempDir
    Path folder;

    private void write(String measurement) throws Exception {
        Files.writeString(folder.resolve("measurements.jsonl"), measurement + "\n");
        Files.writeString(folder.resolve("summary.json"), """
            {"schema": "tilewright/schedule-summary/1", "nest": "bfs", "graph": "path:n=3", "device": "a <device>",
             "vertices": 3, "storedArcs": 4, "best": {"schedule": "edges coo racing"}, "sources": 2, "data": ["made"]}
            """);
    }

    private static final String RIGHT = "{\"schema\": \"tilewright/schedule-measurement/1\", \"schedule\": \"edges coo"
            + " racing\", \"status\": \"ok\", \"meanSeconds\": 0.002, \"inspectorSeconds\": 0.25, \"seconds\": [0.001,"
            + " 0.003], \"rates\": {\"storedArcs\": 2e9, \"nominalArcs\": 4e9, \"reachedEdges\": 1e9}}";

    @Test
    void showsSchedulesInOrderOfTime() throws Exception {
        write(RIGHT.replace("0.002", "0.004").replace("racing", "atomic") + "\n" + RIGHT + "\n"
                + "{\"schema\": \"tilewright/schedule-measurement/1\", \"schedule\": \"edges cells 8\", \"status\":"
                + " \"wrong\", \"fault\": \"level(2)\"}");
        Files.writeString(
                folder.resolve("ranking.json"),
                "{\"ranking\": [{\"schedule\": \"edges coo racing\", \"seconds\": 0.0015, \"uncalibrated\":"
                        + " [\"x\"]}]}");
        assertTrue(SchedulesReport.isOne(folder));
        List<String> text = Report.run(List.of(folder)).lines().toList();
        assertEquals("bfs over path:n=3 on a <device>, 2 sources", text.get(0));
        assertTrue(
                text.get(1).matches("  edges coo racing +2\\.00 ms  2\\.00 G arcs/s  predicted > 1\\.50 ms"),
                text.get(1));
        assertTrue(text.get(2).startsWith("  edges coo atomic"), text.get(2));
        assertTrue(text.get(3).endsWith("wrong: level(2)"), text.get(3));
        String page = Files.readString(folder.resolve("report.html"));
        assertEquals(folder.resolve("report.html").toString(), text.getLast());
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(
                        page.replace("<!DOCTYPE html>", "").getBytes(StandardCharsets.UTF_8)));
        assertTrue(
                page.contains("<th>predicted, ms</th>") && page.contains("plain stores, of which some are lost"), page);
        assertTrue(page.contains("a &lt;device&gt;") && page.contains("1.00 to 3.00"), page);
    }

    @Test
    void ratesThatAreSmallAreInMillionsAndNoColumnIsEmpty() throws Exception {
        write(RIGHT.replace("2e9", "8.2e6").replace("edges coo racing", "host window 0"));
        List<String> text = Report.run(List.of(folder)).lines().toList();
        assertTrue(text.get(1).endsWith("8.20 M arcs/s"), text.get(1));
        String page = Files.readString(folder.resolve("report.html"));
        assertTrue(page.contains("<th>M arcs/s stored</th>") && !page.contains("predicted, ms"), page);
        assertTrue(page.contains("vertices wait in lists by value"), page);
    }

    @Test
    void schedulesStandInTheOrderOfTheirTimeWithTheirShareOfPreprocessing() throws Exception {
        String slower =
                RIGHT.replace("0.002", "0.004").replace("racing", "atomic").replace("0.25", "0.01");
        write(RIGHT + "\n" + slower);
        Path summary = folder.resolve("summary.json");
        Files.writeString(summary, Files.readString(summary).replace("\"sources\"", "\"runs\": 10, \"sources\""));
        List<String> text = Report.run(List.of(folder)).lines().toList();
        assertTrue(text.get(1).startsWith("  edges coo atomic"), text.get(1));
        assertTrue(text.get(1).endsWith("  over 10 runs 5.00 ms"), text.get(1));
        assertTrue(text.get(2).endsWith("  over 10 runs 27.0 ms"), text.get(2));
        assertTrue(Files.readString(folder.resolve("report.html")).contains("<th>over 10 runs, ms</th>"));
    }

    @Test
    void saysWhichLineIsDamaged() throws Exception {
        write(RIGHT + "\n{");
        String message = String.valueOf(
                assertThrows(UserError.class, () -> Report.run(List.of(folder))).getMessage());
        assertTrue(message.contains("measurements.jsonl:2: error"), message);
        Files.writeString(folder.resolve("summary.json"), "{\"schema\": \"tilewright/summary/1\"}");
        assertFalse(SchedulesReport.isOne(folder));
    }
}
