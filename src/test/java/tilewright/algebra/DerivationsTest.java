package tilewright.algebra;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tilewright.graph.GraphBinding;
import tilewright.graph.GraphSpec;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

/** Every step of every derivation, read back and run in both orders, ends with the values of the nest as written. */
class DerivationsTest {
    private static final List<String> GRAPHS = List.of(
            "path:n=1",
            "path:n=9",
            "star:n=12",
            "complete:n=5",
            "rmat:scale=4,degree=3",
            "rmat:scale=4,degree=3,symmetric,weights=0..2",
            "uniform:scale=4,degree=1,weights=3..3",
            "rmat:scale=3,degree=0");

    @TestFactory
    Stream<DynamicTest> everyStepKeepsTheResult() {
        return Stream.of(
                        "sssp",
                        "sssp-csr",
                        "bfs",
                        "bfs-relaxation",
                        "connected-components",
                        "reachability",
                        "widest-paths",
                        "johnson",
                        "sssp-matrix")
                .map(name -> DynamicTest.dynamicTest(name, () -> check(name)));
    }

    private static void check(String name) {
        LoopNest nest = NestParser.parse(Path.of("loopnests/irregular", name + ".nest"));
        List<Derivation> derivations = Derivations.of(nest);
        assertTrue(!derivations.isEmpty());
        for (Derivation derivation : derivations) {
            assertEquals(NestSchemes.of(nest), derivation.start());
            for (Derivation.Step step : derivation.steps()) {
                assertEquals(
                        step.program(),
                        SchemeBuilder.parse("scheme", step.program().toString()));
                for (SchemeNest.Order order : SchemeNest.Order.values()) {
                    LoopNest derived = SchemeNest.of(step.program(), order);
                    for (String graph : GRAPHS) {
                        sameResults(nest, derived, graph, derivation.title() + ", " + step);
                    }
                }
            }
        }
    }

    private static void sameResults(LoopNest nest, LoopNest derived, String graph, String what) {
        Data expected = run(nest, graph);
        Data found = run(derived, graph);
        expected.arrays()
                .forEach((array, values) -> assertArrayEquals(
                        values(values), values(found.array(array)), () -> graph + ": " + array + " by " + what));
    }

    private static double[] values(ArrayData array) {
        double[] values = new double[array.size()];
        java.util.Arrays.setAll(values, array::valueAt);
        return values;
    }

    private static Data run(LoopNest nest, String graph) {
        Map<String, Long> given = new LinkedHashMap<>(Map.of("root", 1L, "s", 1L));
        given.keySet().retainAll(nest.parameters());
        Map<String, Long> sizes = given;
        Map<String, Object> arrays = Map.of();
        if (nest.indexFacts().graph() == null) {
            sizes.put("n", (long) graph.length());
        } else {
            GraphBinding.Bound bound = GraphBinding.bind(nest, GraphSpec.parse(graph), given);
            sizes = bound.sizes();
            arrays = bound.arrays();
        }
        Data data = DataInitializer.fill(nest, sizes, 1, arrays);
        new Interpreter(nest, sizes, data).run();
        return data;
    }

    @TestFactory
    Stream<DynamicTest> derivationsFollowTheLaws() {
        return Stream.of(
                        Map.entry(
                                "sssp",
                                "[chaotic, lost-updates] [chaotic, frontier] [window, chaotic] [window, window,"
                                        + " chaotic, chaotic]"),
                        Map.entry(
                                "bfs-relaxation",
                                "[chaotic, lost-updates] [chaotic, frontier] [levels] [window, chaotic] [window,"
                                        + " window, chaotic, chaotic]"),
                        Map.entry("connected-components", "[chaotic, lost-updates]"),
                        Map.entry("spmv", ""))
                .map(e -> DynamicTest.dynamicTest(
                        e.getKey(),
                        () -> assertEquals(
                                e.getValue(),
                                String.join(
                                        " ",
                                        Derivations.of(NestParser.parse(
                                                        Path.of("loopnests/irregular", e.getKey() + ".nest")))
                                                .stream()
                                                .map(d -> d.steps().stream()
                                                        .map(Derivation.Step::law)
                                                        .toList()
                                                        .toString())
                                                .toList()))));
    }
}
