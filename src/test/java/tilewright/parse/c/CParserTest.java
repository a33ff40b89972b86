package tilewright.parse.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.DataType;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.Operator;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.parse.WithoutPositions;
import tilewright.parse.c.unit.COptions;

class CParserTest {
    private static LoopNest parse(String... scop) {
        return CParser.parse(
                        "t.c",
                        "void f(int n, int m, double a[n][m], double b[n], float x[n], int q[n], double s, float r) {\n"
                                + "int i, j, k;\n#pragma scop\n" + String.join("\n", scop) + "\n#pragma endscop\n}\n",
                        COptions.NONE)
                .nest();
    }

    /** The body in the notation, each line without indentation. */
    private static String body(String... scop) {
        LoopNest nest = parse(scop);
        String text = NestPrinter.print(nest);
        assertEquals(WithoutPositions.of(nest), WithoutPositions.of(NestParser.parse("t.nest", text)));
        return NestPrinter.print(nest.body()).lines().map(String::strip).collect(Collectors.joining("; "));
    }

    /** Its value is a subscript with the lesser of both ends, which the notation has as well. */
    @Test
    void aLoopVariableAfterALoopWithTwoEndsIsPrintedAndReadAgain() {
        String body = body("for (i = 0; i < n && i <= m; i += 2) b[i] = 0;", "b[i] = 1;");
        assertEquals(
                "do i = 0, min(n - 1, m), 2; b(i) = 0; enddo;"
                        + " b(merge(2*((min(n - 1, m))/2) + 2, 0, 0 <= min(n - 1, m))) = 1",
                body);
    }

    /** Tests run where the folder of nests is. */
    @Test
    void headersAreLookedForBesideAFileThatIsNamedWithoutDirectory() {
        LoopNest nest = CParser.parse(
                        "t.c",
                        "#include \"loopnests/polybench/element.h\"\nvoid f(int n, DATA_TYPE a[n]) {\n#pragma scop\n"
                                + "for (int i = 0; i < n; i++) a[i] = SCALAR_VAL(0.0);\n#pragma endscop\n}\n",
                        COptions.NONE)
                .nest();
        assertEquals(DataType.DOUBLE, nest.array("a").type());
        assertEquals("t.c", nest.statements().getFirst().statement().position().file());
    }

    @Test
    void aPragmaGivesExtentsToPointersAndRowsToOneSubscript() {
        LoopNest nest = CParser.parse("t.c", """
            void f(int n, int m, float *restrict a, const float *restrict x, float (*b)[m]) {
            #pragma tilewright extent(a[n][m], x[m + 1], b[n][m])
            #pragma scop
            for (int i = 1; i < n; i++) {
              for (int j = 1; j < m; j++) a[i * m + j] = a[(i - 1) * m + j] + a[m * i + (j - 1)] + x[j] + b[i][j];
              a[i * m] = a[i * m - 1] + a[(i + 1) * m - 1];
            }
            #pragma endscop
            }
            """, COptions.NONE).nest();
        assertEquals(
                List.of("a(0:n - 1,0:m - 1)", "x(0:m)", "b(0:n - 1,0:m - 1)"),
                nest.arrays().stream()
                        .map(a -> a.name()
                                + a.bounds().stream()
                                        .map(b -> b.lower() + ":" + b.upper())
                                        .collect(Collectors.joining(",", "(", ")")))
                        .toList());
        assertEquals(
                List.of("a(i,j) = ((a(i - 1,j) + a(i,j - 1)) + x(j)) + b(i,j)", "a(i,0) = a(i - 1,m - 1) + a(i,m - 1)"),
                nest.statements().stream().map(p -> p.statement().toString()).toList());
    }

    @Test
    void functionsOfOtherFilesAreInlined(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("scale.h"), "#define HALF 0.5\n");
        Path other = Files.writeString(
                folder.resolve("other.c"),
                "#include \"scale.h\"\nstatic double half(double x) { return HALF * x; }\n"
                        + "double g(double x) { return half(x) + 1; }\n");
        COptions options =
                new COptions(List.of(), List.of(other), new LinkedHashMap<>(), new LinkedHashMap<>(), null, null);
        LoopNest nest = CParser.parse(
                        "t.c",
                        "double g(double x);\nvoid f(int n, double a[n]) {\n#pragma scop\n"
                                + "for (int i = 0; i < n; i++) a[i] = g(a[i]);\n#pragma endscop\n}\n",
                        options)
                .nest();
        assertEquals(
                "a(i) = (0.5 * a(i)) + 1",
                nest.statements().getFirst().statement().toString());
    }

    /** A structure of several types is as if each of its members were declared alone. */
    @Test
    void membersOfAStructureOfSeveralTypesAreArraysOfTheirOwn() {
        String together = """
            struct grid { int n; double *data; float w[8]; long hits; char name[16]; };
            static struct { double x[100]; int at[100]; int count; float scale; } s;
            void f(struct grid *g, int m) {
            #pragma scop
              for (int i = 1; i < g->n; i++) { g->data[i] += g->w[i % 8] * g->data[i - 1]; (*g).hits += i; }
              for (int i = 0; i < m; i++) if (s.x[i] > 0.5) { s.at[i] = s.count; s.count++; s.x[i] *= s.scale; }
            #pragma endscop
            }
            """;
        String apart = """
            static double s_x[100]; static int s_at[100]; static int s_count; static float s_scale;
            void f(int g_n, double *g_data, float *g_w, long *g_hits, int m) {
            #pragma scop
              for (int i = 1; i < g_n; i++) { g_data[i] += g_w[i % 8] * g_data[i - 1]; g_hits[0] += i; }
              for (int i = 0; i < m; i++) if (s_x[i] > 0.5) { s_at[i] = s_count; s_count++; s_x[i] *= s_scale; }
            #pragma endscop
            }
            """;
        assertEquals(
                CParser.parse("t.c", apart, COptions.NONE).nest().statements().stream()
                        .map(p -> p.statement().toString().replace("g_hits(0)", "g_hits"))
                        .toList(),
                CParser.parse("t.c", together, COptions.NONE).nest().statements().stream()
                        .map(p -> p.statement().toString())
                        .toList());
        LoopNest nest = CParser.parse("t.c", together, COptions.NONE).nest();
        assertEquals(List.of("m", "g_n"), nest.parameters());
        assertEquals(DataType.REAL, nest.array("g_w").type());
        assertEquals(DataType.LONG, nest.array("g_hits").type());
        assertEquals("99", nest.array("s_at").bounds().getFirst().upper().toString());
    }

    @Test
    void sizesThatAFileFixesMayBeGivenAnew(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("sizes.h"), "# define M 3000 // columns\n#define SQUARE(M) ((M) * (M))\n");
        Path file = Files.writeString(folder.resolve("t.c"), """
            #include "sizes.h"
            #define N (2000L) /* rows,
              as many as that */
            #define NAME 5000
            double a[N][M];
            void f(void) {
            #pragma scop
              for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) a[i][j] = NAME + b;
            #pragma endscop
            }
            """);
        assertEquals(Map.of("N", 2000L, "M", 3000L, "NAME", 5000L), CParser.integerMacros(file, COptions.NONE));
        COptions smaller = new COptions(
                List.of(),
                List.of(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>(Map.of("N", "20", "M", "30")),
                null,
                null);
        String message = String.valueOf(assertThrows(UserError.class, () -> CParser.parse(file, smaller))
                .getMessage());
        assertEquals(file + ":8:76: error: 'b' is not declared; declare it, or define it by -D NAME=VALUE", message);
        Files.writeString(file, Files.readString(file).replace("+ b", "+ 1"));
        LoopNest nest = CParser.parse(file, smaller).nest();
        assertEquals(
                List.of("19", "29"),
                nest.array("a").bounds().stream().map(b -> b.upper().toString()).toList());
    }

    @Test
    void statementsWithoutEffectAreLeftOutAndSaid() {
        CParser.CProgram program = CParser.parse(
                "t.c",
                "void f(int n, double a[n]) {\n#pragma scop\n"
                        + "for (int i = 0; i < n; i++) { (void)n; a[i] + 1; a[i] = 2; }\n#pragma endscop\n}\n",
                COptions.NONE);
        assertEquals(1, program.nest().statements().size());
        assertEquals(
                List.of(
                        "t.c:3:31: warning: '(void)n' computes a value that nothing uses, and is left out",
                        "t.c:3:40: warning: 'a[i] + 1' computes a value that nothing uses, and is left out"),
                program.notes());
    }

    @Test
    void shortIsAnIntegerOfTwoBytes() {
        LoopNest nest = CParser.parse(
                        "t.c",
                        "void f(int n, short h[n], int q[n]) {\n#pragma scop\n"
                                + "for (int i = 0; i < n; i++) h[i] = h[i] < q[i] ? h[i] : q[i];\n#pragma endscop\n}\n",
                        COptions.NONE)
                .nest();
        assertEquals(DataType.SHORT, nest.array("h").type());
        assertEquals(
                "h(i) = min(h(i), q(i))",
                nest.statements().getFirst().statement().toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        for (i = 0; i < n; i++) b[i] = 0;                ~ do i = 0, n - 1; b(i) = 0; enddo
        for (i = 1; i <= n - 2; ++i) b[i] = 0;           ~ do i = 1, n - 2; b(i) = 0; enddo
        for (i = n - 1; i >= 0; i--) b[i] = 0;           ~ do i = n - 1, 0, -1; b(i) = 0; enddo
        for (i = n - 1; i > 0; i -= 2) b[i] = 0;         ~ do i = n - 1, 1, -2; b(i) = 0; enddo
        for (i = 0; n > i; i += 3) b[i] = 0;             ~ do i = 0, n - 1, 3; b(i) = 0; enddo
        for (i = 0; i < n; i = i + 2) b[i] = 0;          ~ do i = 0, n - 1, 2; b(i) = 0; enddo
        for (i = 0; i < n; i = 2 + i) b[i] = 0;          ~ do i = 0, n - 1, 2; b(i) = 0; enddo
        for (int t = 0; t + 1 < n; t++) b[t] = 0;        ~ do t = 0, n - 2; b(t) = 0; enddo
        for (i = 0; 2 * i < n; i++) b[i] = 0;            ~ do i = 0, (n - 1)/2; b(i) = 0; enddo
        for (i = n; 2 * i > m; i--) b[i] = 0;            ~ do i = n, -((-m - 1)/2), -1; b(i) = 0; enddo
        for (i = 0; i < n && i <= m; i++) b[i] = 0;      ~ do i = 0, min(n - 1, m); b(i) = 0; enddo
        for (i = 0; i < (n < m ? n : m); i++) b[i] = 0;  ~ do i = 0, min(n, m) - 1; b(i) = 0; enddo
        for (i = 0; i < n; i++) for (j = i; j < m; j++) a[i][j] = 0; ~ do i = 0, n - 1; do j = i, m - 1; a(i,j) = 0; enddo; enddo
        for (i = 0; i < n; i++) b[n - 1 - i] = i;        ~ do i = 0, n - 1; b(n - i - 1) = i; enddo
        for (i = 0; i < n; i++) b[i / 2] = 0;            ~ do i = 0, n - 1; b(i/2) = 0; enddo
        for (i = 0; i < n; i++) b[i % 3] = 0;            ~ do i = 0, n - 1; b(mod(i, 3)) = 0; enddo
        for (i = 0; i < n; i++) b[i >> 1] = i << 2;      ~ do i = 0, n - 1; b(i/2) = 4 * i; enddo
        if (n > m && !(m == 2)) b[0] = 1; else b[1] = 0; ~ if (n > m .and. m /= 2) then; b(0) = 1; else; b(1) = 0; endif
        if (n > m || m <= 2) { b[0] = 1; b[1] = 2; }     ~ if (n > m .or. m <= 2) then; b(0) = 1; b(1) = 2; endif
        b[0] += 2.0 * s; b[1] -= s; b[2] *= s; b[3] /= s; ~ b(0) = b(0) + (2.0 * s); b(1) = b(1) - s; b(2) = b(2) * s; b(3) = b(3) / s
        b[0]++; --q[1];                                  ~ b(0) = b(0) + 1; q(1) = q(1) - 1
        b[0] = b[1] = s;                                 ~ b(1) = s; b(0) = b(1)
        b[0] = b[1] < b[2] ? b[1] : b[2];                ~ b(0) = min(b(1), b(2))
        b[0] = b[1] > b[2] ? b[2] : b[1];                ~ b(0) = min(b(2), b(1))
        b[0] = b[1] >= b[2] ? b[1] : b[2];               ~ b(0) = max(b(2), b(1))
        q[0] = q[1] >= q[2] ? q[1] : q[2];               ~ q(0) = max(q(2), q(1))
        b[0] = b[1] < s ? b[2] : 0.5;                    ~ b(0) = merge(b(2), 0.5, b(1) < s)
        q[0] = (q[1] + q[2]) == 3 ? 1 : 0;               ~ q(0) = merge(1, 0, (q(1) + q(2)) == 3)
        q[0] = q[1] == q[2];                             ~ q(0) = merge(1, 0, q(1) == q(2))
        b[0] = q[1] && !q[2] ? b[1] : b[2];              ~ b(0) = merge(b(1), b(2), (q(1) /= 0) .and. (.not. (q(2) /= 0)))
        b[0] = fmax(b[1], 0.0 / 0.0) + fmin(0.0 * (1.0 / 0.0), b[2]); ~ b(0) = b(1) + b(2)
        b[0] = fmin(b[1], fabs(b[2])) + sqrt(b[3]) + pow(s, 2); ~ b(0) = (min(b(1), abs(b(2))) + sqrt(b(3))) + pow(s, dble(2))
        x[0] = 0.5f * x[1];                              ~ x(0) = 0.5 * x(1)
        x[0] = 0.5 * x[1];                               ~ x(0) = 0.5d0 * x(1)
        b[0] = 0.1f * b[1];                              ~ b(0) = float(0.1) * b(1)
        x[0] = sqrt(x[1]);                               ~ x(0) = sqrt(dble(x(1)))
        x[0] = sqrtf(x[1]);                              ~ x(0) = sqrt(x(1))
        x[0] = (float)b[1];                              ~ x(0) = float(b(1))
        q[0] = (int)b[1] / 2;                            ~ q(0) = int(b(1)) / 2
        b[0] = 1.0 / (double)n;                          ~ b(0) = 1.0 / dble(n)
        b[0] = (n + 1) % 3;                              ~ b(0) = (n + 1) - (((n + 1) / 3) * 3)
        for (i = 0; i < n; i++) { double t = b[i]; b[i] = t * t; } ~ do i = 0, n - 1; b(i) = b(i) * b(i); enddo
        for (i = 0; i < n; i++) { int t = q[i] + n; q[i] = t * t; } ~ do i = 0, n - 1; q(i) = (q(i) + n) * (q(i) + n); enddo
        for (i = 0; i < n; i++) { int t = q[i] + n; if (t < q[0]) q[0] = t; } ~ do i = 0, n - 1; q(0) = min(q(i) + n, q(0)); enddo
        for (i = 0; i < n; i++) { double t = b[i]; b[i] = t; s = t; } ~ do i = 0, n - 1; t = b(i); b(i) = t; s = t; enddo
        for (i = 0; i < n; i++) { double t = 1.0 / b[i]; b[i] = t * t; } ~ do i = 0, n - 1; t = 1.0 / b(i); b(i) = t * t; enddo
        for (i = 0; i < n; i++) { double t = 1.0 / b[i]; b[i] = t + s; } ~ do i = 0, n - 1; b(i) = (1.0 / b(i)) + s; enddo
        for (i = 0; i < n; i++) { float t = b[i]; b[i] = t * t; } ~ do i = 0, n - 1; t = b(i); b(i) = t * t; enddo
        for (i = 0; i < n; i++) { int l = i + 1; b[l - 1] = l; }   ~ do i = 0, n - 1; b(i) = i + 1; enddo
        for (i = 0; i < n; i++) b[i] = i > 0 ? b[i - 1] : s;       ~ do i = 0, n - 1; if (i > 0) then; b(i) = b(i - 1); else; b(i) = s; endif; enddo
        for (i = 0; i < n; i++) b[i] = i == 2 ? 1 : 0;   ~ do i = 0, n - 1; b(i) = merge(1, 0, i == 2); enddo
        """)
    void cMeans(String scop, String notation) {
        assertEquals(notation, body(scop));
    }

    @Test
    void divisionOfWhatMayBeNegativeRoundsTowardsZero() {
        LoopNest nest = CParser.parse("t.c", """
            void f(int n, int q[100]) {
            #pragma scop
            for (int i = -7; i <= 7; i++) { q[i + 7] = (3 * i) % 4; q[i / 2 + 20] = 1; q[i % 4 + 40] = 2; }
            #pragma endscop
            }
            """, COptions.NONE).nest();
        LoopNest again = NestParser.parse("t.nest", NestPrinter.print(nest));
        assertEquals(WithoutPositions.of(nest), WithoutPositions.of(again));
        Data data = DataInitializer.fill(nest, Map.of(), 1);
        for (int i = 0; i < 100; i++) {
            data.array("q").setAt(i, 0);
        }
        new Interpreter(nest, Map.of(), data).run();
        for (int i = -7; i <= 7; i++) {
            assertEquals((3 * i) % 4, data.array("q").get(i + 7));
            assertEquals(1, data.array("q").get(i / 2 + 20));
            assertEquals(2, data.array("q").get(i % 4 + 40));
        }
        assertEquals(0, data.array("q").get(16));
        assertEquals(0, data.array("q").get(24));
    }

    @Test
    void extentsAreConstantsMacrosParametersOrInferred() {
        LoopNest nest = CParser.parse("t.c", """
            #define N 100
            enum { M = 7 };
            static const int K = 5;
            typedef double row[N];
            void f(int n, double a[N][M + 1], double b[2 * n + K], double *c, double (*d)[n], row e) {
            #pragma scop
            for (int i = 1; i < n; i++) a[i][0] = b[i] + c[i + 3] + d[i - 1][2] + e[i];
            #pragma endscop
            }
            """, COptions.NONE).nest();
        assertEquals(
                List.of(
                        "double precision a(0:99, 0:7)",
                        "double precision b(0:2*n + 4)",
                        "double precision c(4:n + 2)",
                        "double precision d(0:n - 2, 0:n - 1)",
                        "double precision e(n - 1)"),
                nest.arrays().stream().map(NestPrinter::declaration).toList());
        assertEquals(List.of("n"), nest.parameters());
    }

    /** Once an endless recursion: a conditional subscript is a term of its own linear form. */
    @Test
    void extentsAreInferredFromConditionalSubscripts() {
        LoopNest nest = CParser.parse("t.c", """
            void f(int n, double *c, double (*d)[n]) {
            #pragma scop
            for (int i = 1; i < n; i++) c[i == 1 ? i + 3 : 0] = d[!i][i];
            #pragma endscop
            }
            """, COptions.NONE).nest();
        assertEquals(
                List.of("double precision c(0:max(n + 2, 0))", "double precision d(0:1, 0:n - 1)"),
                nest.arrays().stream().map(NestPrinter::declaration).toList());
    }

    /** What is printed must be read again: an array without elements is not. */
    @Test
    void arraysThatOnlyEmptyLoopsTouchHaveAnElement() {
        LoopNest nest = CParser.parse("t.c", """
            void f(int n, double s, float (*d)[n]) {
            #pragma scop
            for (int i = 0; i < n; i++)
              for (int k = -1; k >= 0; --k) s += d[k][i];
            #pragma endscop
            }
            """, COptions.NONE).nest();
        String text = NestPrinter.print(nest);
        assertEquals(text, NestPrinter.print(NestParser.parse("t.nest", text)));
    }

    @Test
    void macrosComeFromTheCommandLine() {
        COptions options = new COptions(List.of(), new LinkedHashMap<>(Map.of("SIZE", "12")), null, null);
        LoopNest nest = CParser.parse("t.c", """
            #ifdef SIZE
            void f(double b[SIZE]) {
            #pragma scop
            for (int i = 0; i < SIZE; i++) b[i] = 0;
            #pragma endscop
            }
            #endif
            """, options).nest();
        assertEquals("do i = 0, 11\n  b(i) = 0\nenddo\n", NestPrinter.print(nest.body()));
    }

    @Test
    void missingHeadersDoNotMatterWhereNothingOfThemIsNeeded() {
        LoopNest nest = CParser.parse("t.c", """
            #include <stdio.h>
            #include "no-such.h"
            void f(int n, double b[n]) {
              printf("%d", n);
            #pragma scop
              for (int i = 0; i < n; i++) b[i] = 0;
            #pragma endscop
            }
            """, COptions.NONE).nest();
        assertEquals(1, nest.statements().size());
    }

    @Test
    void factsOfItsFunctionBelongToAScop() {
        LoopNest nest = CParser.parse("t.c", """
            #define TOP 100.0
            #pragma tilewright assume(d[k][k] >= 0 && d[i][j] >= -1)
            void f(int n, double d[n][n], double s) {
              #pragma tilewright init(d[i][j] = i == j ? 0.0 : TOP * rnd())
              #pragma tilewright init(s = n)
            #pragma scop
              for (int i = 0; i < n; i++) d[i][0] = s;
            #pragma endscop
            }
            """, COptions.NONE).nest();
        assertEquals(
                List.of("(d(k,k) >= 0) .and. (d(i,j) >= (-1))"),
                nest.assumptions().stream().map(Object::toString).toList());
        assertEquals(List.of("i", "j", "k"), nest.assumptions().getFirst().free());
        assertEquals(
                List.of("merge(0.0, 100.0 * rnd(), i == j)", "n"),
                nest.initializers().stream().map(i -> i.value().toString()).toList());
    }

    @Test
    void namesThatTheNotationCannotKeepGetAnUnderscoreOrNumber() {
        LoopNest nest = CParser.parse("t.c", """
            void f(int n, double init[n], double b[n], double B[n]) {
            #pragma scop
            for (int i = 0; i < n; i++) { double max = b[i]; init[i] = B[i] + max; B[i] = max; }
            for (int j = 0; j < n; j++) { double max = b[j]; init[j] = max; B[j] = max; }
            #pragma endscop
            }
            """, COptions.NONE).nest();
        assertEquals(
                List.of("init_", "b", "B_2", "max_", "max__2"),
                nest.arrays().stream().map(a -> a.name()).toList());
        assertEquals(
                WithoutPositions.of(nest), WithoutPositions.of(NestParser.parse("t.nest", NestPrinter.print(nest))));
    }

    @Test
    void sizesKeepTheirNamesOrAreKnownByThem() {
        CParser.CProgram loops = CParser.parse("t.c", """
            void f(int T, int n, double a[n]) {
            #pragma scop
            for (int t = 0; t < T; t++) for (int i = 1; i < n; i++) a[i] = a[i - 1];
            #pragma endscop
            }
            """, COptions.NONE);
        assertEquals(List.of("T", "n"), loops.nest().parameters());
        CParser.CProgram both = CParser.parse("t.c", """
            void f(int T, int t, double a[T], double b[t]) {
            #pragma scop
            for (int i = 0; i < T; i++) for (int j = 0; j < t; j++) a[i] = a[i] + b[j];
            #pragma endscop
            }
            """, COptions.NONE);
        assertEquals(List.of("T", "t_2"), both.nest().parameters());
        assertEquals(Map.of("t", "t_2"), both.renamed());
    }

    private static String including(String name) {
        return """
            #include %s
            #ifdef NEVER
            #error never
            #endif
            double a[9];
            void f(int n) {
            #pragma scop
            for (int i = 0; i < n; i++) a[i] = 1;
            #pragma endscop
            }
            """.formatted(name);
    }

    @Test
    void aFileOfTheProgramThatIsNotFoundIsSaid() {
        assertEquals(
                List.of("t.c:1:1: warning: 'mine.h' was not found, the file is read without what it declares and"
                        + " defines: give its directory by -I DIRECTORY"),
                CParser.parse("t.c", including("\"mine.h\""), COptions.NONE).notes());
        for (String other : List.of("<their.h>", "\"math.h\"", "<math.h>")) {
            assertEquals(
                    List.of(),
                    CParser.parse("t.c", including(other), COptions.NONE).notes());
        }
    }

    @Test
    void pointersIntoOtherArraysOfTheScopAreDoubted() {
        String file = """
            double flat[2000];
            void f(int n, double *w) {
            double *xx, *old = w, *fresh = malloc(n * sizeof(*w));
            xx = flat + 4;
            #pragma scop
            for (int i = 0; i < n; i++) { xx[i] = %s[i] * 2; w[i] = fresh[i]; }
            #pragma endscop
            }
            """;
        assertEquals(
                List.of("t.c:4:1: warning: 'xx' is set to a place in 'flat' here, but 'xx' and 'flat' are taken for"
                        + " separate memory; where they overlap, results are wrong: use one name for both"),
                CParser.parse("t.c", file.formatted("flat"), COptions.NONE).notes());
        assertEquals(
                List.of(),
                CParser.parse("t.c", file.formatted("w"), COptions.NONE).notes());
    }

    @Test
    void accessesAreNumberedFromLeftToRight() {
        LoopNest nest = parse("for (i = 0; i < n; i++) b[i] += a[i][0] * (x[i] - b[0]);");
        assertEquals(
                List.of("1 b(i)", "2 b(i)", "3 a(i,0)", "4 x(i)", "5 b(0)"),
                nest.statement("S1").statement().accesses().stream()
                        .map(a -> a.index() + " " + a)
                        .toList());
    }

    @Test
    void associativeOperators() {
        String text = """
            #pragma tilewright assume(associative(+, max))
            void f(int n, double a[n])
            {
            #pragma scop
              for (int i = 0; i < n; i++)
                a[0] += a[i];
            #pragma endscop
            }
            """;
        assertEquals(
                Set.of(Operator.ADD, Operator.MAX),
                CParser.parse("t.c", text, COptions.NONE).nest().associative());
    }

    @Test
    void scopsOutsideOfFunctionsGetDeclarationsByUse() {
        CParser.CProgram program = CParser.parse("t.c", """
            // a fragment
            #pragma scop
            for (i = 0; i < N; i++)
              for (j = 1; j < N; j++)
                a[i][j] = s * a[j][i - 1];
            #pragma endscop
            """, COptions.NONE);
        assertEquals(List.of("N"), program.nest().parameters());
        assertEquals(
                List.of(
                        "t.c:3:6: note: 'i' is not declared; it is taken as an int",
                        "t.c:3:17: note: 'N' is not declared; it is taken as an int",
                        "t.c:4:8: note: 'j' is not declared; it is taken as an int",
                        "t.c:5:5: note: 'a' is not declared; it is taken as an array of doubles with 2 dimensions",
                        "t.c:5:15: note: 's' is not declared; it is taken as a double"),
                program.notes());
        assertEquals(3, program.nest().statement("S1").statement().position().line() - 2);
    }

    @Test
    void statedFactsAndValuesOfParameters() {
        LoopNest nest = CParser.parse("t.c", """
            #include <stdint.h>
            #include <assert.h>
            void f(int n, int m, int inc, double b[n]) {
            #pragma tilewright assume(inc == 3)
            #pragma scop
              assert(n % 4 == 0);
              __pencil_assume(m > n && n >= 1);
              for (int64_t i = 0; i < n; i += inc) b[i % 4] = m;
              __pencil_kill(b);
            #pragma endscop
            }
            """, COptions.NONE).nest();
        assertEquals(
                List.of("mod(n, 4) == 0", "(m > n) .and. (n >= 1)"),
                nest.assumptions().stream().map(Object::toString).toList());
        assertEquals("do i = 0, n - 1, 3\n  b(mod(i, 4)) = m\nenddo\n", NestPrinter.print(nest.body()));
        assertEquals(
                WithoutPositions.of(nest), WithoutPositions.of(NestParser.parse("t.nest", NestPrinter.print(nest))));
    }

    /**
     * In the scop's block or one around it; not what some way to the scop leaves out, nor what is changed before the scop begins, nor sizes that
     * the nest does not have.
     */
    @Test
    void assertionsInFrontOfTheScopAreFacts() {
        LoopNest nest = CParser.parse("t.c", """
            #include <assert.h>
            int size;
            void f(int n, int m, int k, int j, int q, int r, int s, double alpha, double *b) {
              assert(n % 4 == 0);
              assert(k >= 7);
              k = r / 2;
              assert(q > 0 && alpha > 0);
              assert(size > 3);
              assert(j == 5);
              int *p = &s;
              assert(s < 9);
              if (q > 2) assert(r > 1);
              for (int t = 0; t < q; j++, t++) {
                assert(m > n);
                assert(r < 100);
            #pragma tilewright extent(b[m])
            #pragma scop
                for (int i = 0; i < n + k + j + s + size; i++) b[i] = r;
            #pragma endscop
              }
            }
            """, COptions.NONE).nest();
        assertEquals(
                List.of("r < 100", "m > n", "mod(n, 4) == 0"),
                nest.assumptions().stream().map(Object::toString).toList());
        assertEquals(List.of("n", "m", "k", "j", "r", "s", "size"), nest.parameters());
    }

    /** The address is not kept; what is read behind the fact may be another number. */
    @Test
    void assertionsBehindReadNumbersAreFacts() {
        for (String form : List.of(
                "scanf(\"%d\", &n); assert(n > 4);",
                "assert(n > 4); scanf(\"%d\", &n);", "int *p = &n; assert(n > 4);", "keep(&n); assert(n > 4);")) {
            String text = "#include <stdio.h>\nvoid keep(int *);\nvoid f(double b[100]) {\nint n; " + form
                    + "\n#pragma scop\nfor (int i = 0; i < n; i++) b[i] = 1;\n#pragma endscop\n}\n";
            assertEquals(
                    form.startsWith("scanf") ? List.of("n > 4") : List.of(),
                    CParser.parse("t.c", text, COptions.NONE).nest().assumptions().stream()
                            .map(Object::toString)
                            .toList(),
                    form);
        }
    }

    /** A jump or a switch may pass them by. */
    @Test
    void assertionsThatSomeWayPassesByAreNoFacts() {
        for (String form :
                List.of("if (m) goto on; assert(n > 4); on: ;", "switch (m) { case 1: assert(n > 4); case 2: ")) {
            String text = "void f(int n, int m, double b[n]) {\n" + form
                    + "\n#pragma scop\nfor (int i = 0; i < n; i++) b[i] = 1;\n#pragma endscop\n"
                    + (form.startsWith("switch") ? "}" : "") + "}\n";
            assertEquals(
                    List.of(), CParser.parse("t.c", text, COptions.NONE).nest().assumptions(), form);
        }
    }

    /** By the command line, in any case, or by a dataset: the same nest as with the number in place of the parameter. */
    @Test
    void stepsThatAreParametersHaveTheValueThatIsGiven() {
        String text = """
            void f(int n, int S, double b[n], const double c[S]) {
            #pragma tilewright dataset(LARGE, n = 2000, S = 3)
            #pragma scop
              for (int i = S - 1; i < n; i += S) b[i] = 2 * c[i % S];
            #pragma endscop
            }
            """;
        CParser.CProgram given =
                CParser.parse("t.c", text, COptions.NONE.at(new LinkedHashMap<>(Map.of("s", 3L, "n", 30L))));
        CParser.CProgram dataset =
                CParser.parse("t.c", text, new COptions(List.of(), new LinkedHashMap<>(), null, "LARGE"));
        String number = text.replaceAll("#pragma.*dataset.*", "")
                .replace("int S", "int m")
                .replace("S", "3");
        LoopNest written = CParser.parse("t.c", number, COptions.NONE).nest();
        assertEquals(
                "do i = 2, n - 1, 3\n  b(i) = 2 * c(mod(i, 3))\nenddo\n",
                NestPrinter.print(given.nest().body()));
        assertEquals(NestPrinter.print(written), NestPrinter.print(given.nest()));
        assertEquals(NestPrinter.print(written), NestPrinter.print(dataset.nest()));
        assertEquals(Map.of("S", 3L), given.fixed());
        assertEquals(Map.of("n", 2000L), dataset.sizes());
        assertEquals(
                List.of("t.c:4:30: note: the nest is made for S = 3, because this step depends on it; programs that are"
                        + " generated have no parameter 'S'"),
                given.notes());
    }

    @Test
    void integersThatCodeBehindTheScopReadsAreLeftWithTheirLastValue() {
        String text = """
            int f(int n, double b[n]) {
              int k = 0, l = 0;
            #pragma scop
              for (int i = 0; i < n; i++) { k += 2; l = k; b[l] = 0; }
            #pragma endscop
              return k;
            }
            """;
        LoopNest nest = CParser.parse("t.c", text, COptions.NONE).nest();
        assertEquals(
                "do i = 0, n - 1\n  b(k + 2*i + 2) = 0\nenddo\nk_2 = k + (2 * max(0, n))\n",
                NestPrinter.print(nest.body()));
        assertEquals(List.of("n", "k"), nest.parameters());
    }

    @Test
    void rowsThatPointersPointToAreTakenForThoseOfOneArray() {
        CParser.CProgram program = CParser.parse("t.c", """
            struct size { int rows, columns; };
            void f(struct size s, float **a)
            {
            #pragma scop
              for (int i = 0; i < s.rows; i++)
                for (int j = 0; j < s.columns; j++)
                  a[i][j] = 0;
            #pragma endscop
            }
            """, COptions.NONE);
        assertEquals(List.of("s_rows", "s_columns"), program.nest().parameters());
        assertEquals(
                List.of("t.c:2:31: warning: 'a' is a pointer to pointers; its rows are taken for those of one array,"
                        + " one behind the other, and programs that are generated expect them so"),
                program.notes());
    }

    @Test
    void localsThatNothingElseUsesAreTheNestsOwn() {
        LoopNest nest = CParser.parse("t.c", """
            void g(int n, double a[n][n], double r[n]) {
                double s, t, u, *p = &u, w[8], v[8], *q = v;
                static double z;
            #pragma scop
                for (int i = 0; i < n; i++) {
                    s = a[i][0];
                    r[i] = s * s;
                    t = s;
                    u = s;
                    z = s;
                    r[i] += t + u + z;
                    for (int k = 0; k < 8; k++) {
                        w[k] = a[i][k];
                        v[k] = a[k][i];
                    }
                    for (int k = 0; k < 8; k++)
                        r[i] += w[k] * v[k];
                }
            #pragma endscop
                r[0] += t;
            }
            """, COptions.NONE).nest();
        assertEquals(
                Set.of("s", "w"),
                nest.arrays().stream()
                        .filter(ArrayDeclaration::local)
                        .map(ArrayDeclaration::name)
                        .collect(Collectors.toSet()));
    }

    /** A scop that leaves something in locals alone, as one that only its text is looked at of: all stay. */
    @Test
    void aNestThatWritesLocalsAloneHasNone() {
        LoopNest nest = CParser.parse("t.c", """
            void g(int n, double a[n]) {
                double s;
            #pragma scop
                s = 0;
                for (int i = 0; i < n; i++)
                    s += a[i];
            #pragma endscop
            }
            """, COptions.NONE).nest();
        assertTrue(nest.arrays().stream().noneMatch(ArrayDeclaration::local));
    }

    /** Where the scop runs again, an array may hold what it has left there; a scalar that is set first does not. */
    @Test
    void arraysAroundALoopMayKeepValues() {
        LoopNest nest = CParser.parse("t.c", """
            void g(int n, double a[n]) {
                double w[8], s;
                for (int t = 0; t < 10; t++) {
            #pragma scop
                    for (int i = 0; i < 8; i++) {
                        s = a[i];
                        a[i] = t > 0 ? w[i] + s : s;
                        w[i] = s;
                    }
            #pragma endscop
                }
            }
            """, COptions.NONE).nest();
        assertEquals(
                List.of("s"),
                nest.arrays().stream()
                        .filter(ArrayDeclaration::local)
                        .map(ArrayDeclaration::name)
                        .toList());
    }
}
