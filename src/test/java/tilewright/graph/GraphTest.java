package tilewright.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.model.Data;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;

class GraphTest {
    @TempDir
    Path folder;

    private static RowsBuilder.Built built(String spec) {
        GraphSpec parsed = GraphSpec.parse(spec);
        return RowsBuilder.build(parsed.source(false), parsed.preprocessing());
    }

    private static String fault(Runnable work) {
        return assertThrows(UserError.class, work::run).getMessage();
    }

    private String read(String name, String text) {
        try {
            Path file = folder.resolve(name);
            Files.writeString(file, text);
            Files.deleteIfExists(GraphCache.of(file));
            TupleList arcs = GraphFiles.read(file);
            List<String> found = new ArrayList<>();
            double[] weights = arcs.weights() instanceof Weights.Stored s ? s.values() : new double[0];
            arcs.forEach(
                    0,
                    arcs.tuples(),
                    (u, v) -> found.add(u + ">" + v + (weights.length == 0 ? "" : ":" + weights[found.size()])));
            return arcs.vertices() + " " + found;
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (UserError e) {
            return e.getMessage().replace(folder.toString() + "/", "");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rmat:scale=8,degree=8",
                "rmat:scale=8,degree=8,symmetric",
                "rmat:scale=8,symmetric,dedupe,noloops",
                "kronecker:scale=7,drop-isolated",
                "uniform:scale=6,degree=3,dedupe",
                "grid:rows=5,columns=7",
                "path:n=9",
                "star:n=8",
                "complete:n=6",
                "path:n=1",
                "complete:n=1",
                "grid:rows=1,columns=1",
                "rmat:scale=0,degree=3"
            })
    void rowsHoldExactlyTheArcsOfTheSource(String text) {
        GraphSpec spec = GraphSpec.parse(text);
        ArcSource source = spec.source(false);
        Preprocessing p = spec.preprocessing();
        Rows rows = RowsBuilder.build(source, p).rows();
        TreeMap<String, Integer> expected = new TreeMap<>();
        TreeSet<Integer> used = new TreeSet<>();
        source.forEach(0, source.tuples(), (u, v) -> {
            if (u == v && p.noLoops()) {
                return;
            }
            used.add(u);
            used.add(v);
            expected.merge(u + " " + v, 1, (a, b) -> p.dedupe() ? 1 : a + b);
            if (p.symmetric() && !source.isSymmetric() && u != v) {
                expected.merge(v + " " + u, 1, (a, b) -> p.dedupe() ? 1 : a + b);
            }
        });
        List<Integer> names = new ArrayList<>(used);
        TreeMap<String, Integer> found = new TreeMap<>();
        int[] sources = rows.sources();
        for (int a = 0; a < rows.arcs(); a++) {
            int u = p.dropIsolated() ? names.get(sources[a]) : sources[a];
            int v = p.dropIsolated() ? names.get(rows.targets()[a]) : rows.targets()[a];
            found.merge(u + " " + v, 1, Integer::sum);
            assertTrue(a == 0 || sources[a] > sources[a - 1] || rows.targets()[a] >= rows.targets()[a - 1]);
        }
        assertEquals(expected, found);
        assertEquals(p.dropIsolated() ? used.size() : source.vertices(), rows.vertices());
    }

    @Test
    void recursiveMatricesFollowTheirProbabilities() {
        ArcSource source = GraphSpec.parse("rmat:scale=12,degree=16,seed=3").source(false);
        Rows rows = RowsBuilder.build(source, new Preprocessing(false, false, false, false))
                .rows();
        int hub = 0;
        for (int v = 0; v < rows.vertices(); v++) {
            hub = Math.max(hub, rows.starts()[v + 1] - rows.starts()[v]);
        }
        // The heaviest row has (A + B)^scale of the tuples: 0.76^12 = 3.7 %.
        assertEquals(0.037, (double) hub / rows.arcs(), 0.004);
    }

    @Test
    void permutationOfVerticesIsOne() {
        for (int scale = 1; scale < 12; scale++) {
            ArcSource star =
                    GraphSpec.parse("uniform:scale=" + scale + ",degree=64").source(false);
            TreeSet<Integer> seen = new TreeSet<>();
            star.forEach(0, star.tuples(), (u, v) -> seen.add(u));
            assertEquals(1 << scale, seen.size());
        }
    }

    @Test
    void weightsAreTheSameInBothDirections() {
        Rows rows = built("rmat:scale=6,symmetric,weights=1..9").rows();
        Weights.Hashed weights = (Weights.Hashed) rows.weights();
        assertEquals(weights.of(3, 5), weights.of(5, 3));
        for (int a = 0; a < rows.arcs(); a++) {
            double weight = rows.weight(rows.sources()[a], a);
            assertTrue(weight >= 1 && weight <= 9 && weight == Math.rint(weight));
        }
    }

    @Test
    void everyChangeIsReported() {
        List<String> report =
                built("rmat:scale=6,symmetric,dedupe,noloops,drop-isolated").report();
        assertEquals(6, report.size(), report::toString);
        assertTrue(report.get(1).matches("noloops: \\d+ loops removed"), report::toString);
        assertEquals("symmetric: every tuple is stored in both directions", report.get(2));
        assertTrue(report.get(3).matches("dedupe: \\d+ duplicate arcs removed"), report::toString);
        assertTrue(report.get(4).matches("drop-isolated: \\d+ vertices without arcs removed"), report::toString);
    }

    @Test
    void badSpecificationsAreRefused() {
        assertEquals(
                "--graph rmat: give scale=VALUE, e.g. rmat:scale=16",
                fault(() -> GraphSpec.parse("rmat").source(false)));
        assertEquals(
                "--graph rmat:scale=x: scale is a whole number 0 .. 30, not 'x'",
                fault(() -> GraphSpec.parse("rmat:scale=x").source(false)));
        assertTrue(fault(() -> GraphSpec.parse("path:m=5")).contains("there is no option 'm' of path"));
        assertTrue(fault(() -> GraphSpec.parse("gone.mtx").source(false)).contains("gone.mtx: error: no such file"));
        assertTrue(fault(() -> GraphSpec.parse("rmat:scale=4,weights=9..1").source(false))
                .contains("not '9..1'"));
    }

    @Test
    void memoryIsPredictedBeforeItIsTaken() {
        String message = fault(() -> built("rmat:scale=30,degree=1000"));
        assertTrue(message.contains("needs 4") && message.contains("TILEWRIGHT_JAVA_OPTIONS=-Xmx"), message);
    }

    @Test
    void filesAreRead() {
        assertEquals("3 [0>1:2.5, 2>2:1.0]", read("a.mtx", """
            %%MatrixMarket matrix coordinate real general
            % comment
            3 3 2
            1 2 2.5
            3 3 1
            """));
        assertEquals("3 [1>0, 0>1, 2>2]", read("b.mtx", """
            %%MatrixMarket matrix coordinate pattern symmetric
            3 3 2
            2 1
            3 3
            """));
        assertEquals("2 [0>1:7.0, 1>0:9.0]", read("c.gr", "c x\np sp 2 2\na 1 2 7\na 2 1 9\n"));
        assertEquals("6 [0>5, 5>0]", read("d.txt", "# SNAP\n0\t5\n5\t0\n"));
        assertEquals("3 [0>2:0.5]", read("e.wel", "0 2 0.5"));
        assertEquals("3 [0>1, 0>2, 1>0, 2>0]", read("f.graph", "% c\n3 2\n2 3\n1\n1\n"));
        assertEquals("2 [0>1:4.0, 1>0:4.0]", read("g.graph", "2 1 1\n2 4\n1 4\n"));
        assertEquals("3 []", read("h.graph", "3 0\n\n\n\n"));
        assertEquals("0 []", read("i.el", "# nothing\n"));
    }

    @Test
    void damagedFilesSayLineAndExpectation() {
        assertEquals(
                "a.mtx:3: error: expected a column, a whole number 1 .. 3; found 4",
                read("a.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 4 2.5\n"));
        assertEquals(
                "a.mtx:2: error: the matrix has 3 rows and 4 columns; arcs of a graph lead from vertices to vertices,"
                        + " so it must be square (to keep it, write 4 for both: the rest stays empty)",
                read("a.mtx", "%%MatrixMarket matrix coordinate real general\n3 4 1\n1 4 2.5\n"));
        assertEquals(
                "a.mtx:4: error: expected 2 entries, as the line of sizes says; the file ends after 1",
                read("a.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 2.5\n"));
        assertEquals(
                "a.mtx:3: error: expected a value, a number; found 'x'",
                read("a.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 x\n"));
        assertEquals(
                "a.mtx:1: error: expected real, integer or pattern; found 'complex'",
                read("a.mtx", "%%MatrixMarket matrix coordinate complex general\n"));
        assertEquals(
                "a.mtx:1: error: expected the first line '%%MatrixMarket matrix coordinate ..'",
                read("a.mtx", "1 2\n"));
        assertEquals(
                "c.gr:1: error: expected the line 'p sp vertices arcs' before the first arc; found an arc",
                read("c.gr", "a 1 2 7\n"));
        assertEquals(
                "c.gr:2: error: expected a line that begins with c, p or a; found 'q'", read("c.gr", "p sp 2 1\nq\n"));
        assertEquals("c.gr:3: error: expected 2 arcs, as line 'p' says; found 1", read("c.gr", "p sp 2 2\na 1 2 1\n"));
        assertEquals(
                "d.el:2: error: expected the target of an arc, a whole number 0 .. 2147483637; found the end of the"
                        + " line",
                read("d.el", "0 1\n2\n"));
        assertEquals(
                "d.el:1: error: expected the source of an arc, a whole number 0 .. 2147483637; found 'abc'",
                read("d.el", "abc 1\n"));
        assertEquals(
                "d.el:2: error: expected the end of the line after the arc; found '9'", read("d.el", "0 1\n1 0 9\n"));
        assertEquals(
                "f.graph:4: error: expected 3 lines of neighbours, as the first line says; found 2",
                read("f.graph", "3 1\n2\n1\n"));
        assertTrue(read("z.foo", "1").contains("a file ending in '.foo' is no graph that is known"));
    }

    @Test
    void cachedFilesGiveTheSameArcs() throws IOException {
        Path file = folder.resolve("x.wel");
        Files.writeString(file, "0 1 0.5\n1 2 0.25\n");
        GraphFiles.read(file);
        assertTrue(Files.exists(GraphCache.of(file)));
        TupleList cached = GraphFiles.read(file);
        assertEquals(3, cached.vertices());
        assertArrayEquals(new double[] {0.5, 0.25}, ((Weights.Stored) cached.weights()).values());
        Files.write(GraphCache.of(file), new byte[] {1, 2, 3});
        assertEquals(2, GraphFiles.read(file).tuples());
    }

    private static final String NEST = """
        param n, m
        integer src(m), dst(m)
        real w(m), x(n)
        assume 1 <= src(e) .and. src(e) <= n
        assume 1 <= dst(e) .and. dst(e) <= n
        %s
        graph src, dst, w
        do e = 1, m
          x(dst(e)) = w(e)
        enddo
        """;

    private static String inspected(String assumption, int n, int[] src, int[] dst, float[] w) {
        LoopNest nest = NestParser.parse("t.nest", NEST.formatted(assumption));
        Map<String, Long> sizes = Map.of("n", (long) n, "m", (long) src.length);
        Data data = Data.of(nest, sizes, Map.of("src", src, "dst", dst, "w", w));
        try {
            Inspectors.check(nest, sizes, data, "the data");
            return "holds";
        } catch (UserError e) {
            return e.getMessage();
        }
    }

    private static String inspected(String assumption, int n, int[] src, int[] dst) {
        return inspected(assumption, n, src, dst, new float[src.length]);
    }

    @Test
    void inspectorsNameTheFirstViolation() {
        int[] none = {};
        for (String property : List.of(
                "sorted(src)", "injective(src)", "distinct(src, dst)", "symmetric(src, dst)", "permutation(src)")) {
            assertEquals("holds", inspected("assume " + property, 1, none, none), property);
        }
        String at = "t.nest:6:1: error: the data violate 'assume ";
        assertEquals(
                at + "sorted(src)': sorted: src(3) = 1 is less than src(2) = 2",
                inspected("assume sorted(src)", 2, new int[] {1, 2, 1}, new int[] {1, 1, 1}));
        assertEquals(
                at + "injective(src)': injective: src(3) = 1 equals src(1) = 1",
                inspected("assume injective(src)", 2, new int[] {1, 2, 1}, new int[] {1, 1, 1}));
        assertEquals(
                at + "permutation(src)': permutation: src(2) = 4 is outside 1 .. 3",
                inspected("assume permutation(src)", 4, new int[] {1, 4, 2}, new int[] {1, 1, 1}));
        assertEquals(
                at + "distinct(src, dst)': distinct: arc 3 (1 -> 2) is there twice",
                inspected("assume distinct(src, dst)", 2, new int[] {1, 2, 1}, new int[] {2, 1, 2}));
        assertEquals(
                at + "symmetric(src, dst)': symmetric: arc 3 (3 -> 2) has no partner",
                inspected("assume symmetric(src, dst)", 3, new int[] {1, 2, 3, 1}, new int[] {2, 1, 2, 1}));
        assertEquals(
                at + "symmetric(src, dst, w)': symmetric: arc 1 (1 -> 2) has no partner of weight 1.0",
                inspected("assume symmetric(src, dst, w)", 2, new int[] {1, 2}, new int[] {2, 1}, new float[] {1, 2}));
        assertEquals(
                "t.nest:5:1: error: the data violate the assumption (1 <= dst(e)) .and. (dst(e) <= n): dst(2) = 3",
                inspected("", 2, new int[] {1, 2}, new int[] {2, 3}));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "path:n=1",
                "path:n=7",
                "star:n=9",
                "complete:n=5",
                "rmat:scale=6,symmetric,dedupe",
                "uniform:scale=5,symmetric"
            })
    void generatedGraphsKeepTheirProperties(String spec) {
        LoopNest nest = NestParser.parse("t.nest", NEST.formatted("assume sorted(src)\nassume symmetric(src, dst, w)"));
        GraphBinding.Bound bound = GraphBinding.bind(nest, GraphSpec.parse(spec), Map.of());
        Data data = Data.of(nest, bound.sizes(), bound.arrays());
        Inspectors.check(nest, bound.sizes(), data, "the graph");
    }

    @Test
    void rowPointersAndSizesFollowTheDeclarations() {
        LoopNest nest = NestParser.parse("t.nest", """
            param n, m
            integer ptr(0:n), col(0:m-1)
            real y(0:n-1)
            assume 0 <= col(e) .and. col(e) <= n - 1
            assume monotone(ptr)
            assume ptr(0) == 0
            assume ptr(n) == m
            assume symmetric(ptr, col)
            graph ptr, col
            do i = 0, n - 1
              do e = ptr(i), ptr(i+1) - 1
                y(col(e)) = 1.0
              enddo
            enddo
            """);
        GraphBinding.Bound bound = GraphBinding.bind(nest, GraphSpec.parse("path:n=3"), Map.of());
        assertEquals(Map.of("n", 3L, "m", 4L), bound.sizes());
        assertArrayEquals(new int[] {0, 1, 3, 4}, (int[]) bound.arrays().get("ptr"));
        assertArrayEquals(new int[] {1, 0, 2, 1}, (int[]) bound.arrays().get("col"));
        Inspectors.check(nest, bound.sizes(), Data.of(nest, bound.sizes(), bound.arrays()), "the graph");
        assertTrue(fault(() -> GraphBinding.bind(nest, GraphSpec.parse("path:n=3"), Map.of("n", 4L)))
                .contains("the extent of 'ptr' is"));
    }
}
