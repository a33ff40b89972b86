package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nests that new users brought and that ended in faults of the tool, from text to a program that is compared. */
class NestsOfNewcomersTest {
    @TempDir
    Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static CommandLineRun run(String command, String file, String... options) {
        List<String> all = new ArrayList<>(List.of(command, file));
        all.addAll(List.of(options));
        CommandLineRun run = CommandLineRun.of(all.toArray(String[]::new));
        assertEquals(0, run.exitCode(), run.err() + run.out());
        return run;
    }

    private static void agrees(String file, String... options) {
        CommandLineRun verified = run("verify", file, options);
        assertTrue(verified.out().contains("agree with the sequential nest"), verified.out());
    }

    /** isl found no greatest value of a size. */
    @Test
    void loopsOfTwoSizesOverOneArray() throws IOException {
        agrees(file("two.c", """
            void f(int n, int m, double C[n+m]) {
            #pragma scop
              for (int i = 0; i < n; i++) { for (int k = 0; k < m; k++) C[k] += 1; C[i] = 2 * C[i]; }
            #pragma endscop
            }
            """), "--set", "n=7,m=5", "--target", "c");
    }

    /** Its plan broke a flow dependence; points outside one piece's triangle read what the piece beside it writes. */
    @Test
    void leftLookingElimination() throws IOException {
        String nest = file("left.c", """
            void f(int N, double a[N][N]) {
            #pragma scop
              for (int K = 0; K < N; K++) {
                for (int j = K; j < N; j++) for (int k = 0; k < K; k++) a[K][j] -= a[K][k] * a[k][j];
                for (int j = K + 1; j < N; j++) {
                  for (int k = 0; k < K; k++) a[j][K] -= a[j][k] * a[k][K];
                  a[j][K] /= a[K][K];
                }
              }
            #pragma endscop
            }
            """);
        agrees(nest, "--set", "N=20", "--target", "c");
        agrees(nest, "--set", "N=20", "--target", "cuda", "--emulate", "--block", "8,4,1", "--thread", "1,1,1");
    }

    /** An array that keeps a running sum was read as if it held the sum before that is stored, or after the sum has changed. */
    @Test
    void whatIsKeptOfAScalarIsReadBeforeOrAfterItChanges() throws IOException {
        agrees(file("before.c", """
            void f(int n, double a[n], double b[n]) {
            #pragma scop
              double s = 0.0, t;
              for (int i = 0; i < n; i++) { t = a[i] * b[i]; s += t; b[i] = s; }
            #pragma endscop
            }
            """), "--set", "n=20", "--target", "c");
        agrees(file("after.c", """
            void f(int n, double a[n], double b[n], double c[n]) {
            #pragma scop
              double s = 0.0;
              for (int i = 0; i < n; i++) { s += a[i]; b[i] = s; s = s * 0.5 + a[i]; c[i] = b[i]; }
            #pragma endscop
            }
            """), "--set", "n=20", "--target", "c");
    }

    /** A layer of convolutions that sums in a local is ranked as one that sums in its result: it took 1.7 times the predicted time. */
    @Test
    void sumsInLocalsAreRankedAsSumsInResults() throws IOException {
        String local = """
            void f(int q0, int p0, int n, float W[q0][p0][3], float X[p0][n + 2][n], float Y[q0][n][n]) {
            #pragma scop
            #pragma tilewright assume(associative(+))
              for (int q = 0; q < q0; q++)
                for (int i = 0; i < n; i++)
                  for (int j = 0; j < n; j++) {
                    float s = 0;
                    for (int p = 0; p < p0; p++)
                      for (int r = 0; r < 3; r++)
                        s += W[q][p][r] * X[p][i + r][j];
                    Y[q][i][j] = s;
                  }
            #pragma endscop
            }
            """;
        String direct = local.replace("float s = 0;", "Y[q][i][j] = 0;")
                .replace("s += W", "Y[q][i][j] += W")
                .replace("Y[q][i][j] = s;\n", "\n");
        assertEquals(firstChoice("direct.c", direct), firstChoice("local.c", local));
    }

    private String firstChoice(String name, String text) throws IOException {
        CommandLineRun ranked = CommandLineRun.of(
                "rank", file(name, text), "--set", "q0=32,p0=32,n=28", "--device", "h200", "--top", "1");
        assertEquals(0, ranked.exitCode(), ranked.err());
        return ranked.out()
                .lines()
                .filter(l -> l.startsWith("    1 "))
                .findFirst()
                .orElseThrow();
    }

    /** Levels of its blocks took 6 GB at N = 3. */
    @Test
    void arraysThatAreSetInEveryStep() throws IOException {
        run("rank", file("set.c", """
            void f(int N, int M, double c[M][N], double b[N]) {
            #pragma scop
              for (int t = 0; t < N; t++) {
                for (int i = 0; i < M; i++) for (int j = 0; j < N; j++) c[i][j] = 0;
                for (int j = 0; j < N; j++) b[j] = 0;
              }
            #pragma endscop
            }
            """), "--set", "N=3,M=3", "--target", "c", "--top", "1");
    }

    /** No block owned some of its iterations. */
    @Test
    void timeTilesOfFixedArraysWithSizesOfTheRun() throws IOException {
        agrees(file("fixed.c", """
            double a[100], b[100];
            void f(int N, int T) {
            #pragma scop
              for (int t = 0; t < T; t++) {
                for (int i = 1; i < N - 1; i++) b[i] = 0.33 * (a[i-1] + a[i] + a[i+1]);
                for (int i = 1; i < N - 1; i++) a[i] = 0.33 * (b[i-1] + b[i] + b[i+1]);
              }
            #pragma endscop
            }
            """), "--set", "N=60,T=9", "--target", "c", "--block", "4,16", "--thread", "1,4");
    }

    /** The emulator's own sizes left the arrays, which was called an error of the nest. */
    @Test
    void fixedArraysAreEmulatedWithinTheirExtents() throws IOException {
        String nest = file("inside.c", """
            double a[100], b[100];
            void f(int N) {
            #pragma scop
              for (int i = 1; i < N - 1; i++) b[i] = 0.33 * (a[i-1] + a[i] + a[i+1]);
            #pragma endscop
            }
            """);
        CommandLineRun emulated =
                CommandLineRun.of("verify", nest, "--set", "N=100", "--emulate", "--block", "64", "--thread", "2");
        assertEquals(0, emulated.exitCode(), emulated.err());
        assertTrue(emulated.out().contains("{N=65}, {N=99}, {N=100}"), emulated.out());
        assertTrue(
                emulated.out()
                        .contains("note: 1 small size was passed over: the sequential nest itself leaves its arrays"),
                emulated.out());
    }

    @Test
    void fusedSchedulesOfShortestPaths() {
        run(
                "rank",
                "loopnests/floyd-warshall.nest",
                "--set",
                "n=64",
                "--schedule",
                "fused",
                "--target",
                "c",
                "--top",
                "1");
    }

    /** It gets no time tiles in any order, and says why. */
    @Test
    void aRecurrenceThatKeepsItsHistorySaysWhyItHasNoTimeTiles() throws IOException {
        String history = "param n, steps\nreal a(0:steps, n)\ndo t = 1, steps\ndo i = 2, n - 1\n"
                + "a(t,i) = 0.3 * (a(t-1,i-1) + a(t-1,i) + a(t-1,i+1))\nenddo\nenddo\n";
        String said = "the host runs loop t: a keeps the values of every iteration of it";
        CommandLineRun run =
                run("rank", file("history.nest", history), "--set", "n=1000,steps=9", "--device", "h200", "--top", "1");
        assertTrue(run.out().contains(said), run.out());
        String solve = "param n\n"
                + "real a(n,n), b(n,n)\n"
                + "do k = 1, n\n"
                + "do j = 1, n\n"
                + "b(k,j) = b(k,j) / a(k,k)\n"
                + "enddo\n"
                + "do i = k + 1, n\n"
                + "do j = 1, n\n"
                + "b(i,j) = b(i,j) - a(i,k) * b(k,j)\n"
                + "enddo\n"
                + "enddo\n"
                + "enddo\n";
        CommandLineRun other =
                run("rank", file("solve.nest", solve), "--set", "n=64", "--device", "h200", "--top", "1");
        assertTrue(!other.out().contains("keeps the values"), other.out());
    }

    @Test
    void aPointerIntoAnotherArrayIsAWarning() throws IOException {
        CommandLineRun run = run("analyze", file("into.c", """
            void f(int n, double flat[n + 9]) {
              double *xx = flat + 4;
            #pragma scop
              for (int i = 0; i < n; i++) xx[i] = flat[i] + 1;
            #pragma endscop
            }
            """), "--quick");
        assertTrue(run.err().contains("into.c:2:10: warning: 'xx' is set to a place in 'flat' here"), run.err());
    }

    /** "Sped up 483 times". */
    @Test
    void prefixSumsAreSaidToRunInOrder() throws IOException {
        String nest = file("sums.nest", "param n\nreal a(n)\ndo i = 2, n\na(i) = a(i-1) + a(i)\nenddo\n");
        CommandLineRun run = run("rank", nest, "--set", "n=1000", "--device", "h200", "--top", "1");
        assertTrue(run.out().contains("nothing runs in parallel: every loop carries a dependence"), run.out());
        List<String> rows = run.out()
                .lines()
                .filter(l -> l.matches(" +1 .*") || l.startsWith("plain"))
                .toList();
        assertEquals(2, rows.size(), run.out());
        rows.forEach(row -> assertTrue(row.matches(".* to \\S+ \\S+ +- +latency .*"), row));
    }

    /** One of them was called T_2, and --set refused the user's own. */
    @Test
    void namesThatDifferInCaseAreThoseOfSet() throws IOException {
        agrees(file("names.c", """
            void f(int T, int t, double a[T]) {
            #pragma scop
              for (int i = 0; i < T; i++) a[i] = a[i] + t;
            #pragma endscop
            }
            """), "--set", "T=9,t=3", "--target", "c");
    }

    /** Arrays of these names were shadowed by the driver; temporaries of n - 2 elements ended it at n = 1, and a parameter of 0 was refused. */
    @Test
    void namesOfTheDriverAreFree() throws Exception {
        String nest = file("names.nest", """
            param n, s
            real r(n), RUNS(n), SEED(n), by_value(n), rest(n - 2)
            do i = 1, n
              r(i) = r(i) + s * RUNS(i) + SEED(i) + by_value(i)
            enddo
            do i = 1, n - 2
              rest(i) = r(i)
            enddo
            """);
        for (String sizes : List.of("n=20,s=3", "n=1,s=0")) {
            driverSays("equal", 0, nest, sizes);
        }
    }

    /** The driver called a result wrong where the nest as written leaves infinities. */
    @Test
    void driverComparesNoInfinities() throws Exception {
        String nest = file("overflow.nest", """
            param n, steps
            real r(n)
            do t = 1, steps
              do i = 1, n
                r(i) = r(i) * 10.0
              enddo
            enddo
            """);
        driverSays("equal", 0, nest, "n=20,steps=3");
        driverSays("nothing to compare, r is not finite", 2, nest, "n=20,steps=50");
    }

    /** Generates a program in C, and runs its driver. */
    private void driverSays(String expected, int exit, String nest, String sizes) throws Exception {
        Path program = folder.resolve(sizes.replace(',', '-'));
        run("generate", nest, "--set", sizes, "--target", "c", "-o", program.toString());
        Process make;
        try {
            make = new ProcessBuilder("make", "-s", "-C", program.toString(), "check")
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "no make");
            return;
        }
        String said = new String(make.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(exit, make.waitFor(), said);
        assertTrue(said.contains(expected), said);
    }

    /** A minimum around a sum was asked for the sum's loop, which it stands outside of. */
    @Test
    void minimaOfSums() throws IOException {
        agrees(file("nearest.c", """
            void f(int n, int m, int l, float x[n][l], float c[m][l], float best[n]) {
            #pragma scop
              for (int i = 0; i < n; i++) {
                float b = 1e30f;
                for (int k = 0; k < m; k++) {
                  float d = 0.0f;
                  for (int q = 0; q < l; q++) d += x[i][q] * c[k][q];
                  b = d < b ? d : b;
                }
                best[i] = b;
              }
            #pragma endscop
            }
            """), "--set", "n=7,m=4,l=5", "--target", "cuda", "--emulate", "--device", "h200");
    }

    /** Boxes of time tiles were planned to hold elements beyond the array, which ended with an internal error. */
    @Test
    void choicesKeepReadsInsideTheirArrays() throws IOException {
        agrees(file("ends.nest", """
            param n, it
            real a(n), b(n)
            do t = 1, it
              do i = 1, n
                b(i) = 0.5 * (merge(a(i), a(i-1), i == 1) + merge(a(i), a(i+1), i == n))
              enddo
              do i = 1, n
                a(i) = b(i)
              enddo
            enddo
            """), "--set", "n=9,it=3", "--target", "cuda", "--emulate", "--device", "h200");
    }

    /** Values that one statement uses are part of it: the greatest of sums took seven times as long by prediction. */
    @Test
    void localsOfOneStatementAreNoStatementsOfTheirOwn() throws IOException {
        String nest = file("paths.c", """
            void f(int n, int m, double p[n][m], double a[m][m]) {
            #pragma scop
              for (int t = 1; t < n; t++)
                for (int s = 0; s < m; s++) {
                  double best = -1e30;
                  for (int q = 0; q < m; q++) {
                    double v = p[t - 1][q] + a[q][s];
                    if (v > best) best = v;
                  }
                  double d = best - p[0][s];
                  p[t][s] = d * d;
                }
            #pragma endscop
            }
            """);
        String analysed = run("analyze", nest).out();
        assertTrue(analysed.contains("best = max(p(t - 1,q) + a(q,s), best)"), analysed);
        assertTrue(analysed.contains("p(t,s) = (best - p(0,s)) * (best - p(0,s))"), analysed);
        agrees(nest, "--set", "n=5,m=7", "--target", "cuda", "--emulate", "--device", "h200");
    }

    /** A minimum costs as little as a sum, and sets no errno. */
    @Test
    void aMinimumOfOneStatementIsPartOfIt() throws IOException {
        String nest = file("widest.c", """
            #include <math.h>
            void f(int n, double a[n][n]) {
            #pragma scop
              for (int k = 0; k < n; k++)
                for (int i = 0; i < n; i++)
                  for (int j = 0; j < n; j++) {
                    double t = fmin(a[i][k], a[k][j]);
                    if (t > a[i][j]) a[i][j] = t;
                  }
            #pragma endscop
            }
            """);
        String analysed = run("analyze", nest).out();
        assertTrue(analysed.contains("a(i,j) = max(min(a(i,k), a(k,j)), a(i,j))"), analysed);
    }

    /** One thread ran all of it: the temporaries of an iteration would have had more dimensions than any array. */
    @Test
    void temporariesOfStepsRunInParallel() throws IOException {
        String nest = file("edges.c", """
            void f(int n, int it, float a[n][n], float b[n][n]) {
            #pragma scop
              for (int t = 0; t < it; t++) {
                for (int i = 0; i < n; i++)
                  for (int j = 0; j < n; j++) {
                    float left = j == 0 ? a[i][j] : a[i][j - 1], right = j == n - 1 ? a[i][j] : a[i][j + 1];
                    b[i][j] = 0.5f * (left + right);
                  }
                for (int i = 0; i < n; i++)
                  for (int j = 0; j < n; j++)
                    a[i][j] = b[i][j];
              }
            #pragma endscop
            }
            """);
        String ranked = run("rank", nest, "--set", "n=700,it=3", "--device", "h200", "--top", "1")
                .out();
        assertFalse(ranked.contains("nothing runs in parallel"), ranked);
        agrees(nest, "--set", "n=9,it=2", "--target", "cuda", "--emulate", "--device", "h200");
    }

    /** An index array without extents, read in subscripts and bounds alone, had none that could be counted. */
    @Test
    void indexArraysOfUnknownExtent() throws IOException {
        String nest = file("rows.c", """
            void f(int n, const int *ptr, double a[n], double s[n]) {
            #pragma scop
              for (int i = 0; i < n; i++)
                for (int e = ptr[i]; e < ptr[i + 1]; e++) s[i] += a[e];
            #pragma endscop
            }
            """);
        assertTrue(run("generate", nest, "--dump", "model", "-o", "-").out().contains("integer ptr(0:n)"));
        String gather = file("gather.c", """
            void f(int n, int j, const int *ip, double a[n], double s[n]) {
            #pragma scop
              for (int i = 0; i < n - 1; i++) s[i] += a[ip[i + 1]];
            #pragma endscop
            }
            """);
        assertTrue(run("generate", gather, "--dump", "model", "-o", "-").out().contains("integer ip(n - 1)"));
    }

    /** Candidates of a part without iterations were shown with no reads, a speed-up of 1, and reasons of nothing. */
    @Test
    void aMainPartThatHasNothingToRunIsSaid() throws IOException {
        String nest = file("late.nest", """
            param n
            real x(n), c(n, n), a(n, n)
            do i = 1, n
              x(i) = 2.0 * x(i)
            enddo
            do i = 101, n
              do j = 1, n
                c(i,j) = a(i,j) + a(j,i)
              enddo
            enddo
            """);
        String none = run("rank", nest, "--set", "n=50", "--device", "h200").out();
        assertTrue(none.contains("The main part has nothing to run at these sizes"), none);
        assertFalse(none.contains("Rank 1,"), none);
        assertTrue(run("rank", nest, "--set", "n=50", "--device", "h200", "--json", "-")
                .out()
                .contains("\"runs\" : false"));
        String some = run("rank", nest, "--set", "n=150", "--device", "h200").out();
        assertFalse(some.contains("nothing to run"), some);
        assertTrue(some.contains("Rank 1,"), some);
    }

    /** The speed-up was that of one run of the main part: of a nest whose host runs it again and again, another one than program says. */
    @Test
    void theSpeedUpIsThatOfTheProgram() throws IOException {
        String text = run("rank", file("steps.nest", """
            param n
            do t = 1, 40
              do i = 1, n
                s(t) = s(t) + x(i)
              enddo
              do i = 1, n
                x(i) = x(i) + s(t) * y(n + 1 - i)
              enddo
            enddo
            """), "--set", "n=100000", "--device", "h200", "--top", "1")
                .out();
        String[] first = text.lines()
                .filter(l -> l.startsWith("    1 "))
                .findFirst()
                .orElseThrow()
                .strip()
                .split("  +");
        String[] plain = text.lines()
                .filter(l -> l.startsWith("plain"))
                .findFirst()
                .orElseThrow()
                .strip()
                .split("  +");
        assertEquals(seconds(plain[6]) / seconds(first[6]), Double.parseDouble(first[8]), 0.02, text);
    }

    private static double seconds(String text) {
        String[] parts = text.split(" ");
        return Double.parseDouble(parts[0])
                * switch (parts[1]) {
                    case "us" -> 1e-6;
                    case "ms" -> 1e-3;
                    default -> 1;
                };
    }
}
