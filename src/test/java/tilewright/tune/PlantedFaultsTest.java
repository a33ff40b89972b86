package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tilewright.kernel.emulate.Mutations;
import tilewright.kernel.emulate.Mutations.Kind;
import tilewright.model.LoopNest;

/**
 * Faults planted in programs for CUDA are found: as a fault of the run, or as a wrong result. Every kind of fault is tried in every
 * program that has a place for it, at places spread over the program until one is found: others may lie where a small size does not
 * come to, or be none, such as a guard that another guard implies.
 */
class PlantedFaultsTest {
    private static final int MOST_PLACES = 5;

    /** Programs that show all that kernel programs have, each with the size at which it runs. */
    private static final Map<String, Long> PROGRAMS = Map.of(
            "matmul.nest", 19L,
            "floyd-warshall-short.nest", 19L,
            "lu.nest", 19L,
            "jacobi-2d.nest", 11L,
            "polybench/gemver.c", 19L);

    /** What changes nothing there: threads that change places, and the stream of a program's only launches. */
    private static final Map<String, Set<Kind>> HARMLESS = Map.of(
            "matmul.nest", EnumSet.of(Kind.WRONG_STREAM),
            "jacobi-2d.nest", EnumSet.of(Kind.WRONG_STREAM),
            "polybench/gemver.c", EnumSet.of(Kind.WRONG_HALF));

    @TestFactory
    Stream<DynamicTest> isFound() {
        List<DynamicTest> tests = new ArrayList<>();
        new TreeSet<>(PROGRAMS.keySet()).forEach(file -> tests.addAll(of(file)));
        assertTrue(tests.size() >= 60, () -> "only " + tests.size() + " kinds of faults in programs");
        return tests.stream();
    }

    private static List<DynamicTest> of(String file) {
        LoopNest nest = EmulatedPrograms.nest(Path.of("loopnests", file));
        EmulatedPrograms program = EmulatedPrograms.of(nest).getFirst();
        return Arrays.stream(Kind.values())
                .filter(k -> !HARMLESS.getOrDefault(file, Set.of()).contains(k))
                .filter(k -> Mutations.places(program.program(), k) > 0)
                .map(k -> DynamicTest.dynamicTest(
                        nest.name() + " " + k, () -> assertFound(program, k, PROGRAMS.get(file))))
                .toList();
    }

    private static void assertFound(EmulatedPrograms program, Kind kind, long size) {
        int places = Mutations.places(program.program(), kind);
        int tried = Math.min(places, MOST_PLACES);
        for (int t = 0; t < tried; t++) {
            Mutations.Mutant mutant = Mutations.at(program.program(), kind, t * places / tried);
            if (!program.run(mutant.program(), program.same(size), 3).ok()) {
                return;
            }
        }
        throw new AssertionError(kind + " is not found in " + program + " at any of " + tried + " places");
    }
}
