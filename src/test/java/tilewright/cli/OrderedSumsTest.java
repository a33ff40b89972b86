package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who lets rounding depend on the order of sums is told so where it matters, and gets what it is worth. */
class OrderedSumsTest {
    private static final String ROWS = """
        void f(int n, float a[n][n], float x[n], float y[n]) {
        #pragma scop
          for (int i = 0; i < n; i++) {
            float s = 0;
            for (int j = 0; j < n; j++)
              s += a[i][j] * x[j];
            y[i] = s;
          }
        #pragma endscop
        }
        """;

    private static final String COMPLEX = """
        void f(int n, double ar[n][n], double ai[n][n], double br[n][n], double bi[n][n], double c[n][n], double d[n][n]) {
        #pragma scop
          for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
              double r = 0, s = 0;
              for (int k = 0; k < n; k++) {
                r += ar[i][k] * br[k][j] - ai[i][k] * bi[k][j];
                s += ar[i][k] * bi[k][j] + ai[i][k] * br[k][j];
              }
              c[i][j] = r;
              d[i][j] = s;
            }
        #pragma endscop
        }
        """;

    private static final String PRODUCT = """
        void f(int n, double a[n][n], double b[n][n], double c[n][n]) {
        #pragma scop
          for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
              for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
        #pragma endscop
        }
        """;

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("f.c"), text);
    }

    private CommandLineRun run(String command, String text, String... options) throws IOException {
        String[] all = new String[options.length + 6];
        System.arraycopy(
                new String[] {command, file(text).toString(), "--set", "n=1000", "--device", "h200"}, 0, all, 0, 6);
        System.arraycopy(options, 0, all, 6, options.length);
        CommandLineRun run = CommandLineRun.of(all);
        assertEquals(0, run.exitCode(), run.err());
        return run;
    }

    private static String free(String text) {
        return text.replace("#pragma scop", "#pragma scop\n#pragma tilewright assume(associative(+))");
    }

    @Test
    void sumsThatKeepThreadsFromWorkingAreNamed() throws IOException {
        String rows = run("rank", ROWS, "--top", "1").err();
        assertTrue(
                rows.contains(
                        "note: sums run in the order in which they are written (" + folder.resolve("f.c") + ":6:"),
                rows);
        assertTrue(rows.contains("'#pragma tilewright assume(associative(+))'"), rows);
        assertFalse(run("rank", free(ROWS), "--top", "1").err().contains("note: sums"));
        assertFalse(run("rank", PRODUCT, "--top", "1").err().contains("note: sums"), "its threads have enough to do");
    }

    /** Products that are taken away are products of matrices too. */
    @Test
    void complexProductsAreProductsOfMatrices() throws IOException {
        assertTrue(run("rank", COMPLEX, "--top", "1").err().contains("f.c:7:"), "of several products each");
        String kernels = run("generate", free(COMPLEX), "--block", "64,64,16", "--thread", "4,4,1", "--dump", "kernel")
                .out();
        assertEquals(
                8, kernels.split("multiply ", -1).length - 1, "two in each of two sums, inside and at the boundary");
    }
}
