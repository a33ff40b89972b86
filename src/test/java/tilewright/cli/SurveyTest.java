package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        Path json = folder.resolve("survey.json");

        CommandLineRun run = CommandLineRun.of("survey", folder.toString(), "--json", json.toString());

        assertEquals(0, run.exitCode(), run.err());
        assertEquals("""
            8 scops: 2 accepted, 6 refused
            affine: 3, of which 2 (66.7 %) are accepted; besides them 2 not affine, 1 invalid, 1 text missing, 1 nothing to run
            """, run.out().lines().limit(2).reduce("", (a, b) -> a + b + "\n"));
        assertTrue(run.out().contains("    1  '..' under a condition on data: "), run.out());
        assertTrue(
                run.out().contains("refused: not supported\n    1  this '..' cannot be analysed: a '..' stands inside"),
                run.out());
        assertTrue(Files.readString(json).contains("\"refusal\" : \"text missing\""), Files.readString(json));
    }

    @Test
    void programsAreRun() throws IOException {
        write("copy.c", "for (i = 0; i < n; i++) a[i] = b[i];");

        CommandLineRun run = CommandLineRun.of("survey", folder.toString(), "--verify");

        assertEquals("""
            1 scops: 1 verified
            affine: 1, of which 1 (100.0 %) are accepted, 1 (100.0 %) verified
            """, run.out());
    }
}
