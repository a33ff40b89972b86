package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sums of neighbours as people write them, in loops over the neighbours, from text to emulated programs: what is special in a program, and that it computes what the nest does. */
class NeighbourProgramsTest {
    @TempDir
    Path folder;

    private String nest(String declarations, String body) throws IOException {
        String text = "void f(" + declarations + ") {\n#pragma scop\n" + body + "#pragma endscop\n}\n";
        return Files.writeString(folder.resolve("f.c"), text).toString();
    }

    /** The program, which computes what the nest does at several sizes. */
    private static String program(String file, String sizes, String block, String thread) {
        CommandLineRun verified = CommandLineRun.of(
                "verify", file, "--set", sizes, "--block", block, "--thread", thread, "--target", "cuda", "--emulate");
        assertEquals(0, verified.exitCode(), verified.err() + verified.out());
        assertTrue(verified.out().contains("agree with the sequential nest"), verified.out());
        CommandLineRun printed = CommandLineRun.of(
                "generate",
                file,
                "--set",
                sizes,
                "--block",
                block,
                "--thread",
                thread,
                "--device",
                "h200",
                "--dump",
                "kernel");
        assertEquals(0, printed.exitCode(), printed.err());
        return printed.out();
    }

    @Test
    void aStarInStepsIsOneExpressionWhoseRowsAreReadByWideAccesses() throws IOException {
        String star = nest("int t, int n, float u[n][n][n], float v[n][n][n], float k[3]", """
              for (int s = 0; s < t; s++) {
                for (int x = 2; x < n-2; x++) for (int y = 2; y < n-2; y++) for (int z = 2; z < n-2; z++) {
                  float l = k[0] * u[x][y][z];
                  for (int r = 1; r <= 2; r++)
                    l += k[r] * (u[x+r][y][z] + u[x-r][y][z] + u[x][y+r][z] + u[x][y-r][z] + u[x][y][z+r] + u[x][y][z-r]);
                  v[x][y][z] = 2.0f * u[x][y][z] - v[x][y][z] + 0.01f * l;
                }
                for (int x = 2; x < n-2; x++) for (int y = 2; y < n-2; y++) for (int z = 2; z < n-2; z++)
                  u[x][y][z] = 0.5f * v[x][y][z];
              }
            """);
        String program = program(star, "t=2,n=22", "1,2,4,32", "1,2,1,4");
        assertTrue(program.contains("register u_window: f32[12]"), program);
        assertTrue(program.contains("register u_window2: f32[4]"), program);
    }

    @Test
    void aSquareInStepsGetsTimeTiles() throws IOException {
        String square = nest("int t, int n, double a[n][n], double b[n][n], double w[3][3]", """
              for (int s = 0; s < t; s++) {
                for (int i = 1; i < n-1; i++) for (int j = 1; j < n-1; j++) {
                  double r = 0;
                  for (int p = 0; p < 3; p++) for (int q = 0; q < 3; q++) r += w[p][q] * a[i+p-1][j+q-1];
                  b[i][j] = 0.1 * r;
                }
                for (int i = 1; i < n-1; i++) for (int j = 1; j < n-1; j++) a[i][j] = b[i][j];
              }
            """);
        String program = program(square, "t=5,n=30", "2,16,16", "1,2,2");
        assertTrue(program.contains("kernel f_time"), program);
    }

    /** The first iteration sets what is summed, so nothing is loaded; what is made of the sum stands behind it. */
    @Test
    void aScaledFilterLoadsNoResults() throws IOException {
        String filter = nest("int n, float x[n+4][n+4], float t[5][5], float y[n][n]", """
              for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {
                float s = 0;
                for (int p = 0; p < 5; p++) for (int q = 0; q < 5; q++) s += t[p][q] * x[i+p][j+q];
                y[i][j] = s * 0.04f;
              }
            """);
        assertFalse(program(filter, "n=40", "8,32,5,5", "4,4,1,1").contains("Load y"));
    }

    /** Problems of a batch that share coefficients: a thread sums for several of them. */
    @Test
    void transformsOfBlocksHaveSeveralInAThread() throws IOException {
        String transform = nest("int n, float x[4*n][4*n], float c[4][4], float y[4*n][4*n]", """
              for (int p = 0; p < n; p++) for (int q = 0; q < n; q++) for (int u = 0; u < 4; u++) for (int v = 0; v < 4; v++) {
                float s = 0;
                for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) s += c[u][i] * c[v][j] * x[4*p+i][4*q+j];
                y[4*p+u][4*q+v] = s;
              }
            """);
        assertTrue(
                program(transform, "n=9", "2,4,4,4,4,4", "1,2,4,1,1,1").contains("register y_puqv: f32[1][2][4][1]"));
    }

    /** Boxes of rows that a block writes whole go back without asking which elements have changed. */
    @Test
    void rowsOfSeveralElementsGoBackWhole() throws IOException {
        String finer = nest("int n, float x[n][n], float y[3*n][3*n]", """
              for (int i = 0; i < n; i++) for (int p = 0; p < 3; p++) for (int j = 0; j < n; j++) for (int r = 0; r < 3; r++)
                y[3*i+p][3*j+r] = x[i][j];
            """);
        String program = program(finer, "n=40", "4,3,8,3", "1,1,1,1");
        String back = program.substring(program.indexOf("# Write what the block has changed of y."));
        assertFalse(back.substring(0, back.indexOf("kernel f")).contains("if "), back);
    }
}
