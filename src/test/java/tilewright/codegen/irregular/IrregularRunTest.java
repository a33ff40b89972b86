package tilewright.codegen.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.codegen.Templates;
import tilewright.dependence.Certificate;
import tilewright.device.HostCompiler;
import tilewright.device.HostLibrary;
import tilewright.graph.GraphBinding;
import tilewright.graph.GraphSpec;
import tilewright.graph.Inspectors;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

/** Irregular nests against textbook algorithms that know nothing of them, and certificates against planted faults. */
class IrregularRunTest {
    private static final Path NESTS = Path.of("loopnests/irregular");

    @TempDir
    static Path folder;

    private static Stream<String> graphs() {
        return Stream.of(
                "path:n=1",
                "path:n=2",
                "path:n=40",
                "star:n=30",
                "complete:n=9",
                "grid:rows=5,columns=6",
                "rmat:scale=6,degree=4",
                "rmat:scale=6,degree=4,symmetric,weights=0..3",
                "rmat:scale=5,degree=8,symmetric,dedupe,noloops",
                "uniform:scale=5,degree=1,weights=7..7",
                "uniform:scale=5,degree=2,symmetric,weights=0..0",
                "rmat:scale=4,degree=0");
    }

    private record Case(LoopNest nest, Map<String, Long> sizes, Data data) {
        static Case of(String name, String graph, Map<String, Long> given) {
            LoopNest nest = NestParser.parse(NESTS.resolve(name + ".nest"));
            Map<String, Long> known = new LinkedHashMap<>(given);
            known.keySet().retainAll(nest.parameters());
            GraphBinding.Bound bound = GraphBinding.bind(nest, GraphSpec.parse(graph), known);
            Data data = DataInitializer.fill(nest, bound.sizes(), 1, bound.arrays());
            Inspectors.check(nest, bound.sizes(), data, "the graph");
            return new Case(nest, bound.sizes(), data);
        }

        Case interpreted() {
            new Interpreter(nest, sizes, data).run();
            return this;
        }

        double[] values(String array) {
            ArrayData found = data.array(array);
            double[] values = new double[found.size()];
            Arrays.setAll(values, found::valueAt);
            return values;
        }

        int n() {
            return Math.toIntExact(sizes.get("n"));
        }
    }

    private static Case run(String name, String graph) {
        return Case.of(name, graph, Map.of("root", 1L, "s", 1L));
    }

    /** Dijkstra with a heap, in single precision as the nest computes. */
    private static double[] dijkstra(Case c) {
        double[] src = c.values("src");
        double[] dst = c.values("dst");
        double[] w = c.values("w");
        Map<Integer, List<Integer>> out = new HashMap<>();
        for (int e = 0; e < src.length; e++) {
            out.computeIfAbsent((int) src[e], v -> new ArrayList<>()).add(e);
        }
        double[] dist = new double[c.n() + 1];
        Arrays.fill(dist, Double.POSITIVE_INFINITY);
        dist[1] = 0;
        PriorityQueue<double[]> heap = new PriorityQueue<>(Comparator.comparingDouble((double[] d) -> d[0]));
        heap.add(new double[] {0, 1});
        while (!heap.isEmpty()) {
            double[] least = heap.remove();
            int v = (int) least[1];
            if (least[0] > dist[v]) {
                continue;
            }
            for (int e : out.getOrDefault(v, List.of())) {
                float offer = (float) dist[v] + (float) w[e];
                if (offer < dist[(int) dst[e]]) {
                    dist[(int) dst[e]] = offer;
                    heap.add(new double[] {offer, dst[e]});
                }
            }
        }
        return Arrays.copyOfRange(dist, 1, dist.length);
    }

    /** Levels with a queue; infinity is 255. */
    private static double[] levels(Case c) {
        double[] src = c.values("src");
        double[] dst = c.values("dst");
        double[] level = new double[c.n() + 1];
        Arrays.fill(level, 255);
        level[1] = 0;
        List<Integer> queue = new ArrayList<>(List.of(1));
        for (int at = 0; at < queue.size(); at++) {
            int v = queue.get(at);
            for (int e = 0; e < src.length; e++) {
                int u = (int) dst[e];
                if (src[e] == v && level[u] == 255) {
                    level[u] = level[v] + 1;
                    queue.add(u);
                }
            }
        }
        return Arrays.copyOfRange(level, 1, level.length);
    }

    /** The least vertex of each component, by union and find. */
    private static double[] components(Case c) {
        int[] parent = new int[c.n() + 1];
        Arrays.setAll(parent, v -> v);
        double[] src = c.values("src");
        double[] dst = c.values("dst");
        for (int e = 0; e < src.length; e++) {
            int a = find(parent, (int) src[e]);
            int b = find(parent, (int) dst[e]);
            parent[Math.max(a, b)] = Math.min(a, b);
        }
        double[] label = new double[c.n()];
        Arrays.setAll(label, v -> find(parent, v + 1));
        return label;
    }

    private static int find(int[] parent, int vertex) {
        int v = vertex;
        while (parent[v] != v) {
            v = parent[v];
        }
        return v;
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void shortestPathsAreDijkstras(String graph) {
        double[] expected = dijkstra(run("sssp", graph));
        assertEquals(
                Arrays.toString(expected),
                Arrays.toString(run("sssp", graph).interpreted().values("dist")));
        assertEquals(
                Arrays.toString(expected),
                Arrays.toString(run("sssp-csr", graph).interpreted().values("dist")));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void levelsAreThoseOfAQueue(String graph) {
        double[] expected = levels(run("bfs", graph));
        assertEquals(
                Arrays.toString(expected),
                Arrays.toString(run("bfs", graph).interpreted().values("level")));
        assertEquals(
                Arrays.toString(expected),
                Arrays.toString(run("bfs-relaxation", graph).interpreted().values("level")));
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void labelsAreThoseOfUnionFind(String graph) {
        double[] expected = components(run("connected-components", graph));
        assertEquals(
                Arrays.toString(expected),
                Arrays.toString(run("connected-components", graph).interpreted().values("label")));
    }

    @Test
    void negativeWeightsGiveShortestPathsOrANegativeCycle() {
        // Arcs of a star go out from and back to its centre: -2 + -2 is a cycle that improves for ever.
        Case cycle = Case.of("johnson", "star:n=4,weights=-2..-2", Map.of("s", 4L));
        assertFalse(new Interpreter(cycle.nest(), cycle.sizes(), cycle.data()).run(cycle.n() + 1L));
        LoopNest nest = NestParser.parse(NESTS.resolve("johnson.nest"));
        Map<String, Long> sizes = Map.of("n", 4L, "m", 5L, "s", 4L);
        Map<String, Object> arcs = Map.of(
                "src", new int[] {1, 1, 2, 3, 4}, "dst", new int[] {2, 3, 3, 4, 2}, "w", new int[] {4, 2, -3, 5, -1});
        Data data = DataInitializer.fill(nest, sizes, 1, arcs);
        assertTrue(new Interpreter(nest, sizes, data).run(100));
        double[] d = new Case(nest, sizes, data).values("d");
        // From 1: to 2 by 4, to 3 by 4 - 3 = 1, to 4 by 1 + 5 = 6.
        assertEquals(4, d[4]);
        assertEquals(1, d[8]);
        assertEquals(6, d[12]);
    }

    /** Everything that the C program computes is what the interpreter computes, bit by bit. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sssp",
                "sssp-csr",
                "bfs",
                "bfs-relaxation",
                "connected-components",
                "pagerank",
                "spmv",
                "johnson",
                "widest-paths",
                "reachability",
                "triangles"
            })
    void programsComputeWhatTheInterpreterDoes(String name) {
        Path library = null;
        for (String graph : List.of("rmat:scale=6,degree=4,symmetric", "path:n=40", "path:n=1")) {
            Case expected = run(name, graph).interpreted();
            Case found = run(name, graph);
            if (library == null) {
                String source = IrregularFile.print(Templates.packed(), found.nest(), "nest", Long.MAX_VALUE);
                library = HostCompiler.find().compileReference(name, source, folder);
            }
            HostLibrary.runOnHeap(
                    library,
                    "nest",
                    found.data().arrays().values().stream()
                            .map(ArrayData::elements)
                            .toList(),
                    found.nest().parameters().stream()
                            .map(p -> Math.toIntExact(found.sizes().get(p)))
                            .toList());
            for (String array : found.data().arrays().keySet()) {
                assertEquals(
                        Arrays.toString(expected.values(array)),
                        Arrays.toString(found.values(array)),
                        graph + " " + array);
            }
        }
    }

    private static Certificate certificate(Case result, String array) {
        ArrayData initial = run(result.nest().name(), "path:n=1").data().array(array);
        initial = DataInitializer.fill(
                        result.nest(),
                        result.sizes(),
                        1,
                        Map.of(
                                "src",
                                result.data().array("src").elements(),
                                "dst",
                                result.data().array("dst").elements()))
                .array(array);
        return Certificate.of(result.nest(), result.sizes(), result.data(), array, initial);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void certificatesAcceptWhatIsRight(String graph) {
        for (String[] each : new String[][] {
            {"sssp", "dist"},
            {"bfs", "level"},
            {"connected-components", "label"},
            {"widest-paths", "width"},
            {"reachability", "reached"}
        }) {
            Case result = run(each[0], graph).interpreted();
            assertEquals(List.of(each[1]), Certificate.arrays(result.nest()));
            assertEquals(null, certificate(result, each[1]).fault(), each[0] + " on " + graph);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sssp dist", "bfs level", "connected-components label", "widest-paths width"})
    void certificatesRefuseEveryPlantedFault(String what) {
        String[] words = what.split(" ");
        String graph = "rmat:scale=4,degree=4,symmetric,dedupe,noloops,weights=1..5";
        Case right = run(words[0], graph).interpreted();
        ArrayData array = right.data().array(words[1]);
        for (int v = 0; v < array.size(); v++) {
            double value = array.valueAt(v);
            for (double wrong : new double[] {value + 1, value - 1, 2 * value + 1}) {
                boolean held = wrong >= 1 && wrong <= 16 || !words[0].equals("connected-components");
                if (Double.isInfinite(value) || wrong == value || !held || wrong < 0) {
                    continue;
                }
                array.setAt(v, wrong);
                if (array.valueAt(v) != value) {
                    assertNotNull(
                            certificate(right, words[1]).fault(),
                            words[1] + " " + (v + 1) + " is " + wrong + " for " + value);
                }
                array.setAt(v, value);
            }
        }
    }

    @Test
    void zeroCyclesDoNotSupportThemselves() {
        // 1 -> 2 with weight 5, and 2, 3 joined by arcs of weight 0: both at 1 would support each other.
        LoopNest nest = NestParser.parse(NESTS.resolve("sssp.nest"));
        Map<String, Long> sizes = Map.of("n", 3L, "m", 3L, "root", 1L);
        Map<String, Object> arcs =
                Map.of("src", new int[] {1, 2, 3}, "dst", new int[] {2, 3, 2}, "w", new float[] {5, 0, 0});
        Data data = DataInitializer.fill(nest, sizes, 1, arcs);
        ArrayData initial = data.array("dist").copy();
        new Interpreter(nest, sizes, data).run();
        assertTrue(Certificate.of(nest, sizes, data, "dist", initial).holds());
        data.array("dist").setAt(1, 1);
        data.array("dist").setAt(2, 1);
        assertEquals(
                "dist(2) = 1 has neither its initial value Infinity nor one that follows from initial values",
                Certificate.of(nest, sizes, data, "dist", initial).fault());
    }

    @ParameterizedTest
    @CsvSource({
        "bfs, level, path:n=255, 0",
        "bfs, level, path:n=256, 1",
        "bfs-relaxation, level, path:n=300, 1",
        "sssp, dist, path:n=300, 0",
        "sssp, dist, 'uniform:scale=5,degree=1', 0"
    })
    void whatATypeDoesNotHoldIsToldFromWhatNothingLeadsTo(String nest, String array, String graph, long beyond) {
        Certificate certificate = certificate(run(nest, graph).interpreted(), array);
        assertTrue(certificate.holds());
        assertEquals(beyond, certificate.beyond());
        assertEquals(
                beyond > 0, certificate.note(tilewright.model.DataType.BYTE).isPresent());
    }

    @Test
    void whatIsChangedAfterItsPassesHasNoCertificate() {
        assertEquals(List.of("h"), Certificate.arrays(NestParser.parse(NESTS.resolve("johnson.nest"))));
    }
}
