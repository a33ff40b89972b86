package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.print.SequentialFile;
import tilewright.device.Allowance;
import tilewright.device.ArrayShape;
import tilewright.device.Comparison;
import tilewright.device.GuardedArrays;
import tilewright.device.HostCompiler;
import tilewright.device.HostLibrary;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

class SequentialFileTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "floyd-warshall",
                "gaussian-elimination",
                "lu",
                "matmul",
                "jacobi-2d",
                "transitive-closure",
                "widest-path"
            })
    void compiledNestComputesWhatTheInterpreterDoes(String name) {
        LoopNest nest = NestParser.parse(Path.of("loopnests", name + ".nest"));
        String source = SequentialFile.print(Templates.packed(), nest, "run");
        Path file = HostCompiler.find().compileReference("sequential", source, folder);
        HostLibrary library = HostLibrary.load(
                file, "run", nest.arrays().size(), nest.parameters().size());
        for (long n : List.of(1L, 2L, 7L, 13L)) {
            check(nest, library, n);
        }
    }

    private static void check(LoopNest nest, HostLibrary library, long n) {
        Map<String, Long> sizes = new LinkedHashMap<>();
        nest.parameters().forEach(p -> sizes.put(p, n));
        List<ArrayShape> shapes = nest.arrays().stream()
                .map(ArrayLayout::of)
                .map(l -> new ArrayShape(
                        l.name(),
                        l.type(),
                        l.rows(sizes::get),
                        l.bounds().getLast().extent().evaluate(sizes::get),
                        l.pitch().evaluate(sizes::get)))
                .toList();
        Data data = DataInitializer.fill(nest, sizes, 3);
        try (GuardedArrays actual = GuardedArrays.of(data, shapes)) {
            new Interpreter(nest, sizes, data).run();
            library.run(
                    actual.memories(),
                    nest.parameters().stream().map(p -> (int) n).toList());
            try (GuardedArrays expected = GuardedArrays.of(data, shapes)) {
                Comparison comparison = Comparison.of(expected, actual, Allowance.of(1));
                assertTrue(comparison.matches(), "n=" + n + ": " + comparison);
                assertTrue(actual.damage().isEmpty(), "n=" + n + ": " + actual.damage());
            }
        }
    }
}
