package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.tiling.plan.Plan;

/**
 * Time tiles in C compute what the nest computes: sizes smaller than the halo, on every side of a block, and numbers of
 * iterations that fill the launches and that do not.
 */
class TimeTileProgramTest {
    private static final List<Long> SIZES = List.of(1L, 2L, 3L, 4L, 5L, 7L, 8L, 9L, 12L, 13L, 17L, 20L, 23L);

    @TempDir
    Path folder;

    static Stream<Plan> plans() {
        return TimeTiles.plans();
    }

    @ParameterizedTest
    @MethodSource("plans")
    void computesTheNest(Plan plan) throws Exception {
        Comparison.ofProgram(plan, folder, SIZES);
    }

    /** Arrays of 700 KB: three blocks run on threads whose stacks need not hold them. */
    @Test
    void blocksThatNoStackHoldsAreAllocatedOncePerThread() throws Exception {
        Plan plan = TimeTiles.plan("jacobi-2d", "2x96x512", "1x8x32");
        String text = new CPrinter(Comparison.TEMPLATES).print(Lowering.lower(plan), "run");
        assertTrue(text.contains("void *const memory = aligned_alloc(64, "), text);
        assertTrue(text.contains("memory->a_ij[i_in + "), text);
        Comparison.ofProgram(plan, folder, List.of(40L));
    }

    @Test
    void smallBlocksStayOnTheStack() {
        String text = new CPrinter(Comparison.TEMPLATES)
                .print(Lowering.lower(TimeTiles.plan("jacobi-2d", "3x5x12", "1x5x4")), "run");
        assertFalse(text.contains("aligned_alloc"), text);
    }
}
