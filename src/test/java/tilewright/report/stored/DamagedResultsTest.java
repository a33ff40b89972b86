package tilewright.report.stored;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import tilewright.model.UserError;
import tilewright.report.Report;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Results that somebody changed are refused with file and line, or shown; they never end in a fault of the program. */
class DamagedResultsTest {
    private static final Path STORED = Path.of("src/test/resources/report/floyd-warshall");
    private static final List<String> VALUES =
            List.of("null", "\"NaN\"", "-1", "0", "1e308", "99999999999", "[]", "{}", "true", "[1,2]");

    @TempDir
    Path directory;

    @BeforeEach
    void copy() throws IOException {
        try (Stream<Path> files = Files.list(STORED)) {
            for (Path file : files.toList()) {
                Files.copy(file, directory.resolve(String.valueOf(file.getFileName())));
            }
        }
    }

    @Test
    void linesOfOtherWorkAreRefused() throws IOException {
        assertRefused(line -> line.replace("\"n\":8192", "\"n\":4096"), ":3: error: a measurement of {n=4096}");
        assertRefused(line -> line.replace("Synthetic GPU", "Other GPU"), ":3: error: a measurement of Other GPU");
        assertRefused(line -> line.replace("\"nest\":\"floyd-warshall\"", "\"nest\":\"lu\""), "a measurement of lu");
        assertRefused(line -> line.replace("\"sizes\"", "\"nestHash\":\"00\",\"sizes\""), "another text of");
        assertRefused(line -> line.replaceFirst("\"thread\":\\[[0-9]+,", "\"thread\":["), "are not the sizes of a");
        assertRefused(line -> line.replaceFirst("\"status\":\"[a-z-]+\"", "\"status\":\"fine\""), "expected one of");
        assertRefused(line -> line.replace("\"status\"", "\"seconds\":\"NaN\",\"status\""), "expected a number");
        assertRefused(line -> line.replaceFirst("\"rank\":[0-9]+", "\"rank\":-5"), ":3: error: ");
    }

    private void assertRefused(UnaryOperator<String> change, String words) throws IOException {
        Path file = directory.resolve(ResultsReader.MEASUREMENTS);
        String before = Files.readString(file);
        List<String> lines = new ArrayList<>(before.lines().toList());
        lines.set(2, change.apply(lines.get(2)));
        assertFalse(lines.equals(before.lines().toList()), "something has changed");
        Files.write(file, lines);
        String message = String.valueOf(assertThrows(UserError.class, () -> ResultsReader.read(directory))
                .getMessage());
        assertTrue(message.contains(words), message);
        Files.writeString(file, before);
    }

    @Test
    void aSummaryOfOtherSizesIsRefused() throws IOException {
        Path file = directory.resolve(ResultsReader.SUMMARY);
        Files.writeString(file, Files.readString(file).replace("8192", "4096"));
        String message = String.valueOf(assertThrows(UserError.class, () -> ResultsReader.read(directory))
                .getMessage());
        assertTrue(message.contains("a summary of {n=4096}, where the measurements are of {n=8192}"), message);
    }

    @Test
    void aSummaryOfAnotherTargetIsRefused() throws IOException {
        Path file = directory.resolve(ResultsReader.SUMMARY);
        Path lines = directory.resolve(ResultsReader.MEASUREMENTS);
        Files.writeString(file, Files.readString(file).replaceFirst("\"nest\"", "\"target\" : \"c\", \"nest\""));
        Files.writeString(lines, Files.readString(lines).replace("\"nest\"", "\"target\":\"cuda\",\"nest\""));
        String message = String.valueOf(assertThrows(UserError.class, () -> ResultsReader.read(directory))
                .getMessage());
        assertTrue(message.contains("a summary of target c, where the measurements are of cuda"), message);
    }

    /** It was read until memory ended. */
    @Test
    void aLinkToADeviceIsNoFile() throws IOException {
        assumeTrue(Files.exists(Path.of("/dev/zero")));
        Path lines = directory.resolve(ResultsReader.MEASUREMENTS);
        Files.delete(lines);
        Files.createSymbolicLink(lines, Path.of("/dev/zero"));
        String message = String.valueOf(assertThrows(UserError.class, () -> ResultsReader.read(directory))
                .getMessage());
        assertTrue(message.contains(lines + ": error: no file that ends"), message);
    }

    /** The message was "Input length = 1". */
    @Test
    void packedMeasurementsAreNamed() throws IOException {
        Path lines = directory.resolve(ResultsReader.MEASUREMENTS);
        try (var packed = new GZIPOutputStream(Files.newOutputStream(lines))) {
            packed.write('x');
        }
        for (Executable reading :
                List.<Executable>of(() -> ResultsReader.read(directory), () -> ScheduleSweep.isIn(directory))) {
            assertEquals(
                    lines + ": error: this is a binary file; give a text file",
                    assertThrows(UserError.class, reading).getMessage());
        }
    }

    @Test
    void mutatedFilesAreRefusedOrShown() throws IOException {
        Random random = new Random(18);
        int shown = 0;
        for (String name : List.of(ResultsReader.MEASUREMENTS, ResultsReader.SUMMARY, ResultsReader.ANALYSIS)) {
            Path file = directory.resolve(name);
            String before = Files.readString(file);
            for (int i = 0; i < 60; i++) {
                Files.writeString(file, mutated(before, name.endsWith("l"), random));
                try {
                    Report.run(List.of(directory));
                    shown++;
                } catch (UserError refused) {
                    assertEquals(UserError.BAD_INPUT, refused.exitCode());
                }
            }
            Files.writeString(file, before);
        }
        assertTrue(shown > 0, "some changes do not matter");
    }

    private static String mutated(String text, boolean lines, Random random) {
        if (!lines) {
            return mutated(text, random);
        }
        List<String> all = new ArrayList<>(text.lines().toList());
        int at = random.nextInt(all.size());
        all.set(at, mutated(all.get(at), random));
        return String.join("\n", all) + "\n";
    }

    /** One value somewhere inside replaced. */
    private static String mutated(String json, Random random) {
        JsonMapper mapper = JsonMapper.shared();
        JsonNode root = mapper.readTree(json);
        JsonNode node = root;
        while (true) {
            JsonNode parent = node;
            List<JsonNode> inner = parent.valueStream().toList();
            int chosen = random.nextInt(inner.size());
            JsonNode child = inner.get(chosen);
            if (child.isEmpty() || random.nextInt(4) == 0) {
                JsonNode value = mapper.readTree(VALUES.get(random.nextInt(VALUES.size())));
                switch (parent) {
                    case ObjectNode object ->
                        object.set(object.propertyNames().stream().toList().get(chosen), value);
                    case ArrayNode array -> array.set(chosen, value);
                    default -> throw new IllegalStateException("no container");
                }
                return root.toString();
            }
            node = child;
        }
    }
}
