package tilewright.codegen;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.tiling.plan.Plan;

/** The tiled program in C computes what the nest computes in its own order, for sizes on every side of a block. */
class CProgramTest {
    private static final List<Long> SIZES =
            List.of(0L, 1L, 2L, 5L, 7L, 11L, 12L, 13L, 15L, 16L, 17L, 18L, 19L, 23L, 31L, 32L, 33L, 37L, 48L, 53L);

    @TempDir
    Path folder;

    static Stream<Plan> plans() {
        return Stream.of(
                        Plans.Sizes.small(),
                        new Plans.Sizes(16, 16, 16, 4, 4, 8, 2),
                        new Plans.Sizes(6, 12, 18, 3, 2, 4, 1))
                .flatMap(s -> Stream.of(
                        Plans.matmul(s), Plans.floydWarshall(s), Plans.gauss(s), Plans.lu(s), Plans.jacobi(s)));
    }

    @ParameterizedTest
    @MethodSource("plans")
    void computesTheNest(Plan plan) throws Exception {
        Comparison.ofProgram(plan, folder, SIZES);
    }
}
