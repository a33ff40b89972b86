package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Order(1)
class SurveyTest {
    @TempDir
    Path folder;

    private void write(String name, String scop) throws IOException {
        Files.writeString(folder.resolve(name), """
            int f(int x);
            void %s(int n, double a[n], double b[n], int c[n])
            {
                int i;
            #pragma scop
                %s
            #pragma endscop
            }
            """.formatted(name.replace(".c", ""), scop));
    }

    /** Nor does what runs nowhere, leaves its arrays or lacks a part of its text; each is said at once. */
    @Test
    void whatIsNotAffineDoesNotCount() throws IOException {
        write("copy.c", "for (i = 0; i < n; i++) a[i] = b[i];");
        write("sum.c", "for (i = 1; i < n; i++) a[i] += a[i - 1];");
        write("chosen.c", "for (i = 0; i < n; i++) switch (c[i]) { case 1: if (i > 3) break; a[i] = b[i]; }");
        write("search.c", "for (i = 0; i < n; i++) { a[i] = f(i); if (b[i] > 0) break; }");
        write("product.c", "for (i = 0; i < n; i++) a[i * n] = 0;");
        write("other.c", "for (i = 0; i < n; i++) a[i] = f(i);");
        write("endless.c", "for (i = 0; 1; i++) a[i] = 0;");
        write("nothing.c", ";");
        write("never.c", "for (i = 0; i < n; i++) if (i < 0) a[i] = b[i];");
        write("outside.c", "for (i = 0; i < n; i++) { a[i] = 1; a[n + i] = b[i]; }");
        Files.writeString(folder.resolve("open.c"), "void f(int n) {\n#pragma scop\nn = 1;\n}\n");
        Files.writeString(
                folder.resolve("missing.c"),
                "#include \"types.h\"\nvoid f(int n, TYPE(a, n))\n{\n#pragma scop\na[0] = 1;\n#pragma endscop\n}\n");
        Path json = folder.resolve("survey.json");

        CommandLineRun run = CommandLineRun.of("survey", folder.toString(), "--json", json.toString());

        assertEquals(0, run.exitCode(), run.err());
        assertEquals("""
            12 scops: 2 accepted, 10 refused
            affine: 3, of which 2 (66.7 %) are accepted; besides them 2 not affine, 3 invalid, 2 text missing, 2 nothing to run
            """, run.out().lines().limit(2).reduce("", (a, b) -> a + b + "\n"));
        assertTrue(run.out().contains("    1  '..' under a condition on data: "), run.out());
        assertTrue(
                run.out().contains("refused: not supported\n    1  this '..' cannot be analysed: a '..' stands inside"),
                run.out());
        assertTrue(Files.readString(json).contains("\"refusal\" : \"text missing\""), Files.readString(json));
        String lines = run.err().replaceAll("\\d+\\.\\d s", "0.0 s").replace(folder + "/", "");
        assertEquals(12, lines.lines().count(), lines);
        assertTrue(lines.contains("copy.c, scop 1: accepted, 0.0 s\n"), lines);
        assertTrue(
                lines.contains("product.c, scop 1: refused, 0.0 s: 6:31: error: subscript 'i * n' is not affine: it"
                        + " multiplies 'i' by 'n'; one factor must be an integer constant\n"),
                lines);
    }

    /**
     * Of C and of Fortran. Sizes of a file that would take hours are made smaller, and that is said; those of parameters follow the number of loops: of eight loops
     * over a parameter each, 20 iterations of every one are more than an hour. More iterations than can be counted are accepted and not run.
     */
    @Test
    void programsAreRun() throws IOException {
        write("copy.c", "for (i = 0; i < n; i++) a[i] = b[i];");
        Files.writeString(folder.resolve("scale.f90"), """
            subroutine scale(n, a)
              integer :: n, i
              real :: a(n)
              !$pragma scop
              do i = 1, n
                a(i) = 2*a(i)
              end do
              !$pragma endscop
            end subroutine
            """);
        Files.writeString(folder.resolve("none.f"), "      END\n");
        Files.writeString(folder.resolve("cube.c"), """
            #define N 5000 // rows
            #define M 4
            double a[N][N], b[N][N], c[N][N + M];
            void cube(void) {
            #pragma scop
              for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) for (int k = 0; k < N; k++)
                a[i][j] += b[i][k] * c[k][j + M];
            #pragma endscop
            }
            """);
        Files.writeString(folder.resolve("squares.c"), """
            #define L 256
            float s[L];
            void squares(void) {
            #pragma scop
              for (int i = 1; i < L; i++) s[i] = s[i - 1] * s[i - 1] + 1;
            #pragma endscop
            }
            """);
        Files.writeString(folder.resolve("wide.c"), """
            #define W 4000
            double g[2][W][W];
            void wide(void) {
            #pragma scop
              for (int i = 0; i < 4; i++) g[0][i][i] = g[1][i][i];
            #pragma endscop
            }
            """);
        write(
                "deep.c",
                "for (i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) for (int l = 0; l < n;"
                        + " l++) for (int o = 0; o < n; o++) for (int p = 0; p < n; p++) for (int q = 0; q < n; q++)"
                        + " for (int r = 0; r < n; r++) a[i] += b[j];");
        String loops = "for (int i# = 0; i# < 1000; i#++) ";
        StringBuilder uncounted = new StringBuilder();
        for (int d = 0; d < 8; d++) {
            uncounted.append(loops.replace("#", Integer.toString(d)));
        }
        write("uncounted.c", uncounted + "a[0] += 1;");
        Path json = folder.resolve("survey.json");

        CommandLineRun run = CommandLineRun.of("survey", folder.toString(), "--verify", "--json", json.toString());

        assertEquals("""
            7 scops: 6 verified, 1 not verified
            affine: 7, of which 7 (100.0 %) are accepted, 6 (85.7 %) verified (3 of them with smaller macros)
            """, run.out().lines().limit(2).reduce("", (a, b) -> a + b + "\n"));
        for (String verified : List.of("copy.c", "scale.f90", "deep.c")) {
            assertTrue(run.err().contains(verified + ", scop 1: verified"), run.err());
        }
        assertTrue(run.err().contains("uncounted.c, scop 1: not verified"), run.err());
        assertTrue(run.err().contains(" s, with W=40 instead of 4000\n"), run.err());
        assertTrue(run.err().contains(" s, with L=4 instead of 256\n"), run.err());
        assertTrue(run.err().contains(" s, with N=40 instead of 5000\n"), run.err());
        assertTrue(Files.readString(json).contains("\"smaller\" : \"N=40 instead of 5000\""), Files.readString(json));
    }

    @Test
    void oneScopMayBeAskedFor() throws IOException {
        write("copy.c", "for (i = 0; i < n; i++) a[i] = b[i];");
        write("sum.c", "for (i = 1; i < n; i++) a[i] += a[i - 1];");

        CommandLineRun run = CommandLineRun.of("survey", folder.toString(), "--scop", "sum");

        assertEquals("1 scop: 1 accepted", run.out().lines().findFirst().orElse(""), run.err());
        assertTrue(run.err().contains("sum.c, scop 1: accepted"), run.err());
    }

    /** Whether a process of the size of a virtual machine is given less than it needs, and the next scop goes on in another one. */
    @Test
    void whatTakesTooMuchMemoryEndsAlone() throws IOException {
        write("copy.c", "for (i = 0; i < n; i++) a[i] = b[i];");
        write("sum.c", "for (i = 1; i < n; i++) a[i] += a[i - 1];");

        CommandLineRun run = CommandLineRun.of("survey", folder.toString(), "--memory", "20m");

        assertEquals(0, run.exitCode(), run.err());
        assertEquals("2 scops: 2 too large", run.out().lines().findFirst().orElse(""), run.err());
        assertTrue(run.err().contains("sum.c: too large, 0.0 s: more than 20 MB of memory"), run.err());
    }

    /** Loops inside of loops whose bounds all depend on each other: an analysis of minutes. */
    @Test
    void whatTakesTooLongEndsAlone() throws IOException {
        StringBuilder deep = new StringBuilder();
        for (int s = 0; s < 40; s++) {
            deep.append("for (i = 0; i < n; i++) for (int j = 0; j < i; j++) for (int k = j; k < n - i; k++)")
                    .append(" for (int l = k; l < n; l++) a[i + j - k + l] += a[k + l - j] * a[n - 1 - l];\n");
        }
        write("a.c", deep.toString());
        write("b.c", "for (i = 0; i < n; i++) a[i] = b[i];");

        CommandLineRun run = CommandLineRun.of("survey", folder.toString(), "--seconds", "1");

        assertTrue(run.err().contains("s: not done within 1 s: finding dependences\n"), run.err());
        assertTrue(run.err().contains("b.c, scop 1: accepted"), run.err());
        assertEquals(
                "2 scops: 1 accepted, 1 too long", run.out().lines().findFirst().orElse(""));
    }

    @Test
    void limitsAreAsked() {
        CommandLineRun.of("survey", folder.toString(), "--seconds", "0")
                .assertFails(2, "--seconds 0: give at least one second");
        CommandLineRun.of("survey", folder.toString(), "--memory", "much")
                .assertFails(2, "--memory much: expected an amount of memory such as 2g or 500m");
    }
}
