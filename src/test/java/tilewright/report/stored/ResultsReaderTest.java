package tilewright.report.stored;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.model.UserError;
import tilewright.report.Comparison;
import tilewright.tiling.space.Candidate;

class ResultsReaderTest {
    private static final String OK = line("[64,128]", "ok", "[0.5,0.25,0.75]");
    private static final String SUMMARY = """
        {"schema": "tilewright/summary/1", "nest": "matmul", "sizes": {"n": 64, "m": 3}, "device": "none",
         "best": {"block": [64, 128], "thread": [1, 8], "options": {"chunk": 16, "flag": true, "off": false}, "seconds": 0.5},
         "ranking": {"candidates": 2, "top1": 1.5, "spearman": null},
         "environment": {"gpu": {"clock": 1980}, "host": "h"}}
        """;

    @TempDir
    Path directory;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(directory.resolve("measurements.jsonl"), OK + "\n");
        Files.writeString(directory.resolve("summary.json"), SUMMARY);
    }

    private static String line(String block, String status, String runs) {
        return """
            {"schema":"tilewright/measurement/1","nest":"matmul","sizes":{"n":64,"m":3},"device":"none","rank":1,\
            "block":%s,"thread":[1,8],"options":{"chunk":16,"flag":true,"off":false},\
            "predicted":{"seconds":0.4},"status":"%s","runs":%s}\
            """.formatted(block, status, runs);
    }

    private void measurements(String... lines) throws IOException {
        Files.writeString(directory.resolve("measurements.jsonl"), String.join("\n", lines));
    }

    private String refusal() {
        UserError refused = assertThrows(UserError.class, () -> ResultsReader.read(directory));
        assertEquals(UserError.BAD_INPUT, refused.exitCode());
        return String.valueOf(refused.getMessage()).replace(directory.toString(), "DIR");
    }

    @Test
    void whereCuttingLosesANoteSaysSoAndASpreadGivesNoSpeedUp() throws IOException {
        Files.writeString(
                directory.resolve("summary.json"),
                SUMMARY.replace("\"ranking\"", "\"baselines\": [{\"name\": \"gcc\", \"seconds\": 0.25}], \"ranking\""));
        Results results = ResultsReader.read(directory);
        assertEquals(
                "Cutting loses: gcc takes 250.0 ms, the best candidate 2.00 times as long.",
                results.warnings().getLast());
        assertNull(Comparison.of(List.of(results)).rows().getFirst().speedup(), "the runs spread by half");
    }

    @Test
    void bothFilesAreRead() {
        Results results = ResultsReader.read(directory);
        Measurement only = results.measurements().getFirst();
        assertEquals("64x128/1x8 k-tile 16, flag", only.key().toString());
        assertEquals(0.5, only.seconds());
        assertEquals(0.5, only.spread(), 1e-12);
        assertEquals("n=64, m=3", results.summary().sizesText());
        assertEquals(Map.of("gpu.clock", "1980", "host", "h"), results.summary().environment());
        assertNull(results.analysis());
        assertNull(results.kernel());
        assertEquals(List.of(), results.notes());
    }

    /** A sweep that an earlier version began and this one ended. */
    @Test
    void linesOfEarlierVersionsAreOfTheSameCandidates() throws IOException {
        String last = line("[64,128]", "ok", "[0.5]").replace("\"rank\"", "\"phase\":\"final\",\"rank\"");
        measurements(
                OK.replace("\"chunk\":16", "\"chunk\":16,\"buffers\":2,\"step\":64"),
                last.replace("\"chunk\":16", "\"kTile\":16,\"stages\":2,\"panel\":64"),
                line("[8,8]", "wrong", "[]").replace("\"chunk\":16", "\"chunk\":16,\"buffers\":1,\"step\":1"));
        Files.writeString(
                directory.resolve("summary.json"),
                SUMMARY.replace("\"chunk\": 16", "\"chunk\": 16, \"step\": 64, \"buffers\": 2"));
        List<Measurement> read = ResultsReader.read(directory).measurements();
        assertEquals(2, read.size());
        assertEquals(List.of(0.5), read.get(0).finals());
        assertEquals(
                "64x128/1x8 k-tile 16, stages 2, panel 64, flag",
                read.get(0).key().toString());
        assertEquals("8x8/1x8 k-tile 16, by planes, flag", read.get(1).key().toString());
        assertEquals(
                new Candidate(List.of(64, 128), List.of(1, 8), new Candidate.Options(16, 2, 64)),
                read.get(0).key().candidate("here"));
        assertEquals(
                new Candidate(List.of(8, 8), List.of(1, 8), new Candidate.Options(16, 1, 1)),
                read.get(1).key().candidate("here"));
    }

    @Test
    void finalsDecideTheTimeAndTheSweepIsKept() throws IOException {
        String last = line("[64,128]", "ok", "[0.9]").replace("\"rank\"", "\"phase\":\"final\",\"rank\"");
        measurements(OK, last, last.replace("0.9", "0.8"), line("[8,8]", "wrong", "[]"));
        Files.writeString(directory.resolve("summary.json"), SUMMARY.replace("\"seconds\": 0.5", "\"seconds\": 0.8"));
        List<Measurement> read = ResultsReader.read(directory).measurements();
        assertEquals(2, read.size());
        assertEquals(0.8, read.get(0).seconds(), "the last finals");
        assertEquals(0.5, read.get(0).sweepSeconds());
        assertEquals("wrong", read.get(1).status());
        assertEquals(List.of(), read.get(1).runs());
    }

    /** A sweep that was taken up again had no close rival, and no finals: its summary has the time of the sweep. */
    @Test
    void theTimeOfTheSweepServesWhereFinalsAreThoseOfARunBefore() throws IOException {
        String last = line("[64,128]", "ok", "[0.9]").replace("\"rank\"", "\"phase\":\"final\",\"rank\"");
        measurements(OK, last);
        Files.writeString(directory.resolve("summary.json"), SUMMARY);
        assertEquals(
                0.5, ResultsReader.read(directory).measurements().getFirst().sweepSeconds());
    }

    /** Rates of operations came out of both, one of them changed by hand. */
    @Test
    void aSummaryOfOtherTimesOrPlacesIsRefused() throws IOException {
        Files.writeString(directory.resolve("summary.json"), SUMMARY.replace("\"seconds\": 0.5", "\"seconds\": 1e-12"));
        assertEquals(
                "DIR/summary.json: error: the best candidate took another time by the summary than by the measurements;"
                        + " run tune --resume to write the summary again",
                refusal());
        Files.writeString(
                directory.resolve("summary.json"),
                SUMMARY.replace("\"seconds\": 0.5", "\"seconds\": 0.5, \"predictedRank\": -7"));
        assertEquals("DIR/summary.json: error: field \"predictedRank\": expected a place from 1, found -7", refusal());
    }

    @Test
    void theWinnerOfTheSummaryComesFirst() throws IOException {
        measurements(OK, line("[8,8]", "ok", "[0.4]"));
        assertEquals(
                List.of(64, 128), ResultsReader.read(directory).ok().getFirst().block());
    }

    @Test
    void aBusyMachineIsMentioned() {
        assertEquals(
                List.of("The winner's runs spread by 50.0 % of their median, as on a busy machine: smaller differences"
                        + " between candidates mean nothing, and no speed-up is given."),
                ResultsReader.read(directory).warnings());
    }

    @Test
    void predictionsOfAnotherOrderAreMentioned() throws IOException {
        measurements(line("[64,128]", "ok", "[0.05]"), line("[8,8]", "ok", "[0.06]"), line("[16,8]", "ok", "[0.07]"));
        Files.writeString(directory.resolve("summary.json"), SUMMARY.replace("\"seconds\": 0.5", "\"seconds\": 0.05"));
        List<String> said = ResultsReader.read(directory).warnings();
        assertEquals(1, said.size());
        assertTrue(said.getFirst().startsWith("Predicted times are 6.67 times too long (median)."), said.getFirst());
        measurements(line("[64,128]", "ok", "[0.05]"), line("[8,8]", "ok", "[0.3]"), line("[16,8]", "ok", "[0.3]"));
        assertEquals(List.of(), ResultsReader.read(directory).warnings(), "one is no order");
    }

    @Test
    void howFarTheSweepWentIsToldInWords() throws IOException {
        assertEquals("", ResultsReader.read(directory).summary().coverage());
        Files.writeString(
                directory.resolve("summary.json"),
                SUMMARY.replace("\"sizes\"", "\"end\": \"interrupted\", \"exhaustive\": false, \"sizes\""));
        assertEquals(
                "stopped by the user; not exhaustive, so a faster candidate is not excluded",
                ResultsReader.read(directory).summary().coverage());
    }

    @Test
    void aDrawJudgesOrdersHoweverSmallItIs() throws IOException {
        assertTrue(!judges("", 29), "nobody knows how they were chosen");
        assertTrue(judges("", 30));
        assertTrue(judges("\"drawn\": true, ", 8));
        assertTrue(!judges("\"drawn\": true, \"end\": \"budget\", ", 8), "the first of the draw alone");
        assertTrue(!judges("\"drawn\": false, ", 300));
        assertTrue(judges("\"exhaustive\": true, \"drawn\": false, ", 8));
        String command = "\"environment\": {\"command\": \"tilewright tune a.nest %s -o d\"}, \"ties\": [], ";
        assertTrue(judges(command.formatted("--exhaustive --sample 16"), 16));
        assertTrue(!judges(command.formatted("--exhaustive --top 40"), 40));
    }

    /** Of a summary with these fields, as such that were written before it told so. */
    private boolean judges(String fields, int timed) throws IOException {
        String plain = SUMMARY.replaceFirst(",\\s+\"environment\".*\\}\\}", "}");
        Files.writeString(directory.resolve("summary.json"), plain.replaceFirst("\"sizes\"", fields + "\"sizes\""));
        return ResultsReader.judgesOrders(directory, timed);
    }

    @Test
    void aTornLastLineIsLeftOutAndMentioned() throws IOException {
        measurements(OK, OK.substring(0, 70));
        Results results = ResultsReader.read(directory);
        assertEquals(1, results.measurements().size());
        assertEquals(
                List.of("The last line of measurements.jsonl (line 2) is torn, as after a killed sweep; it was left"
                        + " out."),
                results.notes());
    }

    @Test
    void aTornLineInTheMiddleIsAnError() throws IOException {
        measurements(OK.substring(0, 70), OK);
        assertEquals("DIR/measurements.jsonl:1: error: not JSON: remove the line and run tune --resume", refusal());
    }

    @Test
    void aWholeLastLineWithAWrongFieldIsAnErrorNotATear() throws IOException {
        measurements(OK, OK.replace("\"block\":[64,128],", ""));
        assertEquals("DIR/measurements.jsonl:2: error: field \"block\" is missing", refusal());
    }

    @Test
    void wrongTypesNameTheFieldAndWhatWasFound() throws IOException {
        measurements(OK.replace("[64,128]", "[64,\"x\"]"));
        assertEquals("DIR/measurements.jsonl:1: error: field \"block\": expected integers, found \"x\"", refusal());
        measurements("[1]");
        assertEquals("DIR/measurements.jsonl:1: error: expected a JSON object, found [1]", refusal());
    }

    @Test
    void anOkCandidateNeedsPositiveRuns() throws IOException {
        measurements(line("[8,8]", "ok", "[]"));
        assertEquals(
                "DIR/measurements.jsonl:1: error: status is ok, so \"runs\" must hold seconds, found none", refusal());
        measurements(line("[8,8]", "ok", "[0.1,0]"));
        assertTrue(refusal().endsWith("field \"runs\": expected seconds above 0, found 0"));
        measurements(line("[8,8]", "ok", "[0.1,1e300]"));
        assertTrue(refusal().endsWith("expected seconds above 0, found 1.0E300"));
    }

    @Test
    void anotherSchemaIsRefused() throws IOException {
        measurements(OK.replace("measurement/1", "measurement/2"));
        assertEquals(
                "DIR/measurements.jsonl:1: error: schema is \"tilewright/measurement/2\", this version reads"
                        + " \"tilewright/measurement/1\"; measure again, or use the version that wrote it",
                refusal());
    }

    @Test
    void missingFilesSayWhatToGive() throws IOException {
        Files.delete(directory.resolve("summary.json"));
        assertEquals(
                "DIR: error: no summary.json here; give a directory that tune wrote, or finish the sweep with tune"
                        + " --resume -o DIR",
                refusal());
        Path nowhere = directory.resolve("nowhere");
        UserError refused = assertThrows(UserError.class, () -> ResultsReader.read(nowhere));
        assertEquals(nowhere + ": error: no such directory; give one that tune wrote", refused.getMessage());
    }

    @Test
    void emptyMeasurementsAreAnError() throws IOException {
        measurements("");
        assertEquals("DIR/measurements.jsonl: error: no measurement in it; run tune --resume", refusal());
    }

    @Test
    void aTornSummaryNamesTheLine() throws IOException {
        Files.writeString(directory.resolve("summary.json"), SUMMARY.substring(0, 150));
        assertEquals(
                "DIR/summary.json:2: error: not JSON: the file is torn or damaged, run tune --resume to write it again",
                refusal());
    }

    @Test
    void binaryFilesAreRefused() throws IOException {
        Files.write(directory.resolve("summary.json"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
        assertEquals("DIR/summary.json: error: this is a binary file; give a text file", refusal());
    }

    @Test
    void aDamagedAnalysisIsAnErrorNotIgnored() throws IOException {
        Files.writeString(directory.resolve("analysis.json"), "{\"schema\":\"tilewright/analysis/1\"}");
        assertEquals("DIR/analysis.json: error: field \"nest\" is missing", refusal());
    }

    @Test
    void sourcesBesideTheResultsAreFound() throws IOException {
        Files.writeString(directory.resolve("matmul.c"), "int x;");
        Files.writeString(directory.resolve("best-kernel.c"), "int y;");
        Results results = ResultsReader.read(directory);
        assertEquals(new Source("matmul.c", "int x;"), results.nest());
        assertEquals(new Source("best-kernel.c", "int y;"), results.kernel());
    }
}
