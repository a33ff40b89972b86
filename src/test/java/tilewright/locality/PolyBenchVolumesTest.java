package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tilewright.dependence.Dependences;
import tilewright.oracle.Trace;
import tilewright.parse.c.PolyBench;

/** Exact volumes of the PolyBench kernels at small sizes against an execution. */
class PolyBenchVolumesTest {
    @TestFactory
    Stream<DynamicTest> everyKernelMovesWhatItsExecutionMoves() throws IOException {
        return PolyBench.kernels().stream()
                .map(k -> DynamicTest.dynamicTest(k, () -> {
                    try (Analysed analysed = Analysed.of(PolyBench.nest(k), true)) {
                        Dependences dependences = analysed.dependences();
                        compare(dependences, PolyBench.sizes(dependences.nest(), 4), List.of(2, 3, 2, 4, 3));
                        compare(dependences, PolyBench.sizes(dependences.nest(), 5), List.of(3, 2, 4, 2, 3));
                    }
                }));
    }

    private static void compare(Dependences dependences, Map<String, Long> sizes, List<Integer> all) {
        List<Integer> block = new ArrayList<>(all.subList(0, dependences.loops().size()));
        Volumes counted = new VolumeCounter(dependences, sizes).count(block);
        Trace trace = Trace.of(dependences.nest(), sizes, VolumesAgainstTraceTest.silent(dependences, sizes)::contains);
        Trace.Movement moved = trace.movement(o -> VolumesAgainstTraceTest.blockOf(o, dependences, sizes, block));
        assertEquals(moved, new Trace.Movement(counted.reads(), counted.writes()), sizes + " block " + block);
    }
}
