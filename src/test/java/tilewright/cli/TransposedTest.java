package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays that are read or written across their rows: blocks hand them over in boxes. */
class TransposedTest {
    @TempDir
    Path folder;

    private String file(String loops) throws IOException {
        String text = """
            void f(int n, double a[n][n], double b[n][n], double c[n][n])
            {
            #pragma scop
            %s
            #pragma endscop
            }
            """.formatted(loops);
        return Files.writeString(folder.resolve("f.c"), text).toString();
    }

    private static CommandLineRun run(String command, String nest, int n, String block, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, nest, "--set", "n=" + n, "--device", "h200"));
        arguments.addAll(List.of("--target", "cuda", "--block", block, "--thread", "2,2"));
        arguments.addAll(List.of(more));
        return CommandLineRun.of(arguments.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) b[j][i] = a[i][j];",
                "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) b[i][j] = 2.0*a[j][i] + a[i][j];",
                "for (int i = 0; i < n; i++) for (int j = 1; j < n-1; j++) b[j][i] = b[j][i] + a[i][j-1]*c[j+1][i];",
                "for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[j][i] = a[i][j];",
                "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { b[j][i] = a[i][j]; c[j][i] = b[j][i] + 1.0;"
                        + " }"
            })
    void computesTheNest(String loops) throws IOException {
        String nest = file(loops);
        for (String block : new String[] {"8,4", "4,16", "16,16"}) {
            CommandLineRun run = run("verify", nest, 67, block, "--emulate");
            assertEquals(0, run.exitCode(), run.err() + run.out());
            assertTrue(run.out().contains("agree with the sequential nest"), run.out());
            CommandLineRun kernel = run("generate", nest, 67, block, "--dump", "kernel");
            assertTrue(kernel.out().contains("_window"), kernel.out());
        }
    }

    /** All that is written is written across rows: nothing is loaded, and one barrier is enough, in blocks inside and at the boundary. */
    @Test
    void whatIsWrittenWholeIsNotLoaded() throws IOException {
        String nest = file("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) b[j][i] = a[i][j];");
        CommandLineRun kernel = run("generate", nest, 64, "16,16", "--dump", "kernel");
        Matcher barriers = Pattern.compile("\\bbarrier\\b").matcher(kernel.out());
        assertEquals(2, barriers.results().count(), kernel.out());
    }

    /** 8192 x 8192 numbers are 1.07 GB there and back: 0.29 ms at the rate of copies of an H200. */
    @Test
    void isPredictedNearTheRateOfCopies() throws IOException {
        String nest = file("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) b[j][i] = a[i][j];");
        CommandLineRun run =
                CommandLineRun.of("rank", nest, "--set", "n=8192", "--device", "h200", "--top", "1", "--json", "-");
        Matcher seconds = Pattern.compile("\"predictedSeconds\" : ([-+.\\dE]+)").matcher(run.out());
        assertTrue(seconds.find(), run.out());
        assertFalse(Double.parseDouble(seconds.group(1)) > 0.33e-3, seconds.group());
    }
}
