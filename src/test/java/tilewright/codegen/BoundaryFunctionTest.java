package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.tiling.Plan;

/** Where blocks at the boundary run: in a function of their own, but where the interior needs most registers there are. */
class BoundaryFunctionTest {
    @ParameterizedTest
    @CsvSource({"4, 4, 64, false", "8, 8, 128, false", "16, 8, 256, true"})
    void isInlinedWhereTheInteriorFillsRegisters(int rows, int columns, int width, boolean inlined) {
        Plan plan = Plans.matmul(new Plans.Sizes(8, 64, width, rows, columns, 8, 2));
        String source = new CudaPrinter(Comparison.TEMPLATES).print(Lowering.lower(plan));
        assertEquals(!inlined, source.contains("__noinline__"), source);
    }
}
