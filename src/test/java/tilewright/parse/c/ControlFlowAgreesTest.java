package tilewright.parse.c;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.parse.NestParser;
import tilewright.parse.WithoutPositions;
import tilewright.parse.c.unit.COptions;

/** C code with jumps and integers of many kinds does as a nest what it does when gcc compiles it. */
class ControlFlowAgreesTest {
    private static final int ELEMENTS = 600;
    private static final List<List<Long>> SIZES =
            List.of(List.of(0L, 0L), List.of(1L, 3L), List.of(7L, 4L), List.of(9L, 12L));

    /** Bodies of functions of n, m and q; x grows so that the order of its changes shows. */
    private static final List<String> SCOPS = """
        for (i = 0; i < n; i++) { j = i + 1; q[i] = q[j] + x; }
        k = 3; for (i = 0; i < n; i++) { q[k] = q[i] + 1; k += 2; } q[500] = k;
        k = -1; for (i = 0; i < n; i++) { k++; q[k] = i; k++; q[k] = q[i] - 1; } q[500] = k;
        j = 5; for (i = 0; i < n; i++) { q[100 + i] = q[j] + q[i]; j = i; } q[500] = j;
        j = 5; k = 8; for (i = 0; i < n; i++) { q[100 + i] = q[j] + 3 * q[k]; k = j; j = i; } q[500] = j + k;
        j = -1; k = 9; for (i = 0; i < n; i++) { k = j + 1; q[k] = q[i] * 2; j = k + 1; q[j] = 1; } q[500] = k;
        k = 0; for (i = 0; i < n; i++) { for (j = 0; j < 5; j++) { q[k] = i - j; k++; } } q[500] = k;
        k = 100; for (i = 20; i > m; i -= 3) { k--; q[k] = i; } q[500] = k + i;
        for (i = 0; i < n; i++) q[i] = i; q[i] = 77; q[501] = i;
        for (i = n; i >= 0; i -= 2) q[i] = i; q[i + 2] = 77;
        for (i = 0, j = n; i < j; i++, j--) q[i] = 10 * q[j] + j; q[500] = j;
        for (int a = 0, b = 3, c = n; a < n; a++, c--) q[a + b] += b * x + c;
        for (int a = n, b = m + 2; a-- > 0; ) q[a + b] += b * x + a;
        for (i = 2; i != n + 2; ++(i)) q[i] = i; q[500] = i;
        j = 4; for (; j < n; j++) q[j] = 3; q[500] = j;
        for (i = 0; i < n && m > 3; i++) q[i] = 9; q[500] = i;
        for (i = x - 1; i < n + 20; i += x) q[i] = x * i; q[500] = i;
        for (i = n + 20; i > m; i -= 2 * x) for (j = i; j < i + 2 * x; j = j + x) q[j] += i - x;
        for (i = 0; i < n; i++) { if (i == m) break; q[i] = 5; }
        for (i = 0; i < n; i++) { q[i] = 4; if (2 * i > m) break; q[i] = 5; }
        for (i = 0; i < n; i += 2) { q[i] = 4; if (i >= m) break; q[i] += 5; }
        for (i = n; i > 0; i--) { if (3 * i <= m) break; q[i] = x + i; x++; }
        for (i = 0; i < n; i++) for (j = 0; j < m; j++) { q[i + j] = j; if (i == j) break; q[i + j] += 5; }
        for (i = 0; i < n; i++) for (j = 0; j < m; j++) { q[j] += 1; if (i < 2) continue; if (i + j == 5) break; if (j > 3) continue; q[i] = j; }
        for (i = 0; i < n; i++) { if (i > 2) { if (i != 4) { q[i] = 1; continue; } q[i] = 2; } q[i] += 3; }
        for (i = 0; i < n; i++) { if (m > 3) break; q[i] = 5; }
        for (i = 0; i < n; i++) { q[i] = 5; break; }
        for (i = 0; i < n; i++) { if (i >= 2 && i < m) break; q[i] = 8; }
        for (i = m; i < n + 20; i++) { q[i] = 8; if (i % 4 == 3) break; q[i] += i; }
        for (i = n + 20; i > m; i--) { if (i % 7 > 2 && i % 7 < 5) break; q[i] = 8 + x; x++; }
        for (i = 3; i < n; i += 2) { q[i] = 8; if (i % 9 == 2) break; q[i] += i; }
        for (i = 0; i < n; i++) for (j = i; j <= 5 * ((j + 2) / 5); ++j) q[j] += 3 * i + j;
        for (i = 0; i < n; i++) for (j = m + i; j % 6 != 1 && j % 6 != 2 && j % 6 != 4; j++) q[j] += 3 * i + j;
        for (i = n + 9; i % 5 > 1; i--) q[i] = i; q[500] = i;
        i = m; while (i % 8 < 6) { q[i] = i; i++; } q[500] = i;
        i = m; do { q[i] = i; i++; } while (i % 8 < 6); q[500] = i;
        for (unsigned char c = 252; (c % 9) <= 5; ++c) q[c] = 3 * c + q[1];
        for (unsigned char c = 250; c != 4; c++) { q[c] += c; if (c == 1) break; q[c] *= 2; }
        for (unsigned char c = 4; c < 200; c--) q[c] = 3 * c; q[500] = n;
        k = n; while (k-- > 1) q[k] = q[k] + q[k - 1]; q[500] = k;
        for (i = n; i-- > 0; ) q[i] = q[i + 1] + i; q[500] = i;
        for (i = n; i--; ) { if (i == 2) continue; q[i] += i + x; x++; }
        i = -1; while (++i < n) q[i] = i; q[500] = i;
        i = 2; do { q[i] += 3; } while (++i < n); q[500] = i;
        i = 2; do { q[i] += 3; } while (i++ < n); q[500] = i;
        for (i = 0; i < n; ) { q[i] = 2 * i; i += 3; } q[500] = i;
        for (i = 0; i < m; ) q[i++] = 5;
        k = 0; for (i = 0; i < n; i++) { q[k++] = i; q[++k] = q[i] + 1; } q[500] = k;
        k = 90; j = 4; for (i = 0; i < n; i++) { q[--k] = q[j++] + (i > 2 ? x : 1); x = k--; } q[500] = j - k;
        int *p = q, *r = q + 100; for (i = 0; i < n; i++) { *r++ = *p++ + 1; *++r = 7; }
        for (i = 0; i < n; i++) q[200 + i] = total(q + i, x++) + m;
        for (i = 0, j = n; i++ < j--; k = i) q[i] = j; q[500] = i - j;
        for (i = 0; ; i++) { if (i >= n || i > m) break; q[i] = 4; } q[500] = i;
        for (i = 0; ; i++) { if (i == n) { break; } if (i % 3 == 1) continue; q[i] += 4; } q[500] = i;
        i = n; for (;;) { if (i < 2) break; q[i] = i; i -= 2; } q[500] = i;
        i = 1; while (1) { if (i > n) break; q[i] += q[i - 1]; i++; } q[500] = i;
        i = 1; while (1) { q[i] += q[i - 1]; i += 2; if (i > n) break; } q[500] = i;
        i = 9; do { q[i] = i; i--; if (i < m && i < n) break; } while (1); q[500] = i;
        for (i = 7; min(i, 4) != 4; i++) q[i] = 3; q[500] = i;
        k = 0; for (i = 0; i < n; i++) { if (i == 3) continue; q[100 + i] = k; k = i; }
        i = 0; while (i < n) { q[i] = i; i++; } q[500] = i;
        i = 0; while (i < n) { i += 2; q[i] = i; } q[500] = i;
        i = n; j = 0; while (i > 0) { q[j] = i; i--; j += 3; } q[500] = j;
        i = 0; do { q[i] = 6; i++; } while (i < n); q[500] = i;
        do { q[0] = 6; q[1] = n; } while (0);
        j = i = 3; if (n > m) j = i + 2; else { j = 7; } q[j] = 100;
        if (n > 2) k = n; else k = m; q[k] = 3; if (k > 5) q[k + 1] = 4;
        L: q[1] = 2; M: for (i = 0; i < n; i++) q[i] += 3;
        for (i = 0; i < n; i++) q[200 + i] = q[i == 0 ? n - 1 : i - 1] + 10 * q[i == n - 1 ? 0 : i + 1];
        for (i = 0; i < n; i++) q[200 + i] = q[(i + 1) % n] + q[(i + n - 1) % n];
        for (i = 0; i < n; i++) q[i - (i > 2)] = q[(i == 4) + 3];
        for (i = min(n, 4); i < max(n, m); i++) q[i] = i;
        for (i = floord(n, 2); i <= ceild(n * 3, 4); i++) q[i] = i;
        for (i = -4; i < n; i++) q[i / -2 + 20] = q[i % -3 + 40] + i;
        for (i = 0; i < n; i++) { if (q[i] > 3) { q[i] = 1; continue; } q[i] += 2; }
        for (i = 0; i < n; i++) { k = 2 * i; if (q[i] > 3) q[k] = 1; else q[k + 1] = 2; }
        j = -1; for (i = 0; i < n; i++) { if (q[i] > 4) { j++; q[100 + j] = i; } else { j++; q[100 + j] = x; } }
        j = 0; for (i = 0; i < n; i++) { if (i > 2 && q[i] > 4) continue; j = i; q[100 + i] = i; } q[500] = j;
        k = 0; for (i = 0; i < n; i++) { k = i; if (i > 2) { k = i + 3; goto L; } q[i] = 1; k++; L: ; } q[500] = k;
        for (i = 0; i < n; i++) { k = 2 * i; { if (i > m) goto L; k += 1; if (i > 3) goto L; q[k] = 4; L:; } q[k] += 3; }
        for (i = 0; i < n; i++) { if (q[i] > 3) { if (i < 5) goto L; q[i] = 2; goto L; } if (i == 4) goto L; q[i] = 1; L:; }
        for (i = 0; i < n; i++) { if (q[i] < 4) goto L; q[100 + i] = 1; goto M; L: q[200 + i] = q[i]; M: q[i] += 1; }
        for (i = 0; i < n; i++) { if (q[i] > 3) goto L; if (q[i + 1] > 5) goto M; q[i] += x; M: q[i + 1] = 2; L: ; }
        for (i = 0; i < n; i++) { if (q[i] > 3) goto L; q[100 + i]++; if (q[i] < m) goto M; q[200 + i]++; goto M; L: q[300 + i]++; M: q[i] = q[100 + i]; }
        for (i = 0; i < n; i++) { if (q[i] < 3) goto L; else goto M; L: q[i] += 5; goto O; M: q[i] += 7; O: ; }
        for (i = 0; i < n; i++) { k = i; if (i > 2) { if (q[i] > 5) goto L; k++; if (i > m) { k++; goto M; } } q[k] = 4; L: q[100 + i] = 1; M: q[200 + i] = 2; }
        if (n > 3) goto L; q[1] = 5; if (q[0] > 0) goto M; L: q[2] = 7; M: q[3] = q[2];
        for (i = 0; i < n; i++) { q[i] += 2; if (i > m) goto L; q[i]++; } L: q[500] = 1;
        for (i = 0; i < n; i++) for (j = 0; j < m; j++) { if (i + j > 6) goto L; if (j == 3) continue; q[i + j]++; L: q[100 + i]++; }
        for (i = 0; i < n; i++) { if (i < 6) { if (q[i] > 5) { if (q[i] == 7) continue; q[i] = i; } else q[i] = 0; q[100 + i] = 1; } else q[i] = i; q[i] = q[i] + 1; }
        for (i = 0; i < n; i++) q[100 + i] = 2 * total(q + i, m) + total(q, 3);
        q[500] = 0; for (i = 0; i < n; i++) q[500] += total(&q[i], 4); if (total(q, n) > 30) q[501] = 5; else q[502] = total(q, m);
        for (i = 0; i < n; i++) { int t = total(q, i); q[200 + i] = t + bounded(q, i, m); }
        for (i = 0; i < n; i++) q[100 + i] = bounded(q, i, m) + bounded(q + 1, m, i);
        int *p = q; int *r = q + 100; for (i = 0; i < n; i++) { *r = *p + 1; p++; r += 2; }
        int *p = q + 50; for (i = 0; i < n; i++) { p[0] = i; --p; p[3] += x; }
        int *p = q + 5; p[1] = 3; p = &q[10]; p[1] = n; p = q; for (i = 0; i < m; i++) p[i] += 4;
        put(q, n, 3); put(q + 20, m, n); for (i = 0; i < n; i++) { put(&q[40 + 20 * i], i, m); k = i + 1; put(q, 1, k); }
        j = 2; step(&j); q[0] = j; for (i = 0; i < n; i++) { step(&j); q[i] = j; }
        for (i = 0; i < n; i++) { if (q[i] > 3) put(q + 100, 3, i); else put(q + i, 1, 9); if (i > 3) continue; put(q + 7, 1, i); }
        counter = 0; for (i = 0; i < n; i++) { count(m); count(i); q[i] = counter; } q[500] = counter;
        counter = 3; count(m); q[counter] = 4; q[500] = counter;
        for (size_t u = 0; u < n; u++) q[u] = 2; for (int64_t u = 1; u <= n; u++) q[u] += 3;
        do { j = 0; for (i = 0; i < n; i++) if (q[i + 1] > q[i] + 1) { q[i + 1] = q[i] + 1; j = 1; } } while (j);
        do { j = 0; for (i = n; i > 0; i--) if (q[i] > q[i + 1]) { q[i] = q[i + 1]; j |= 1; } } while (j != 0);
        k = 0; do { j = 0; for (i = n; i > 0; i--) if (q[i] != q[i - 1] && i > k) { q[i] = q[i - 1]; j++; } k++; } while (j && k < m);
        j = 1; k = 2; while (j && k <= m) { j = 0; for (i = 0; i < n; i++) if (q[100 + i] < q[i] + k) { q[100 + i] = q[i] + k; j = 1; } k++; }
        do { j = 0; for (i = 0; i < n; i++) { int u = q[300 + i], v = q[340 + i]; int d = q[u] + 1; if (d < q[v + 30]) { q[v + 30] = d; j = 1; } } } while (j == 1);
        do { x = x + 1; for (i = 0; i < n; i++) q[i] += x; q[40] += 9; } while (q[40] < 50);
        k = 0; do { q[k] += 3; q[50] += 9; k++; } while (q[50] < 70);
        do { q[60]++; if (n > 3) continue; q[61]++; } while (q[60] < 20);
        do { j = 0; for (i = 0; i < n; i++) if (q[i] > i) { q[i] = q[i] - 1; j = 1; q[70]++; } } while (j);
        do { j = 0; for (i = 0; i < n; i++) if (q[i] >= i) { q[i] = i - 1; j = 1; } x++; } while (j && x < 9);
        """.lines().toList();

    private static final Map<String, String> EXPECTED = new LinkedHashMap<>();

    private static String function(int number) {
        return "void f" + number + "(int n, int m, int q[" + ELEMENTS + "], int x) {\nint i, j, k;\n#pragma scop\n"
                + SCOPS.get(number) + "\n#pragma endscop\n}\n";
    }

    private static String definitions() {
        StringBuilder text = new StringBuilder("""
            typedef unsigned long size_t;
            typedef long int64_t;
            #define min(a, b) ((a) < (b) ? (a) : (b))
            #define max(a, b) ((a) > (b) ? (a) : (b))
            #define floord(a, b) (((a) < 0) ? -((-(a) + (b) - 1) / (b)) : (a) / (b))
            #define ceild(a, b) (((a) < 0) ? -((-(a)) / (b)) : ((a) + (b) - 1) / (b))
            static int counter;
            static void count(int by) { if (by > 3) { counter += 2; return; } counter++; }
            static void step(int *it) { int i = *it; *it = i + 2; }
            static int total(const int *of, int n) { int t = 0; for (int e = 0; e < n; e++) t += of[e]; return t; }
            static int bounded(int *q, int i, int m) { int t = 0; if (i > 5) return 3; for (; i < m; i++) { t += q[i]; q[i + 300]++; } if (t > 20) return 20; return t; }
            static void put(int *to, int n, int k) { int i; if (n > 10) n = 10; for (i = 0; i < n; i += 2) { if (i == 4) to[i]++; to[i] += k; k++; to[k + 1] = i; } }
            """);
        for (int s = 0; s < SCOPS.size(); s++) {
            text.append(function(s));
        }
        return text.toString();
    }

    static List<Integer> numbers() {
        List<Integer> numbers = new ArrayList<>();
        for (int s = 0; s < SCOPS.size(); s++) {
            numbers.add(s);
        }
        return numbers;
    }

    @BeforeAll
    static void runCompiled(@TempDir Path directory) throws IOException, InterruptedException {
        StringBuilder main = new StringBuilder(
                "#include <stdio.h>\n" + definitions() + "int main(void) {\nstatic int q[" + ELEMENTS + "];\n");
        for (int s = 0; s < SCOPS.size(); s++) {
            for (List<Long> size : SIZES) {
                main.append("for (int e = 0; e < %d; e++) q[e] = e %% 17;\nf%d(%d, %d, q, 3);\n"
                        .formatted(ELEMENTS, s, size.get(0), size.get(1)));
                main.append(
                        "for (int e = 0; e < %d; e++) printf(\"%%d \", q[e]);\nputchar('\\n');\n".formatted(ELEMENTS));
            }
        }
        Path source = directory.resolve("all.c");
        Files.writeString(source, main + "return 0; }\n");
        Path program = directory.resolve("all");
        run("gcc", "-w", "-fwrapv", source.toString(), "-o", program.toString());
        List<String> lines = run(program.toString()).lines().toList();
        for (int s = 0; s < SCOPS.size(); s++) {
            for (int z = 0; z < SIZES.size(); z++) {
                EXPECTED.put(s + " " + z, lines.get(s * SIZES.size() + z).strip());
            }
        }
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        return out;
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void nestDoesWhatTheProgramDoes(int number) {
        COptions options = new COptions(List.of(), new LinkedHashMap<>(), "f" + number, null)
                .at(new LinkedHashMap<>(Map.of("x", 3L)));
        LoopNest nest = CParser.parse("t.c", definitions(), options).nest();
        String text = NestPrinter.print(nest);
        assertEquals(
                WithoutPositions.of(nest), WithoutPositions.of(NestParser.parse(nest.name() + ".nest", text)), text);
        for (int z = 0; z < SIZES.size(); z++) {
            SequencedMap<String, Long> sizes = new LinkedHashMap<>();
            for (String parameter : nest.parameters()) {
                sizes.put(
                        parameter,
                        parameter.equals("x")
                                ? 3
                                : SIZES.get(z).get(List.of("n", "m").indexOf(parameter)));
            }
            Data data = DataInitializer.fill(nest, sizes, 1);
            for (int e = 0; e < ELEMENTS; e++) {
                data.array("q").setAt(e, e % 17);
            }
            if (nest.arrays().stream().anyMatch(a -> a.name().equals("x"))) {
                data.array("x").setAt(0, 3);
            }
            new Interpreter(nest, sizes, data).run();
            List<String> found = new ArrayList<>();
            for (int e = 0; e < ELEMENTS; e++) {
                found.add(Long.toString((long) data.array("q").get(e)));
            }
            assertEquals(
                    EXPECTED.get(number + " " + z),
                    String.join(" ", found),
                    SCOPS.get(number) + " at " + sizes + "\n" + text);
        }
    }
}
