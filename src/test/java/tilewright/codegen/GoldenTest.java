package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tilewright.tiling.plan.Plan;

/**
 * Approved source text of two small programs: what a reader of generated code sees. After a deliberate change run with
 * {@code -Dtilewright.golden=update} and look at the difference before committing it.
 */
class GoldenTest {
    private static final Path FOLDER = Path.of("src/test/resources/codegen/golden");
    private static final Plans.Sizes SIZES = new Plans.Sizes(16, 16, 16, 2, 4, 8, 1);

    @Test
    void matrixProductInCuda() throws IOException {
        check(
                "matmul.cu",
                DevicePrinter.forReferenceGpu(Comparison.TEMPLATES).print(Lowering.lower(Plans.matmul(SIZES))));
    }

    @Test
    void luDecompositionInCuda() throws IOException {
        check("lu.cu", DevicePrinter.forReferenceGpu(Comparison.TEMPLATES).print(Lowering.lower(Plans.lu(SIZES))));
    }

    @Test
    void matrixProductInC() throws IOException {
        check("matmul.c", new CPrinter(Comparison.TEMPLATES).print(Lowering.lower(Plans.matmul(SIZES)), "run"));
    }

    @Test
    void timeTilesOfAStencilInCuda() throws IOException {
        Plan plan = TimeTiles.plan("jacobi-1d", "4x48", "1x4");
        check(
                "jacobi-1d.cu",
                DevicePrinter.forReferenceGpu(Comparison.TEMPLATES).print(Lowering.lower(plan)));
    }

    @Test
    void timeTilesOfAStencilInC() throws IOException {
        Plan plan = TimeTiles.plan("jacobi-1d", "4x48", "1x4");
        check("jacobi-1d.c", new CPrinter(Comparison.TEMPLATES).print(Lowering.lower(plan), "run"));
    }

    private static void check(String name, String text) throws IOException {
        Path file = FOLDER.resolve(name);
        if ("update".equals(System.getProperty("tilewright.golden"))) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, text);
        }
        assertEquals(Files.readString(file), text, "approved text " + file);
    }
}
