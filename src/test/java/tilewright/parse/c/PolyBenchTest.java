package tilewright.parse.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.parse.NestParser;
import tilewright.parse.WithoutPositions;
import tilewright.parse.c.unit.COptions;

class PolyBenchTest {
    private static final List<String> DATASETS = List.of("MINI", "SMALL", "MEDIUM", "LARGE", "EXTRALARGE");

    @Test
    void thereAreThirtyKernels() throws IOException {
        assertEquals(30, PolyBench.kernels().size());
    }

    @TestFactory
    Stream<DynamicTest> everyKernelIsTheSameInTheNotation() throws IOException {
        return PolyBench.kernels().stream()
                .map(k -> DynamicTest.dynamicTest(k, () -> {
                    LoopNest nest = PolyBench.nest(k);
                    String text = NestPrinter.print(nest);
                    LoopNest again = NestParser.parse(k + ".nest", text);
                    assertEquals(WithoutPositions.of(nest), WithoutPositions.of(again));
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyKernelHasTheFiveDatasets() throws IOException {
        return PolyBench.kernels().stream()
                .map(k -> DynamicTest.dynamicTest(k, () -> {
                    Set<Map<String, Long>> different = new HashSet<>();
                    for (String dataset : DATASETS) {
                        COptions options = new COptions(List.of(), new LinkedHashMap<>(), null, dataset);
                        CParser.CProgram program = PolyBench.parse(k, options);
                        assertEquals(
                                Set.copyOf(program.nest().parameters()),
                                program.sizes().keySet());
                        different.add(program.sizes());
                    }
                    assertEquals(5, different.size());
                }));
    }

    @TestFactory
    Stream<DynamicTest> theDataKeepEveryKernelFinite() throws IOException {
        return PolyBench.kernels().stream()
                .map(k -> DynamicTest.dynamicTest(k, () -> {
                    LoopNest nest = PolyBench.nest(k);
                    // Gram-Schmidt needs as many rows as columns: m is its first parameter.
                    Map<String, Long> sizes = new LinkedHashMap<>();
                    nest.parameters().forEach(p -> sizes.put(p, 12L - sizes.size()));
                    Data data = DataInitializer.fill(nest, sizes, 1);
                    new Interpreter(nest, sizes, data).run();
                    nest.arrays().forEach(a -> assertFinite(data.array(a.name())));
                }));
    }

    private static void assertFinite(ArrayData array) {
        for (int i = 0; i < array.size(); i++) {
            double value = array.valueAt(i);
            assertTrue(
                    Double.isFinite(value) && Math.abs(value) < 1e9,
                    array.declaration().name() + " element " + i + " is " + value);
        }
    }
}
