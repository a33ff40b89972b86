package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the README.md of a generated program says of its time is what {@code rank} says. */
class GeneratedReadmeTest {
    @TempDir
    private Path folder;

    private String readme(String nest, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve("nest.nest"), nest);
        Path out = folder.resolve("out");
        String[] arguments = new String[options.length + 4];
        System.arraycopy(new String[] {"generate", file.toString(), "-o", out.toString()}, 0, arguments, 0, 4);
        System.arraycopy(options, 0, arguments, 4, options.length);
        CommandLineRun run = CommandLineRun.of(arguments);
        assertEquals(0, run.exitCode(), run.err());
        return Files.readString(out.resolve("README.md"));
    }

    /** The nest's file took the place of the driver; modules of Fortran began with an underscore. */
    @ParameterizedTest
    @CsvSource({"driver, nest_driver", "sequential, nest_sequential", "tiled, nest_tiled", "_x, nest_x"})
    void namesThatFilesOfTheProgramHaveAreNotTheNests(String name, String expected) throws IOException {
        Path file = Files.writeString(
                folder.resolve(name + ".nest"), "param n\nreal a(n)\ndo i = 1, n\n  a(i) = 2.0 * a(i)\nenddo\n");
        Path out = folder.resolve("out");
        CommandLineRun run = CommandLineRun.of(
                "generate",
                file.toString(),
                "-o",
                out.toString(),
                "--set",
                "n=9",
                "--target",
                "c",
                "--candidate",
                "as written");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(Files.exists(out.resolve(expected + ".c")), run.out());
        assertTrue(Files.readString(out.resolve("driver.c")).contains("int main("), run.out());
        assertTrue(Files.exists(out.resolve("tiled_" + expected + ".f90")), run.out());
    }

    /** It said that the model does not rank it. */
    @Test
    void theNestAsWrittenHasAPrediction() throws IOException {
        String readme = readme(
                "param n\nreal a(n)\ndo i = 1, n\n  a(i) = 2.0 * a(i)\nenddo\n",
                "--set",
                "n=100",
                "--target",
                "c",
                "--candidate",
                "as written");
        assertTrue(readme.contains("\n- time: "), readme);
    }

    /** It gave the time of the main part alone. */
    @Test
    void theTimeIsThatOfAllParts() throws IOException {
        String readme = readme(
                "param n\nreal a(n), b(n, n), s(n)\ndo i = 1, n\n  a(i) = 2.0 * a(i)\nenddo\n"
                        + "do i = 2, n\n  do j = 1, n\n    b(i,j) = b(i-1,j) + a(j)\n  enddo\nenddo\n",
                "--set",
                "n=4096",
                "--target",
                "cuda",
                "--device",
                "h200");
        assertTrue(readme.contains("\n- time: "), readme);
        assertTrue(readme.contains("\n- time of the main part, of which the following lines speak: "), readme);
    }
}
