package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.tiling.plan.Plan;

/** What blocks at the boundary run: a function of their own, as wide and as far ahead as the interior's. */
class BoundaryFunctionTest {
    @ParameterizedTest
    @CsvSource({"4, 4, 64", "8, 8, 128", "16, 8, 256"})
    void blocksAtTheBoundaryRunWholeChunksApart(int rows, int columns, int width) {
        Plan plan = Plans.matmul(new Plans.Sizes(8, 64, width, rows, columns, 8, 2));
        String source = DevicePrinter.forReferenceGpu(Comparison.TEMPLATES).print(Lowering.lower(plan));
        String[] functions = source.split("static __device__ ");
        String boundary = java.util.Arrays.stream(functions)
                .filter(f -> f.startsWith("__noinline__ void"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(source));
        assertTrue(boundary.contains("copy_async4("), boundary);
        assertEquals(2, count("min\\([^;]*b_pitch - 4\\)", boundary), "rows end in their padding\n" + boundary);
        assertEquals(0, count("for \\(int k_in = 0; k_in < 8; [^\\n]*\\n[^\\n]*if \\(", boundary), boundary);
    }

    private static int count(String pattern, String text) {
        return (int) Pattern.compile(pattern).matcher(text).results().count();
    }
}
