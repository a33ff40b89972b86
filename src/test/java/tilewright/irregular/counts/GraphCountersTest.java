package tilewright.irregular.counts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tilewright.graph.GraphBinding;
import tilewright.graph.GraphSpec;
import tilewright.irregular.Arcs;
import tilewright.irregular.Fixpoint;
import tilewright.irregular.GraphNest;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

/**
 * Sectors and requests that are counted on a graph before anything runs, against what an NVIDIA H200 counted in the launches of {@code edges
 * coo}, as stored in {@code reports/counters}: shortest paths, arcs with weights of 4 bytes.
 */
class GraphCountersTest {
    private static final int SECTOR = 32;
    /** First ends, second ends and weights. */
    private static final int STREAMS = 3;

    /** What warps ask for: how often, and how many sectors. */
    private record Asked(long requests, long sectors) {
        static Asked of(Sectors gathered) {
            return new Asked(gathered.requests(), gathered.ofWarps());
        }

        /** Arcs side by side: a thread loads four at once, and what is left over is loaded one by one. */
        static Asked ofStream(int arcs) {
            int rest = arcs % GraphCounts.PER_THREAD;
            int whole = arcs - rest;
            return new Asked(
                    Math.ceilDiv(whole, GraphCounts.PER_THREAD * Sectors.WARP) + rest,
                    Math.ceilDiv(whole * (long) Integer.BYTES, SECTOR) + rest);
        }

        Asked plus(Asked other) {
            return new Asked(requests + other.requests, sectors + other.sectors);
        }
    }

    private static Asked predicted(String graph) {
        LoopNest nest = NestParser.parse(Path.of("loopnests/irregular/sssp.nest"));
        GraphBinding.Bound bound = GraphBinding.bind(nest, GraphSpec.parse(graph), new HashMap<>(Map.of("root", 1L)));
        Data data = DataInitializer.fill(nest, bound.sizes(), 1, bound.arrays());
        GraphNest problem = GraphNest.of(nest);
        Fixpoint fixpoint = problem.fixpoint(data, bound.symmetric());
        Arcs arcs = problem.arcs(bound.sizes(), data);
        GraphCounts.Order stored =
                GraphCounts.of(fixpoint, arcs, List.of(), SECTOR).orders().getFirst();
        Asked asked = Asked.of(stored.tails()).plus(Asked.of(stored.heads()));
        for (int stream = 0; stream < STREAMS; stream++) {
            asked = asked.plus(Asked.ofStream(arcs.count()));
        }
        return asked;
    }

    @TestFactory
    Stream<DynamicTest> everyLaunchAskedForWhatIsPredicted() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("reports", "counters", "nvidia-h200-graphs.csv"));
        List<String> columns = List.of(lines.getFirst().split(","));
        Map<String, List<String[]>> launches = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",");
            launches.computeIfAbsent(cells[columns.indexOf("graph")], _ -> new java.util.ArrayList<>())
                    .add(cells);
        }
        assertTrue(launches.size() >= 4, launches.keySet()::toString);
        return launches.entrySet().stream()
                .map(graph -> DynamicTest.dynamicTest(graph.getKey(), () -> {
                    Asked asked = predicted(graph.getKey().replace(';', ','));
                    for (String[] launch : graph.getValue()) {
                        assertEquals(
                                asked,
                                new Asked(
                                        Long.parseLong(launch[columns.indexOf("countedRequests")]),
                                        Long.parseLong(launch[columns.indexOf("countedSectors")])),
                                String.join(",", launch));
                    }
                }));
    }
}
