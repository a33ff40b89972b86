package tilewright.codegen.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.codegen.Templates;
import tilewright.device.HostCompiler;
import tilewright.device.HostLibrary;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

/** Johnson's algorithm from its nest, interpreted and as C, against Floyd and Warshall's on matrices, on hostile graphs. */
class JohnsonTest {
    private static final long INFINITY = 1 << 30;

    @TempDir
    static Path folder;

    private record Graph(String name, int n, List<int[]> arcs) {
        Map<String, Object> arrays() {
            return Map.of("src", column(0, 1), "dst", column(1, 1), "w", column(2, 0));
        }

        private int[] column(int c, int plus) {
            return arcs.stream().mapToInt(a -> a[c] + plus).toArray();
        }

        /** All distances by Floyd and Warshall; null where a cycle is negative. */
        long[] distances() {
            long[] d = new long[n * n];
            Arrays.fill(d, INFINITY);
            for (int v = 0; v < n; v++) {
                d[v * n + v] = 0;
            }
            arcs.forEach(a -> d[a[0] * n + a[1]] = Math.min(d[a[0] * n + a[1]], a[2]));
            for (int k = 0; k < n; k++) {
                for (int i = 0; i < n; i++) {
                    for (int j = 0; j < n; j++) {
                        if (d[i * n + k] < INFINITY && d[k * n + j] < INFINITY) {
                            d[i * n + j] = Math.min(d[i * n + j], d[i * n + k] + d[k * n + j]);
                        }
                    }
                }
            }
            for (int v = 0; v < n; v++) {
                if (d[v * n + v] < 0) {
                    return null;
                }
            }
            return d;
        }
    }

    /** Weights that are negative here and there and make no negative cycle: from potentials. */
    private static Graph potentials(int n, int m, long seed, int least) {
        Random random = new Random(seed);
        int[] p = random.ints(n, -40, 40).toArray();
        List<int[]> arcs = new ArrayList<>();
        for (int e = 0; e < m; e++) {
            int u = random.nextInt(n);
            int v = random.nextInt(n);
            arcs.add(new int[] {u, v, least + random.nextInt(9) + p[u] - p[v]});
        }
        return new Graph("potentials " + seed + " from " + least, n, arcs);
    }

    private static List<Graph> graphs() {
        List<Graph> graphs = new ArrayList<>(List.of(
                new Graph("one vertex", 1, List.of()),
                new Graph("no arcs", 5, List.of()),
                new Graph("a loop of weight 0", 2, List.of(new int[] {0, 0, 0})),
                new Graph("a loop that improves for ever", 3, List.of(new int[] {1, 1, -1})),
                new Graph("a negative pair", 4, List.of(new int[] {0, 1, 3}, new int[] {1, 0, -4})),
                new Graph("a pair of weight 0", 4, List.of(new int[] {0, 1, 4}, new int[] {1, 0, -4})),
                new Graph(
                        "a negative cycle that nothing leads to",
                        6,
                        List.of(new int[] {0, 1, 1}, new int[] {3, 4, -1}, new int[] {4, 5, -1}, new int[] {5, 3, 1})),
                new Graph(
                        "the same arc with several weights",
                        3,
                        List.of(new int[] {0, 1, 7}, new int[] {0, 1, -2}, new int[] {1, 2, 0}, new int[] {0, 1, 5}))));
        List<int[]> path = new ArrayList<>();
        List<int[]> star = new ArrayList<>();
        for (int v = 1; v < 12; v++) {
            path.add(new int[] {v - 1, v, -v});
            star.add(new int[] {0, v, v % 3 - 1});
            star.add(new int[] {v, 0, 1 - v % 3});
        }
        graphs.add(new Graph("a path that falls", 12, path));
        graphs.add(new Graph("a star whose pairs are of weight 0", 12, star));
        for (int seed = 0; seed < 6; seed++) {
            graphs.add(potentials(9, 5 + 6 * seed, seed, 0));
            graphs.add(potentials(9, 5 + 6 * seed, seed, -2));
        }
        return graphs;
    }

    @Test
    void distancesAreThoseOfFloydAndWarshallOrACycleIsReported() {
        LoopNest nest = NestParser.parse(Path.of("loopnests/irregular/johnson.nest"));
        List<String> cycles = new ArrayList<>();
        for (Graph graph : graphs()) {
            Map<String, Long> sizes =
                    Map.of("n", (long) graph.n(), "m", (long) graph.arcs().size(), "s", (long) graph.n());
            String source = IrregularFile.print(Templates.packed(), nest, "nest", graph.n() + 1L);
            long[] expected = graph.distances();
            Data data = DataInitializer.fill(nest, sizes, 1, graph.arrays());
            boolean done = new Interpreter(nest, sizes, data).run(graph.n() + 1L);
            assertEquals(expected != null, done, graph.name());
            if (expected == null) {
                cycles.add(graph.name());
                continue;
            }
            assertEquals(Arrays.toString(expected), Arrays.toString(values(data, graph.n())), graph.name());
            if (graph.name().equals("potentials 5 from 0")) {
                Data compiled = DataInitializer.fill(nest, sizes, 1, graph.arrays());
                Path library = HostCompiler.find().compileReference("johnson", source, folder);
                HostLibrary.runOnHeap(
                        library,
                        "nest",
                        compiled.arrays().values().stream()
                                .map(ArrayData::elements)
                                .toList(),
                        nest.parameters().stream()
                                .map(p -> Math.toIntExact(sizes.get(p)))
                                .toList());
                assertEquals(Arrays.toString(expected), Arrays.toString(values(compiled, graph.n())));
            }
        }
        assertEquals(
                List.of("a loop that improves for ever", "a negative pair", "a negative cycle that nothing leads to"),
                cycles.subList(0, 3));
    }

    /** d(v, q) is the distance from q to v; what nothing leads to is infinite. */
    private static long[] values(Data data, int n) {
        ArrayData d = data.array("d");
        double none = d.declaration().type().infinity();
        long[] values = new long[n * n];
        for (int q = 0; q < n; q++) {
            for (int v = 0; v < n; v++) {
                double value = d.get(v + 1, q + 1);
                values[q * n + v] = value == none ? INFINITY : (long) value;
            }
        }
        return values;
    }
}
