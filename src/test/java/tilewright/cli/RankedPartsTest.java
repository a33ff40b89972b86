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

/** Rankings of programs in parts, of which the ranked one is not the slow one. */
class RankedPartsTest {
    @TempDir
    Path folder;

    private CommandLineRun rank(String text, String sizes, String... options) throws IOException {
        String file = Files.writeString(folder.resolve("f.c"), text).toString();
        List<String> all = new ArrayList<>(List.of("rank", file, "--set", sizes, "--device", "h200"));
        all.addAll(List.of(options));
        CommandLineRun run = CommandLineRun.of(all.toArray(String[]::new));
        assertEquals(0, run.exitCode(), run.err() + run.out());
        return run;
    }

    /** Blocks of one of four constant iterations are four: only one was counted, as a family's sample had a block for all four. */
    @Test
    void loopsOfFewConstantIterations() throws IOException {
        String json = rank("""
            void f(int n, double y[n][4], double x[n], double c[4])
            {
            #pragma scop
            for (int e = 0; e < n; e++) for (int a = 0; a < 4; a++) y[e][a] = x[e]*c[a];
            #pragma endscop
            }
            """, "n=50000", "--json", "-").out();
        Matcher writes = Pattern.compile("\"volumes\" : \\{\\s*\"reads\" : \\d+,\\s*\"writes\" : (\\d+)")
                .matcher(json);
        int candidates = 0;
        while (writes.find()) {
            assertTrue(Long.parseLong(writes.group(1)) >= 200_000, writes.group());
            candidates++;
        }
        assertTrue(candidates > 10, candidates + " candidates");
    }

    /** The sums' blocks of 1024 threads were taken to have 72 registers a thread, which no multiprocessor has: an internal error. */
    @Test
    void partWithMoreRegistersThanAMultiprocessor() throws IOException {
        rank("""
            void f(int n, int m, float x[n][m], float y[n])
            {
            #pragma tilewright assume(associative(+))
            #pragma scop
            for (int i = 0; i < n; i++) {
              float mx = x[i][0];
              for (int j = 1; j < m; j++) mx = fmaxf(mx, x[i][j]);
              float s = 0.0f;
              for (int j = 0; j < m; j++) s += expf(x[i][j] - mx);
              y[i] = mx + logf(s);
            }
            #pragma endscop
            }
            """, "n=700,m=700");
    }

    /** Parts beside the ranked one whose threads want more registers than a thread may have, with all that a block may have of shared memory or without: internal errors. */
    @Test
    void partsWithMoreRegistersThanAThread() throws IOException {
        rank("""
            void attention(int h, int n, int d, float q[h][n][d], float k[h][n][d], float v[h][n][d], float s[h][n][n], float o[h][n][d])
            {
            #pragma tilewright assume(associative(+))
            #pragma scop
            for (int b = 0; b < h; b++)
              for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                  float t = 0;
                  for (int e = 0; e < d; e++) t += q[b][i][e] * k[b][j][e];
                  s[b][i][j] = t;
                }
                float m = s[b][i][0];
                for (int j = 1; j < n; j++) m = fmaxf(m, s[b][i][j]);
                float z = 0;
                for (int j = 0; j < n; j++) { s[b][i][j] = expf(s[b][i][j] - m); z += s[b][i][j]; }
                for (int e = 0; e < d; e++) {
                  float t = 0;
                  for (int j = 0; j < n; j++) t += s[b][i][j] * v[b][j][e];
                  o[b][i][e] = t / z;
                }
              }
            #pragma endscop
            }
            """, "h=16,n=1024,d=64");
        rank("""
            void cg(int t, int n, double x[n][n], double r[n][n], double p[n][n], double q[n][n])
            {
            #pragma tilewright assume(associative(+))
            #pragma scop
            for (int s = 0; s < t; s++) {
              double rr = 0, pq = 0, rn = 0;
              for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++)
                q[i][j] = 4 * p[i][j] - p[i-1][j] - p[i+1][j] - p[i][j-1] - p[i][j+1];
              for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) {
                rr += r[i][j] * r[i][j];
                pq += p[i][j] * q[i][j];
              }
              for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) {
                x[i][j] += rr / pq * p[i][j];
                r[i][j] -= rr / pq * q[i][j];
                rn += r[i][j] * r[i][j];
              }
              for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++)
                p[i][j] = r[i][j] + rn / rr * p[i][j];
            }
            #pragma endscop
            }
            """, "t=20,n=2000");
    }

    /** A main part with two loops of a nest with three: as many sizes as {@code rank} prints were refused as too few, and three as too many. */
    @Test
    void sizesOfTheMainPartsLoops() throws IOException {
        String text = """
            void f(int n, int it, double u[n][n])
            {
            #pragma scop
            for (int t = 0; t < it; t++) {
              for (int i = 1; i < n-1; i++) for (int j = 1; j < n-1; j++) u[i][j] = u[i-1][j] + u[i+1][j] + u[i][j-1];
              for (int i = n-2; i >= 1; i--) for (int j = n-2; j >= 1; j--) u[i][j] = u[i-1][j] + u[i+1][j] + u[i][j+1];
            }
            #pragma endscop
            }
            """;
        String file = Files.writeString(folder.resolve("f.c"), text).toString();
        CommandLineRun run = CommandLineRun.of(
                "generate",
                file,
                "--set",
                "n=200,it=2",
                "--device",
                "h200",
                "--target",
                "cuda",
                "--block",
                "16,32",
                "--thread",
                "1,1",
                "--dump",
                "plan");
        assertEquals(0, run.exitCode(), run.err());
    }

    /** generate ordered candidates by the ranked part alone: it took blocks of 2 x 16, third by the time of the program. */
    @Test
    void generateTakesWhatRankPutsFirst() throws IOException {
        String text = """
            void f(int m, int n, double a[m][n][n], double b[m][n])
            {
            #pragma scop
            for (int p = 0; p < m; p++) {
              for (int k = 0; k < n - 1; k++)
                for (int i = k + 1; i < n; i++) {
                  double q = a[p][i][k] / a[p][k][k];
                  for (int j = k + 1; j < n; j++) a[p][i][j] -= q * a[p][k][j];
                }
              for (int i = 1; i < n; i++)
                for (int j = 0; j < i; j++) b[p][i] -= a[p][i][j] * b[p][j];
            }
            #pragma endscop
            }
            """;
        Matcher first = Pattern.compile("(?m)^ +1 +(\\S+) +(\\S+) ")
                .matcher(rank(text, "m=20000,n=32", "--top", "1").out());
        assertTrue(first.find());
        CommandLineRun generated = CommandLineRun.of(
                "generate",
                folder.resolve("f.c").toString(),
                "--set",
                "m=20000,n=32",
                "--device",
                "h200",
                "-o",
                folder.resolve("out").toString());
        assertTrue(
                generated.out().contains("blocks " + first.group(1) + "/" + first.group(2)),
                first.group() + "\n" + generated.out());
    }

    /** Blocks of solves with several right-hand sides in a batch had 32 x 32 x 32 points, and 2048 threads. */
    @Test
    void partsBesideTheMainOneHaveAsManyThreadsAsABlockMayHave() throws IOException {
        String file = Files.writeString(folder.resolve("s.c"), """
            void s(int m, int n, float a[m][n][n], float x[m][n][n])
            {
            #pragma scop
            for (int p = 0; p < m; p++) {
              for (int k = 0; k < n; k++) {
                for (int j = k + 1; j < n; j++) a[p][k][j] /= a[p][k][k];
                for (int i = k + 1; i < n; i++)
                  for (int j = k + 1; j < n; j++) a[p][i][j] -= a[p][i][k] * a[p][k][j];
              }
              for (int r = 0; r < n; r++)
                for (int i = 0; i < n; i++)
                  for (int j = 0; j < i; j++) x[p][i][r] -= a[p][i][j] * x[p][j][r];
            }
            #pragma endscop
            }
            """).toString();
        CommandLineRun run = CommandLineRun.of(
                "generate",
                file,
                "--set",
                "m=5000,n=48",
                "--device",
                "h200",
                "-o",
                folder.resolve("s").toString());
        assertEquals(0, run.exitCode(), run.err());
        assertFalse(run.err().contains("cannot start"), run.err());
    }
}
