package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.kernel.emulate.Counts;
import tilewright.model.DataType;
import tilewright.model.HalfPrecision;
import tilewright.tune.verify.EmulatedCase;

/** Numbers of 16 bits are kept in memory: loaded as single precision, rounded where they are stored. */
class HalfPrecisionTest {
    /** A double that lies a little beside the middle between two numbers, as near as no float does, goes to the nearer one. */
    @ParameterizedTest
    @CsvSource({
        "0x1.002p0, 0x1.0p0",
        "0x1.006p0, 0x1.008p0",
        "0x1.0020000000001p0, 0x1.004p0",
        "0x1.001ffffffffffp0, 0x1.0p0",
        "-0x1.0020000000001p0, -0x1.004p0",
        "65519.99, 65504",
        "65520, Infinity",
        "0x1.8p-25, 0x1p-24",
        "0x1p-25, 0"
    })
    void roundedOnceToNearestEven(String value, String rounded) {
        assertEquals(Float.parseFloat(rounded), HalfPrecision.rounded(Double.parseDouble(value)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"half-matmul", "half-stencil", "half-product", "half-rows"})
    void programsForCudaComputeTheNest(String name) {
        List<EmulatedPrograms> programs = EmulatedPrograms.of(EmulatedPrograms.nest(file(name)));
        assertTrue(!programs.isEmpty(), "no legal plan");
        for (EmulatedPrograms program : programs) {
            SequencedMap<String, Long> sizes = program.sizes().getLast();
            EmulatedCase.Result result = program.run(sizes, 1);
            assertTrue(result.ok(), () -> program + " " + result.verification().message());
        }
    }

    /** Nothing is computed in 16 bits. */
    @Test
    void arithmeticIsDoneInSinglePrecision() {
        EmulatedPrograms program =
                EmulatedPrograms.of(EmulatedPrograms.nest(file("half-stencil"))).getFirst();
        Counts counts = program.run(program.sizes().getLast(), 1).emulation().counts();
        List<String> done = counts.operations().keySet().stream()
                .filter(o -> o.type() == tilewright.kernel.ScalarType.of(DataType.HALF))
                .map(o -> o.name())
                .toList();
        assertEquals(List.of("CONVERT"), done);
    }

    private static Path file(String name) {
        return Path.of("src/test/resources/c/half", name + ".c");
    }
}
