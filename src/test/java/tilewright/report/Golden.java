package tilewright.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Text that is compared as a whole. {@code TILEWRIGHT_GOLDEN=write} in the environment writes it instead, for a person to review. */
final class Golden {
    private static final Path DIRECTORY = Path.of("src/test/resources/report");

    private Golden() {}

    static void check(String name, String actual) throws IOException {
        Path file = DIRECTORY.resolve(name);
        if ("write".equals(System.getenv("TILEWRIGHT_GOLDEN"))) {
            Files.writeString(file, actual);
        }
        assertEquals(Files.readString(file), actual, name);
    }

    /** The stored synthetic results. */
    static Path floydWarshall() {
        return DIRECTORY.resolve("floyd-warshall");
    }
}
