package tilewright.codegen;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.tiling.Plan;

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
}
