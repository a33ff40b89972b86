package tilewright.tune.stored;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.device.KernelResources;
import tilewright.device.LaunchMode;
import tilewright.model.UserError;
import tilewright.tiling.space.Candidate;

@Isolated("the default locale changes")
class MeasurementFormatTest {
    private static final SweepIdentity SWEEP = new SweepIdentity(
            "floyd-warshall",
            "00112233445566778899aabbccddeeff",
            sizes(),
            Target.CUDA,
            "NVIDIA H200",
            "CUDA 13.0",
            "nvrtc 13.0");
    private static final Contender CONTENDER = new Contender(
            3, new Candidate(List.of(64, 128, 128), List.of(1, 8, 8), new Candidate.Options(16, 2)), predicted());
    private static final Measurement OK = new Measurement(
            SWEEP,
            CONTENDER,
            new Outcome(
                    Status.OK,
                    null,
                    List.of(0.0118, 0.0117, 0.5),
                    List.of(
                            new KernelResources("level0", 96, 0, 0, 24576, 256),
                            new KernelResources("level1", 128, 8, 0, 1024, 64, 0.25)),
                    1.5e-6,
                    LaunchMode.GRAPH),
            Measurement.Phase.SWEEP);

    @TempDir
    Path directory;

    @Test
    void theMachineFormatIsSealed() {
        assertEquals(
                "{\"schema\":\"tilewright/measurement/1\",\"nest\":\"floyd-warshall\","
                        + "\"nestHash\":\"00112233445566778899aabbccddeeff\",\"sizes\":{\"n\":4096},"
                        + "\"target\":\"cuda\",\"device\":\"NVIDIA H200\",\"driver\":\"CUDA 13.0\","
                        + "\"compiler\":\"nvrtc 13.0\",\"phase\":\"sweep\",\"rank\":3,\"block\":[64,128,128],"
                        + "\"thread\":[1,8,8],\"options\":{\"kTile\":16,\"stages\":2},"
                        + "\"predicted\":{\"seconds\":0.011,\"reads\":1.2E9,\"writes\":4.0E8},\"status\":\"ok\","
                        + "\"seconds\":0.0118,\"runs\":[0.0118,0.0117,0.5],\"mode\":\"graph\","
                        + "\"maxRelativeError\":1.5E-6,\"registers\":128,\"sharedBytes\":24576,\"localBytes\":8,"
                        + "\"kernels\":[{\"name\":\"level0\",\"registers\":96,\"localBytes\":0,"
                        + "\"sharedBytes\":24576,\"threads\":256},{\"name\":\"level1\",\"registers\":128,"
                        + "\"localBytes\":8,\"sharedBytes\":1024,\"threads\":64,\"occupancy\":0.25}]}",
                MeasurementFormat.write(OK));
    }

    @Test
    void theFormatDoesNotDependOnTheLocale() {
        String expected = MeasurementFormat.write(OK);
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.of("be", "BY"));
            assertEquals(expected, MeasurementFormat.write(OK));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void whatIsWrittenIsReadBack() {
        assertEquals(OK, MeasurementFormat.read(MeasurementFormat.write(OK)));
        Measurement failed = new Measurement(
                SWEEP, CONTENDER, Outcome.failure(Status.LAUNCH_ERROR, "line 1\n\"2\""), Measurement.Phase.FINAL);
        assertEquals(failed, MeasurementFormat.read(MeasurementFormat.write(failed)));
    }

    @Test
    void linesOfEarlierVersionsAreTheSameMeasurements() {
        String line = MeasurementFormat.write(OK);
        String earlier = line.replace("\"kTile\":16,\"stages\":2", "\"chunk\":16,\"buffers\":2");
        assertNotEquals(line, earlier);
        assertEquals(OK, MeasurementFormat.read(earlier));
        for (String stepped : List.of("\"panel\":64", "\"step\":64")) {
            assertEquals(
                    new Candidate.Options(16, 2, 64),
                    MeasurementFormat.read(earlier.replace("\"buffers\":2", "\"buffers\":2," + stepped))
                            .contender()
                            .candidate()
                            .options());
        }
        for (String planes : List.of("\"planes\":1", "\"step\":1")) {
            assertEquals(
                    new Candidate.Options(16, 2, 1),
                    MeasurementFormat.read(line.replace("\"stages\":2", "\"stages\":2," + planes))
                            .contender()
                            .candidate()
                            .options());
        }
    }

    @Test
    void aLineWithoutOptionsIsNone() {
        String line = MeasurementFormat.write(OK).replace("\"kTile\":16,", "");
        assertThrows(RuntimeException.class, () -> MeasurementFormat.read(line));
    }

    /** What somebody changed by hand, or a disk did. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        "runs":[0.0118,0.0117,0.5]   | "runs":[]
        "runs":[0.0118,              | "runs":[-1,
        "runs":[0.0118,              | "runs":[1e300,
        "sizes":{"n":4096}           | "sizes":{"n":1e99}
        "kTile":16                   | "kTile":0
        "thread":[1,8,8]             | "thread":[0,8,8]
        "block":[64,                 | "block":[64.5,
        "maxRelativeError":1.5E-6    | "maxRelativeError":1e400
        """)
    void impossibleNumbersAreNoMeasurement(String before, String after) {
        String line = MeasurementFormat.write(OK);
        assertTrue(line.contains(before), line);
        assertThrows(IllegalArgumentException.class, () -> MeasurementFormat.read(line.replace(before, after)));
    }

    @Test
    void aFailureHasNoTime() {
        Measurement failed =
                new Measurement(SWEEP, CONTENDER, Outcome.failure(Status.WRONG, "bad"), Measurement.Phase.SWEEP);
        assertFalse(MeasurementFormat.write(failed).contains("\"seconds\":0.0118"));
        assertEquals(
                "{\"status\":\"wrong\",\"message\":\"bad\",\"runs\":[]}",
                "{" + MeasurementFormat.write(failed).replaceFirst(".*(\"status\")", "$1"));
    }

    @Test
    void aDamagedLineBeforeTheLastIsReportedWithItsNumber() throws IOException {
        Path file = directory.resolve("measurements.jsonl");
        Files.writeString(file, MeasurementFormat.write(OK) + "\n{broken\n" + MeasurementFormat.write(OK) + "\n");
        UserError error = assertThrows(
                UserError.class,
                () -> MeasurementLog.open(directory, true, SWEEP).close());
        assertEquals(
                file + ":2: error: not a measurement of this version",
                String.valueOf(error.getMessage()).replaceFirst(" \\(.*", ""));
    }

    @Test
    void aTornLastLineIsDroppedAndTheNextOneIsWhole() throws IOException {
        Path file = directory.resolve("measurements.jsonl");
        String line = MeasurementFormat.write(OK);
        Files.writeString(file, line + "\n" + line.substring(0, 30));
        try (MeasurementLog log = MeasurementLog.open(directory, true, SWEEP)) {
            assertEquals(List.of(OK), log.earlier());
            log.append(OK);
        }
        assertEquals(line + "\n" + line + "\n", Files.readString(file));
    }

    @Test
    void lineEndsAndTrailingBlanksDoNotChangeTheHash() {
        assertEquals(SweepIdentity.hash("do i = 1, n\nenddo\n"), SweepIdentity.hash("do i = 1, n  \r\nenddo"));
        assertEquals(32, SweepIdentity.hash("x").length());
    }

    private static SequencedMap<String, Long> sizes() {
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("n", 4096L);
        return sizes;
    }

    private static Predicted predicted() {
        SequencedMap<String, Double> volumes = new LinkedHashMap<>();
        volumes.put("reads", 1.2e9);
        volumes.put("writes", 4e8);
        return new Predicted(0.011, volumes);
    }
}
