package tilewright.irregular.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tilewright.graph.GraphBinding;
import tilewright.graph.GraphSpec;
import tilewright.graph.Inspectors;
import tilewright.kernel.ScalarType;
import tilewright.kernel.emulate.ArrayContents;
import tilewright.kernel.emulate.Emulation;
import tilewright.kernel.emulate.Emulator;
import tilewright.model.ArrayData;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.HalfPrecision;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;

/** Programs made of irregular nests loop by loop, run thread by thread on hostile graphs beside the sequential nest. */
class EmulatedLoopsTest {
    private static final Path NESTS = Path.of("loopnests/irregular");
    private static final List<String> GRAPHS = List.of(
            "path:n=1",
            "path:n=40",
            "star:n=70",
            "rmat:scale=5,degree=4,symmetric,weights=0..3",
            "uniform:scale=5,degree=1,weights=7..7",
            "rmat:scale=4,degree=0");

    @TestFactory
    List<DynamicTest> computesWhatTheNestComputes() {
        Map<String, Map<String, Long>> nests = new LinkedHashMap<>();
        Map<String, Long> root = Map.of("root", 1L);
        for (String name : List.of("sssp", "bfs", "bfs-relaxation", "reachability", "widest-paths", "sssp-csr")) {
            nests.put(name, root);
        }
        for (String name : List.of("connected-components", "spmv", "pagerank", "triangles")) {
            nests.put(name, Map.of());
        }
        List<DynamicTest> tests = new ArrayList<>();
        nests.forEach((name, sizes) -> tests.add(DynamicTest.dynamicTest(name, () -> {
            for (String graph : GRAPHS) {
                check(NestParser.parse(NESTS.resolve(name + ".nest")), graph, sizes);
            }
        })));
        // More columns than two warps take together, and hubs of several pieces.
        Map.of("path:n=1", 1L, "star:n=70", 1L, "rmat:scale=5,degree=4,symmetric", 32L, "star:n=300", 300L)
                .forEach((graph, sources) -> tests.add(DynamicTest.dynamicTest(
                        "johnson from " + sources + " on " + graph,
                        () -> check(NestParser.parse(NESTS.resolve("johnson.nest")), graph, Map.of("s", sources)))));
        // A row of several pieces.
        tests.add(DynamicTest.dynamicTest(
                "spmv on a star of 1,500 vertices",
                () -> check(NestParser.parse(NESTS.resolve("spmv.nest")), "star:n=1500", Map.of())));
        return tests;
    }

    private static void check(LoopNest nest, String graph, Map<String, Long> given) {
        GraphBinding.Bound bound = GraphBinding.bind(nest, GraphSpec.parse(graph), given);
        Data data = DataInitializer.fill(nest, bound.sizes(), 1, bound.arrays());
        Inspectors.check(nest, bound.sizes(), data, graph);
        Data wanted = data.copy();
        new Interpreter(nest, bound.sizes(), wanted).run();
        LoopProgram made = LoopProgram.of(nest, List.of());
        Map<String, Long> sizes = new HashMap<>(Map.of(LoopProgram.MOST_PASSES, 10_000L));
        bound.sizes().forEach((p, v) -> sizes.put(LoopProgram.parameter(nest, p), v));
        Map<String, ArrayContents> arrays = new HashMap<>();
        for (ArrayDeclaration array : nest.arrays()) {
            arrays.put(LoopProgram.array(nest, array.name()), contents(data.array(array.name())));
        }
        for (Inspection inspection : made.inspections()) {
            long cache = 2L * Integer.BYTES * Columns.WIDTH * bound.sizes().get("n");
            Inspection.Made own = inspection.make(bound.sizes(), data::array, cache);
            sizes.putAll(own.sizes());
            own.arrays()
                    .forEach((array, elements) -> arrays.put(
                            array,
                            ArrayContents.of(
                                    ScalarType.I32,
                                    Arrays.stream(elements).asLongStream().toArray())));
        }
        Emulation emulation = Emulator.run(made.program(), sizes, arrays, Emulator.Options.USUAL);
        assertEquals(List.of(), emulation.faults(), nest.name() + " on " + graph);
        for (ArrayDeclaration array : nest.arrays()) {
            ArrayContents found = emulation.arrays().get(LoopProgram.array(nest, array.name()));
            ArrayData right = wanted.array(array.name());
            boolean exact = !array.type().isFloating() || nest.associative().isEmpty();
            for (int e = 0; e < right.size(); e++) {
                double value = right.valueAt(e);
                double error = exact ? 0 : 1e-5 * Math.max(1, Math.abs(value));
                assertTrue(
                        found.at(e) == value || Math.abs(found.at(e) - value) <= error,
                        nest.name() + " on " + graph + ": " + array.name() + "[" + e + "] is " + found.at(e) + ", not "
                                + value);
            }
        }
    }

    @Test
    void staysInsideWhereASubscriptLeavesItsArray() {
        LoopNest nest = NestParser.parse("outside", """
            param n
            integer next(n), a(n), b(n)
            do i = 1, n
              b(i) = a(next(i))
            enddo
            """);
        Map<String, ArrayContents> arrays = Map.of(
                "next", ArrayContents.of(ScalarType.I32, 1L, 4L, 2L),
                "a", ArrayContents.of(ScalarType.I32, 5L, 6L, 7L),
                "b", ArrayContents.of(ScalarType.I32, 0L, 0L, 0L));
        LoopProgram made = LoopProgram.of(nest, List.of());
        Emulation emulation = Emulator.run(
                made.program(), Map.of("n", 3L, LoopProgram.MOST_PASSES, 1L), arrays, Emulator.Options.USUAL);
        assertEquals(List.of(), emulation.faults());
        assertEquals(5, emulation.arrays().get("b").bits()[1]);
    }

    private static ArrayContents contents(ArrayData data) {
        long[] bits = new long[data.size()];
        BitSet set = new BitSet();
        ScalarType type = ScalarType.of(data.declaration().type());
        for (int e = 0; e < bits.length; e++) {
            bits[e] = switch (type) {
                case F16 -> HalfPrecision.bits(data.valueAt(e)) & 0xFFFF;
                case F32 -> Float.floatToRawIntBits((float) data.valueAt(e));
                case F64 -> Double.doubleToRawLongBits(data.valueAt(e));
                case U8, I8, I16, U16, I32, U32, I64, U64 -> data.wholeAt(e);
            };
            set.set(e);
        }
        return new ArrayContents(type, bits, set);
    }

    @Test
    void refusesIterationsThatDependOnEachOther() {
        LoopNest nest = NestParser.parse("chain", """
            param n
            integer next(n), a(n)
            assume 1 <= next(i) .and. next(i) <= n
            do i = 2, n
              a(next(i)) = a(i - 1) + 1
            enddo
            """);
        UserError error = assertThrows(UserError.class, () -> LoopProgram.of(nest, List.of()));
        assertTrue(
                String.valueOf(error.getMessage()).contains("may touch the same element of 'a'"), error.getMessage());
    }
}
