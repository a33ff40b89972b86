package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The programs that are printed for CUDA compute every published nest and every PolyBench kernel, without a fault. */
class EmulatedNestsTest {
    @Execution(ExecutionMode.CONCURRENT)
    @TestFactory
    Stream<DynamicTest> computesTheNest() throws IOException {
        return Stream.of(Path.of("loopnests"), Path.of("loopnests/polybench"))
                .flatMap(EmulatedNestsTest::nests)
                .map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> compare(f)));
    }

    private static Stream<Path> nests(Path folder) {
        try (Stream<Path> found = Files.list(folder)) {
            return found.filter(f -> f.toString().matches(".*\\.(nest|c)")).sorted().toList().stream();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void compare(Path file) {
        List<EmulatedPrograms> programs = EmulatedPrograms.of(EmulatedPrograms.nest(file));
        assertFalse(programs.isEmpty(), "no legal plan");
        for (EmulatedPrograms each : programs) {
            List<SequencedMap<String, Long>> sizes = each.sizes();
            assertTrue(sizes.size() == 2 || each.nest().parameters().isEmpty(), "too few small sizes");
            sizes.forEach(s -> compare(each, s));
        }
    }

    private static void compare(EmulatedPrograms program, SequencedMap<String, Long> sizes) {
        EmulatedCase.Result result = program.run(sizes, sizes.hashCode());
        assertTrue(result.ok(), () -> program + " " + result.verification().message());
    }
}
