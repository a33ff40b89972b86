package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.model.UserError;

/** {@code run} on data in files. */
class RunCommandTest {
    @TempDir
    Path folder;

    private static CommandLineRun run(String... arguments) {
        return CommandLineRun.of(arguments);
    }

    /** Rows and columns as C programs have them, from 0. */
    @Test
    void runsSparseProductsInC() throws Exception {
        Path source = folder.resolve("spmv.c");
        Files.writeString(source, """
            void spmv(int n, int m, int ptr[n + 1], int col[m], float a[m], float x[n], float y[n])
            {
            #pragma tilewright assume(monotone(ptr))
            #pragma tilewright assume(ptr[0] == 0 && ptr[n] == m)
            #pragma tilewright assume(0 <= col[e] && col[e] <= n - 1)
            #pragma tilewright graph(ptr, col, a)
            #pragma scop
                for (int i = 0; i < n; i++) {
                    y[i] = 0;
                    for (int e = ptr[i]; e < ptr[i + 1]; e++)
                        y[i] += a[e] * x[col[e]];
                }
            #pragma endscop
            }
            """);
        Path graph = folder.resolve("g.gr");
        Files.writeString(graph, "p sp 4 4\na 1 2 5\na 1 3 1\na 3 2 2\na 2 4 1\n");
        Path x = folder.resolve("x.txt");
        Files.writeString(x, "1\n10\n100\n1000\n");
        Path y = folder.resolve("y.txt");
        CommandLineRun result =
                run("run", source.toString(), "--graph", graph.toString(), "--data", "x=" + x, "--write", "y=" + y);
        assertEquals(0, result.exitCode(), result.err());
        assertEquals(List.of("150.0", "1000.0", "20.0", "0.0"), Files.readAllLines(y));
    }

    @Test
    void graphsInFilesGiveCertifiedResultsInFiles() throws Exception {
        Path graph = folder.resolve("g.gr");
        Files.writeString(graph, "p sp 4 4\na 1 2 5\na 1 3 1\na 3 2 2\na 2 4 1\n");
        Path dist = folder.resolve("dist.txt");
        CommandLineRun result = run(
                "run",
                "loopnests/irregular/sssp.nest",
                "--graph",
                graph.toString(),
                "--set",
                "root=1",
                "--write",
                "dist=" + dist);
        assertEquals(0, result.exitCode(), result.err());
        assertTrue(result.out().contains("dist certified: none of 4 offers improves an element"), result.out());
        assertEquals(List.of("0.0", "3.0", "1.0", "4.0"), Files.readAllLines(dist));
    }

    /** They were passed over without a word. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--candidate | 8/1 k-tile 1",
                "--block | 8",
                "--schedule | fused",
                "--device | h200",
                "--without | unswitch",
                "--results | reports",
                "--memory-limit | 1GB"
            })
    void optionsOfAffineNestsAreRefusedForIrregularOnes(String option, String value) {
        run("run", "loopnests/irregular/bfs.nest", "--graph", "path:n=5", "--set", "root=1", option, value)
                .assertFails(UserError.BAD_INPUT, option + " is for affine nests, and bfs is irregular");
    }

    /** It was ranked for this machine whatever the device was. */
    @Test
    void aDeviceOfAnotherTargetIsRefused() {
        run("run", "loopnests/jacobi-1d.nest", "--set", "n=9,steps=1", "--device", "h200")
                .assertFails(UserError.BAD_INPUT, "--device h200 runs programs of target cuda, not of --target c");
    }

    /** "3 runs agree" was said. */
    @Test
    void nothingRunsAndItIsSaid() throws Exception {
        Path nest = folder.resolve("down.nest");
        Files.writeString(nest, "param n\nreal a(n)\ndo i = n, 1\n  a(i) = 1\nenddo\n");
        run("verify", nest.toString(), "--set", "n=20", "--target", "c", "--only")
                .assertFails(UserError.BAD_INPUT, "--only: no statement runs at {n=20}");
        CommandLineRun result = run("run", nest.toString(), "--set", "n=20");
        assertEquals(0, result.exitCode(), result.err());
        assertTrue(result.out().contains("no statement runs at {n=20}"), result.out());
    }

    @Test
    void negativeCyclesAreTheAnswerNo() {
        CommandLineRun result =
                run("run", "loopnests/irregular/johnson.nest", "--graph", "star:n=5,weights=-1..-1", "--set", "s=2");
        assertEquals(1, result.exitCode(), result.err());
        assertTrue(result.out().contains("a negative cycle). There is no result"), result.out());
    }

    @Test
    void affineNestsRunOnArraysInEveryFormat() throws Exception {
        Path nest = folder.resolve("scale.nest");
        Files.writeString(
                nest,
                "param n, m\nreal a(n, m), b(n, m)\ndo i = 1, n\n  do j = 1, m\n    b(i,j) = 2.0 * a(i,j)\n"
                        + "  enddo\nenddo\n");
        Path text = folder.resolve("a.csv");
        Files.writeString(text, "1,2,3\n4,5,6.5\n");
        for (String ending : List.of("npy", "mtx", "txt", "csv")) {
            Path written = folder.resolve("b." + ending);
            CommandLineRun first = run("run", nest.toString(), "--data", "a=" + text, "--write", "b=" + written);
            assertEquals(0, first.exitCode(), first.err());
            Path again = folder.resolve("c.csv");
            CommandLineRun second = run("run", nest.toString(), "--data", "a=" + written, "--write", "b=" + again);
            assertEquals(0, second.exitCode(), second.err());
            assertEquals(List.of("4.0,8.0,12.0", "16.0,20.0,26.0"), Files.readAllLines(again), ending);
        }
        Path raw = folder.resolve("b.raw");
        assertEquals(
                0,
                run("run", nest.toString(), "--data", "a=" + text, "--write", "b=" + raw)
                        .exitCode());
        CommandLineRun sized = run(
                "run",
                nest.toString(),
                "--set",
                "n=3,m=2",
                "--data",
                "a=" + raw,
                "--write",
                "b=" + folder.resolve("d.txt"));
        assertEquals(0, sized.exitCode(), sized.err());
        assertEquals(List.of("4.0 8.0", "12.0 16.0", "20.0 26.0"), Files.readAllLines(folder.resolve("d.txt")));
    }

    /** Whole numbers of 64 bits keep all their digits; text that does not give them all is refused. */
    @Test
    void wholeNumbersOfSixtyFourBitsAreExact() throws Exception {
        Path nest = Files.writeString(folder.resolve("wide.c"), """
            void wide(int n, int k[n], unsigned long long r[n]) {
            #pragma scop
            for (int i = 0; i < n; i++) r[i] = k[i];
            #pragma endscop
            }
            """);
        Path k = Files.writeString(folder.resolve("k.csv"), "-7\n5\n");
        Path r = folder.resolve("r.txt");
        CommandLineRun result = run("run", nest.toString(), "--set", "n=2", "--data", "k=" + k, "--write", "r=" + r);
        assertEquals(0, result.exitCode(), result.err());
        assertEquals(List.of("18446744073709551609", "5"), Files.readAllLines(r));
        Path wide = Files.writeString(folder.resolve("r.csv"), "9007199254740993\n1\n");
        String refused = run("run", nest.toString(), "--set", "n=2", "--data", "k=" + k, "--data", "r=" + wide)
                .err();
        assertTrue(refused.contains("beyond 2^53"), refused);
    }

    @Test
    void faultsNameFileAndRemedy() throws Exception {
        String sssp = "loopnests/irregular/sssp.nest";
        assertTrue(
                run("run", sssp, "--set", "root=1").err().contains("this nest needs a graph; add e.g. --graph rmat:"));
        CommandLineRun missing = run("run", sssp, "--graph", "path:n=3");
        assertEquals(2, missing.exitCode());
        assertTrue(missing.err().contains("no value for parameter root; add --set root=..."), missing.err());
        assertTrue(run("run", sssp, "--graph", "path:n=3", "--set", "root=1", "--write", "dist=x.foo")
                .err()
                .contains("'.foo' is no format of arrays"));
        assertTrue(run("run", sssp, "--graph", "path:n=3", "--set", "root=1", "--data", "gone=x.npy")
                .err()
                .contains("has no array 'gone'; it has src, dst, w, dist"));
        Path bad = folder.resolve("bad.npy");
        Files.writeString(bad, "not numpy");
        assertTrue(run("run", sssp, "--graph", "path:n=3", "--set", "root=1", "--data", "w=" + bad)
                .err()
                .contains("bad.npy: error: expected NumPy's signature at byte 0"));
        Path ragged = folder.resolve("ragged.txt");
        Files.writeString(ragged, "1 2\n3\n");
        assertTrue(run("run", sssp, "--graph", "path:n=3", "--set", "root=1", "--data", "w=" + ragged)
                .err()
                .contains("ragged.txt:2: error: expected 2 numbers as in the lines before; found 1"));
    }

    @Test
    void subscriptsThatNothingBoundsAreWatched() throws Exception {
        Path nest = folder.resolve("wild.nest");
        Files.writeString(
                nest, "param n\ninteger p(n)\nreal x(n)\ninit p(i) = i + 1\ndo i = 1, n\n  x(p(i)) = 1.0\nenddo\n");
        CommandLineRun result = run("run", nest.toString(), "--set", "n=4");
        assertEquals(2, result.exitCode());
        assertTrue(result.err().contains("wild.nest:6: error: a subscript here leaves its array"), result.err());
    }

    @Test
    void affineStagesRefuseIrregularNestsWithTheirLine() {
        for (String command : List.of("rank", "generate", "verify")) {
            CommandLineRun result =
                    run(command, "loopnests/irregular/sssp.nest", "--set", "n=4,m=4,root=1", "--target", "c");
            assertEquals(2, result.exitCode(), command + result.err());
            assertTrue(
                    result.err().contains("sssp.nest:14:1: error: ")
                            && result.err().contains("is for affine nests"),
                    command + result.err());
        }
    }

    @Test
    void analyzePrintsLaws() {
        CommandLineRun result = run("analyze", "--json", "-", "loopnests/irregular/sssp.nest");
        assertEquals(0, result.exitCode(), result.err());
        assertTrue(result.out().contains("\"laws\"") && result.out().contains("\"lost-updates\""), result.out());
    }
}
