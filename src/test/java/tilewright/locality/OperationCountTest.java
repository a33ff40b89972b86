package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.parse.NestParser;

class OperationCountTest {
    @Test
    void floydWarshallHasACubeOfOperationsSilentOnesIncluded() {
        assertEquals(8192L * 8192 * 8192, count("floyd-warshall", 8192));
    }

    @Test
    void gaussianEliminationHasAThirdOfACube() {
        long n = 8192;
        assertEquals((n - 1) * n * (n + 1) / 3, count("gaussian-elimination", n));
    }

    @Test
    void oneStepNeedsNoElimination() {
        assertEquals(0, count("gaussian-elimination", 1));
    }

    private static long count(String nest, long n) {
        try (Context sets = new Context()) {
            return OperationCount.of(
                    DependenceAnalysis.analyze(sets, NestParser.parse(Path.of("loopnests", nest + ".nest"))),
                    Map.of("n", n));
        }
    }
}
