package tilewright.parse.c.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.dependence.Law;
import tilewright.dependence.Laws;
import tilewright.dependence.StatementLaws;
import tilewright.graph.GraphBinding;
import tilewright.graph.GraphSpec;
import tilewright.graph.Inspectors;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Until;
import tilewright.parse.NestParser;
import tilewright.parse.c.CParser;
import tilewright.parse.c.unit.COptions;

/** Loops over graphs that C files repeat until nothing changes: the laws and results of the nests of {@code loopnests/irregular}. */
class RepetitionsTest {
    private static final String GRAPH = "rmat:scale=6,degree=4,symmetric,weights=0..3";

    private static LoopNest distances(String loop) {
        return CParser.parse("sssp.c", """
            void sssp(int n, int m, int root, int src[m], int dst[m], float w[m], float dist[n])
            {
                int changed;
                #pragma tilewright assume(0 <= src[e] && src[e] <= n - 1)
                #pragma tilewright assume(0 <= dst[e] && dst[e] <= n - 1)
                #pragma tilewright assume(w[e] >= 0)
                #pragma tilewright assume(sorted(src))
                #pragma tilewright graph(src, dst, w)
                #pragma tilewright init(dist[v] = v == root ? 0 : INFINITY)
                #pragma scop
                %s
                #pragma endscop
            }
            """.formatted(loop), new COptions(List.of(), new LinkedHashMap<>(), null, null))
                .nest();
    }

    static Stream<String> loops() {
        return Stream.of("""
            do {
                changed = 0;
                for (int e = 0; e < m; e++)
                    if (dist[dst[e]] > dist[src[e]] + w[e]) {
                        dist[dst[e]] = dist[src[e]] + w[e];
                        changed = 1;
                    }
            } while (changed);
            """, """
            changed = 1;
            while (changed != 0) {
                changed = 0;
                for (int e = 0; e < m; e++) {
                    const int u = src[e], v = dst[e];
                    float d = dist[u] + w[e];
                    if (d < dist[v]) {
                        changed |= 1;
                        dist[v] = d;
                    }
                }
            }
            """);
    }

    @ParameterizedTest
    @MethodSource("loops")
    void flagsAreLawsAndBits(String loop) {
        LoopNest nest = distances(loop);
        assertEquals(
                new Until.Unchanged(List.of("dist")), ((Node.Repeat) nest.body().getFirst()).until());
        StatementLaws laws = Laws.of(nest).getFirst();
        for (Law law : List.of(Law.CHAOTIC, Law.LOST_UPDATES, Law.FRONTIER, Law.WINDOW)) {
            assertTrue(laws.hold(law), () -> law + ": " + laws.findings());
        }
        LoopNest written = NestParser.parse(Path.of("loopnests/irregular/sssp.nest"));
        assertEquals(run(written, "dist", 4), run(nest, "dist", 3));
    }

    @Test
    void passesThatAreCountedAreLevels() {
        LoopNest nest = CParser.parse("bfs.c", """
            void bfs(int n, int m, int root, int src[m], int dst[m], unsigned char level[n])
            {
                int it, changed;
                #pragma tilewright assume(0 <= src[e] && src[e] <= n - 1)
                #pragma tilewright assume(0 <= dst[e] && dst[e] <= n - 1)
                #pragma tilewright graph(src, dst)
                #pragma tilewright init(level[v] = v == root ? 0 : INFINITY)
                #pragma scop
                it = 0;
                changed = 1;
                while (changed && it < 255) {
                    changed = 0;
                    for (int e = 0; e < m; e++)
                        if (level[src[e]] == it && level[dst[e]] > it + 1) {
                            level[dst[e]] = it + 1;
                            changed = 1;
                        }
                    it++;
                }
                #pragma endscop
            }
            """, new COptions(List.of(), new LinkedHashMap<>(), null, null))
                .nest();
        assertTrue(Laws.of(nest).getFirst().hold(Law.LEVELS));
        LoopNest written = NestParser.parse(Path.of("loopnests/irregular/bfs.nest"));
        assertEquals(run(written, "level", 4), run(nest, "level", 3));
    }

    @Test
    void whatIsNoFlagStaysAsItIsWritten() {
        // Set without a change of the element: another pass follows where nothing changed.
        LoopNest nest = distances("""
            do {
                changed = 0;
                for (int e = 0; e < m; e++)
                    if (dist[dst[e]] >= dist[src[e]] + w[e] && w[e] > 0) {
                        dist[dst[e]] = dist[src[e]] + w[e];
                        changed = dist[dst[e]] > 5;
                    }
            } while (changed);
            """);
        assertEquals(
                "(.not. (changed /= 0))",
                ((Node.Repeat) nest.body().getFirst()).until().toString());
    }

    private static String run(LoopNest nest, String array, long root) {
        GraphBinding.Bound bound =
                GraphBinding.bind(nest, GraphSpec.parse(GRAPH), new LinkedHashMap<>(Map.of("root", root)));
        Data data = DataInitializer.fill(nest, bound.sizes(), 1, bound.arrays());
        Inspectors.check(nest, bound.sizes(), data, "the graph");
        new Interpreter(nest, bound.sizes(), data).run();
        StringBuilder values = new StringBuilder();
        for (int v = 0; v < data.array(array).size(); v++) {
            values.append(data.array(array).valueAt(v)).append(' ');
        }
        return values.toString();
    }
}
