package tilewright.oracle;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tilewright.model.LoopNest;
import tilewright.parse.c.PolyBench;

/** Every dependence of the PolyBench kernels, at small sizes, against an execution. */
class PolyBenchAgreesTest {
    @TestFactory
    Stream<DynamicTest> everyDependence() throws IOException {
        return PolyBench.kernels().stream()
                .map(k -> DynamicTest.dynamicTest(k, () -> {
                    LoopNest nest = PolyBench.nest(k);
                    try (AnalysisCheck check = new AnalysisCheck(nest, true)) {
                        check.dependencesAgree(PolyBench.sizes(nest, 1));
                        check.dependencesAgree(PolyBench.sizes(nest, 4));
                    }
                }));
    }
}
