package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.SequencedMap;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds count no more launches and bytes than programs at sizes with more blocks than are emulated; many programs have joined launches or stay. */
class CountedBoundsTest {
    private static final long SIZE = 60;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "gaussian-elimination.nest",
                "lu.nest",
                "matmul.nest",
                "transitive-closure.nest",
                "polybench/lu.c",
                "polybench/cholesky.c",
                "polybench/trisolv.c",
                "polybench/durbin.c"
            })
    void noBoundIsAboveWhatTheProgramCounts(String file) {
        int programs = EmulatedPrograms.each(EmulatedPrograms.nest(Path.of("loopnests", file)), (tiler, program) -> {
            SequencedMap<String, Long> sizes = program.same(SIZE);
            CountedBounds.check(tiler, program, sizes, program.counts(sizes), Double.POSITIVE_INFINITY);
        });
        assertTrue(programs > 0, "no legal plan");
    }
}
