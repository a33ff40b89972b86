package tilewright.parse.c.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.parse.NestParser;
import tilewright.parse.WithoutPositions;
import tilewright.parse.c.CParser;
import tilewright.parse.c.unit.COptions;

/** The data that files set before their scops are those with which gcc's program of the same file computes. */
class OwnDataTest {
    @TempDir
    Path folder;

    private static CParser.CProgram parse(String text) {
        return CParser.parse("t.c", "#include <stdio.h>\n#include <stdlib.h>\n" + text, COptions.NONE);
    }

    private static String initializers(LoopNest nest) {
        assertEquals(
                WithoutPositions.of(nest), WithoutPositions.of(NestParser.parse("t.nest", NestPrinter.print(nest))));
        return NestPrinter.print(nest)
                .lines()
                .filter(l -> l.startsWith("init "))
                .reduce("", (a, b) -> a + b + "\n");
    }

    /** The file is a whole program that prints the elements of {@code array} behind its scop. */
    private void agrees(String text, String array, Map<String, Long> sizes) throws IOException, InterruptedException {
        LoopNest nest = parse(text).nest();
        assertEquals(nest.arrays().size(), nest.initializers().size(), () -> NestPrinter.print(nest));
        Data data = DataInitializer.fill(nest, sizes, 7);
        new Interpreter(nest, sizes, data).run();
        ArrayData result = data.array(array);
        List<String> printed = run(text);
        assertEquals(result.size(), printed.size());
        for (int e = 0; e < result.size(); e++) {
            assertEquals(Double.parseDouble(printed.get(e)), result.valueAt(e), array + "[" + e + "]");
        }
    }

    private List<String> run(String text) throws IOException, InterruptedException {
        Path source = folder.resolve("t.c");
        Files.writeString(source, "#include <stdio.h>\n#include <stdlib.h>\n" + text);
        Path program = folder.resolve("t");
        start("gcc", "-O1", "-ffp-contract=off", "-o", program.toString(), source.toString(), "-lm");
        return start(program.toString());
    }

    private List<String> start(String... command) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
        return Files.readAllLines(output);
    }

    private static final String GLOBALS = """
        #define N 30
        double A[N][N], B[N][N], x[N + 2];
        float f[N];
        int q[N];
        double alpha;
        static double third(int i) { return i / 3 + i / 3.0; }
        static void init_array(void)
        {
            int i, j;
            double fn = (double)N;
            alpha = 1.5;
            for (i = 0; i < N; i++) {
                x[i] = 1 + (i / fn) / 2.0;
                q[i] = (i * i) % 7;
                f[i] = i * 0.1f;
                for (j = 0; j < N; j++) {
                    A[i][j] = ((double) i * (j + 1)) / N;
                    if (j < i) B[i][j] = third(i); else B[i][j] = A[i][j] - 1;
                }
                A[i][i] += N;
            }
        }
        int main()
        {
            int i, j;
            init_array();
            for (i = 1; i < N; i += 3) x[i] = -x[i];
            for (i = N - 1; i >= 20; i--) f[i] = 0.25;
        #pragma scop
            for (i = 0; i < N; i++)
                for (j = 0; j < N; j++)
                    x[i] = x[i] + alpha * A[i][j] * B[j][i] + q[j] * f[i] - x[N + 1];
        #pragma endscop
            for (i = 0; i < N + 2; i++) printf("%.17g\\n", x[i]);
            return 0;
        }
        """;

    @Test
    void aFunctionFillsArraysOfTheFile() throws IOException, InterruptedException {
        agrees(GLOBALS, "x", Map.of());
    }

    @Test
    void whatTheDataAreIsSaid() {
        assertEquals(
                List.of(
                        "t.c:11:5: note: initial data of 'alpha', 'A', 'B', 'q' are those that the file sets here",
                        "t.c:29:5: note: initial data of 'x' are those that the file sets here",
                        "t.c:30:5: note: initial data of 'f' are those that the file sets here"),
                parse(GLOBALS).data().stream().map(Object::toString).sorted().toList());
    }

    @Test
    void theCallerHandsOnWhatAnotherFunctionFilled() throws IOException, InterruptedException {
        agrees("""
            static void fill(int rows, int m, double *by, double to[rows][m], double v[m])
            {
                *by = 0.75;
                for (int i = 0; i < rows; i++)
                    for (int j = 0; j < m; j++)
                        to[i][j] = (double)((i * j + 1) % m) / m;
                for (int j = m - 1; j >= 0; j--) v[j] = to[0][j] + j;
            }
            static void kernel(int n, int k, double beta, double a[n][k], double b[k])
            {
            #pragma scop
                for (int i = 0; i < n; i++)
                    for (int j = 0; j < k; j++)
                        a[i][j] += beta * b[j];
            #pragma endscop
            }
            int main(void)
            {
                int n = 12, k = 9;
                double factor;
                double (*matrix)[k] = malloc(sizeof(double[n][k]));
                double *row = malloc(k * sizeof(double));
                fill(n, k, &factor, matrix, row);
                kernel(n, k, factor, matrix, row);
                for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) printf("%.17g\\n", matrix[i][j]);
                return 0;
            }
            """, "a", new LinkedHashMap<>(Map.of("n", 12L, "k", 9L)));
    }

    @Test
    void declarationsOfTheFileHaveFirstValues() throws IOException, InterruptedException {
        agrees("""
            static const double w[2][3] = {{0.25, 0.5, -0.25}, {1.0 / 3}};
            double dt = 0.125, x[20] = {7, 8}, y[20];
            static void kernel(int n, double *sum)
            {
            #pragma scop
                for (int i = 0; i < n; i++) {
                    y[i] = w[i % 2][i % 3] * x[i] * dt + *sum;
                    *sum += y[i];
                }
            #pragma endscop
            }
            int main(void)
            {
                double total;
                total = 0.5;
                for (int i = 0; i < 20; i++) { y[i] = 1; if (i > 4) x[i] = i; }
                kernel(20, &total);
                for (int i = 0; i < 20; i++) printf("%.17g\\n", y[i]);
                return 0;
            }
            """, "y", new LinkedHashMap<>(Map.of("n", 20L)));
    }

    /** They were generated, without a word. */
    @Test
    void staticVariablesOfTheFunctionHaveFirstValues() {
        assertEquals(
                List.of(
                        "t.c:4:21: note: initial data of 'w' are those that the file sets here",
                        "t.c:5:21: note: initial data of 'v' are generated: 'v[3] = {[1] = 2}' initialises an array or"
                                + " structure; assign its elements by loops"),
                parse("""
                    void f(int n, double a[n]) {
                    static const double w[3] = {1, 2, 3};
                    static const double v[3] = {[1] = 2};
                    #pragma scop
                    for (int i = 0; i < n; i++) a[i] = w[i % 3] * v[i % 3];
                    #pragma endscop
                    }
                    """).data().stream().map(Object::toString).sorted().toList());
    }

    @Test
    void whatCannotBeReadIsGeneratedAndSaid() {
        CParser.CProgram program = parse("""
            double a[50], b[50], c[50], d[50];
            int main(void)
            {
                double sum = 0;
                for (int i = 0; i < 50; i++) a[i] = rand();
                b[0] = 1;
                for (int i = 1; i < 50; i++) b[i] = b[i - 1] * 0.5;
                for (int i = 0; i < 50; i++) { c[i] = 1; c[49 - i] = 2; }
                for (int i = 0; i < 50; i++) d[i] = i;
            #pragma scop
                for (int i = 0; i < 50; i++) a[i] = a[i] + b[i] + c[i] + d[i];
            #pragma endscop
                return 0;
            }
            """);
        assertEquals("init d(i1) = i1\n", initializers(program.nest()));
        assertEquals(
                List.of(
                        "t.c:10:46: note: initial data of 'c' are generated: two statements of a loop set elements of"
                                + " 'c' in turn",
                        "t.c:11:5: note: initial data of 'd' are those that the file sets here",
                        "t.c:9:34: note: initial data of 'b' are generated: it reads 'b', which its loop sets"),
                program.data().stream()
                        .map(Object::toString)
                        .filter(l -> !l.contains("'a'"))
                        .sorted()
                        .toList());
        assertTrue(
                program.data().stream()
                        .map(Object::toString)
                        .anyMatch(
                                l -> l.startsWith("t.c:7:41: note: initial data of 'a' are generated: 'rand()' calls")),
                program.data().toString());
    }

    /** {@code b[i]} is read where {@code a[i]} may have been set by the iteration before: nothing is known of either. */
    @Test
    void whatIsMadeOfAnUnknownArrayIsNotKnown() {
        CParser.CProgram program = parse("""
            double a[50], b[50];
            int main(void)
            {
                for (int i = 0; i < 49; i++) { if (i % 2 == 1) a[i] = 1; b[i] = a[i]; a[i + 1] = 2; }
            #pragma scop
                for (int i = 0; i < 50; i++) a[i] = a[i] + b[i];
            #pragma endscop
                return 0;
            }
            """);
        assertEquals("", initializers(program.nest()));
        assertEquals(1, program.data().size(), program.data().toString());
    }

    @Test
    void whatTheUserSaysOfDataStands() {
        CParser.CProgram program = parse("""
            double a[50], b[50];
            int main(void)
            {
            #pragma tilewright init(a[i] = 2 * i)
                for (int i = 0; i < 50; i++) { a[i] = 1; b[i] = 2; }
            #pragma scop
                for (int i = 0; i < 50; i++) a[i] = a[i] + b[i];
            #pragma endscop
                return 0;
            }
            """);
        assertEquals("init a(i) = 2 * i\ninit b(i1) = 2\n", initializers(program.nest()));
        assertEquals(1, program.data().size());
        assertNull(program.data().getFirst().without(Set.of("b")));
        assertEquals(program.data().getFirst(), program.data().getFirst().without(Set.of("c")));
    }

    @Test
    void aSizeThatTheScopDoesNotHaveIsNamed() {
        CParser.CProgram program = parse("""
            void f(int n, int m, double a[n])
            {
                for (int i = 0; i < m; i++) a[i] = 1;
            #pragma scop
                for (int i = 0; i < n; i++) a[i] = a[i] + 1;
            #pragma endscop
            }
            """);
        assertEquals("", initializers(program.nest()));
        assertEquals(
                List.of("t.c:5:5: note: initial data of 'a' are generated: 'm' is no size of the scop"),
                program.data().stream().map(Object::toString).toList());
    }
}
