package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.text.KernelText;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.window.WindowTraffic;
import tilewright.tiling.window.Windows;
import tilewright.tune.verify.EmulatedCase;

/** Programs that hold windows of their arrays compute the nest; where a nest has none, the reason is said. */
@Execution(ExecutionMode.CONCURRENT)
class WindowedNestsTest {
    private static final int WINDOW = 32;

    private static Candidate candidate(int window) {
        return EmulatedPrograms.candidate(3, 0, new Candidate.Options(4, 2, 0, window));
    }

    /** Shortest paths, which several tests ask about. */
    private static final Supplier<EmulatedPrograms> PATHS = new Supplier<>() {
        private EmulatedPrograms made;

        @Override
        public synchronized EmulatedPrograms get() {
            if (made == null) {
                made = program("floyd-warshall");
            }
            return made;
        }
    };

    private static EmulatedPrograms program(String nest) {
        return EmulatedPrograms.of(EmulatedPrograms.nest(Path.of("loopnests", nest + ".nest")), candidate(WINDOW));
    }

    private static SequencedMap<String, Long> size(long n) {
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("n", n);
        return sizes;
    }

    @ParameterizedTest
    @ValueSource(strings = {"floyd-warshall", "widest-path", "lu"})
    void computesTheNest(String nest) {
        EmulatedPrograms program = nest.equals("floyd-warshall") ? PATHS.get() : program(nest);
        // Three windows in each direction, the last ones of them cut off.
        EmulatedCase.Result result = program.run(size(67), 1);
        assertTrue(result.ok(), () -> String.valueOf(result.verification().message()));
    }

    @Test
    void whatAWindowMovesAndHowItsMinimaAreTaken() {
        EmulatedPrograms program = PATHS.get();
        WindowTraffic traffic = WindowTraffic.of(Windows.of(program.plan()), Map.of("n", 67L), 4);
        // Three steps, each of which brings the whole array and takes it back in nine windows.
        assertEquals(3 * 67 * 67 * 4, traffic.in());
        assertEquals(traffic.in(), traffic.out());
        assertEquals(27, traffic.windows());
        // The diagonal window, three of each panel, one of the rest in each stream.
        assertEquals((1 + 3 + 3 + 4) * WINDOW * WINDOW * 4, traffic.deviceBytes());
        // What the nest says of its array holds of the windows, so that two minima are one instruction.
        String text = KernelText.print(program.program());
        assertTrue(text.contains("min3("), text);
    }

    @Test
    void refusals() {
        assertEquals(
                "windows of arrays are for programs whose host runs over blocks of one sequential loop, in levels such"
                    + " as diagonal, panels and rest; this one is 2D blocks with loops [parallel, parallel, kernel]",
                refusal("matmul", candidate(WINDOW)));
        assertEquals(
                "windows of 36 are not made of whole blocks of 8; choose a multiple",
                refusal("floyd-warshall", candidate(36)));
    }

    private static String refusal(String nest, Candidate candidate) {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(
                    DependenceAnalysis.analyze(context, EmulatedPrograms.nest(Path.of("loopnests", nest + ".nest"))));
            return ((Verdict.Illegal) tiler.plan(candidate)).reason();
        }
    }
}
