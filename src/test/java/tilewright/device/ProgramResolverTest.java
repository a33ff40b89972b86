package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.codegen.Lowering;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.DataType;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

class ProgramResolverTest {
    private static final ProgramResolver BLOCKED = resolver(program(List.of(32, 32, 32)));

    private static ProgramResolver resolver(KernelProgram program) {
        return new ProgramResolver(program, DeviceProgram.of(program));
    }

    @Test
    void arraysHavePaddedRows() {
        assertEquals(
                List.of(new ArrayShape("a", DataType.REAL, 65, 65, 96)),
                BLOCKED.at(Map.of("n", 65L)).arrays());
    }

    @Test
    void everyStepOfBlocksLaunchesItsLevels() {
        ProgramInstance instance = BLOCKED.at(Map.of("n", 65L));
        assertEquals(List.of(0, 1, 2, 0, 1, 2, 0, 1, 2), kernels(instance));
        assertEquals(1, instance.launches().getFirst().blocks());
    }

    @Test
    void emptyArraysNeedNoLaunch() {
        assertEquals(List.of(), kernels(BLOCKED.at(Map.of("n", 0L))));
    }

    @Test
    void onePlainLaunchPerStep() {
        ProgramResolver plain = resolver(program(List.of(1, 16, 16)));
        ProgramInstance instance = plain.at(Map.of("n", 33L));
        assertEquals(33, instance.launches().size());
        assertEquals(9, instance.launches().getLast().blocks());
    }

    @Test
    void everyKernelGetsItsArgumentsInOrder() {
        ProgramInstance instance = BLOCKED.at(Map.of("n", 65L));
        for (ProgramInstance.Launch launch : instance.launches()) {
            List<Integer> arguments = BLOCKED.kernels().get(launch.kernel()).arguments();
            assertEquals(
                    arguments.stream().filter(a -> a == KernelShape.INTEGER).count(),
                    launch.integers().size());
            assertTrue(arguments.contains(0), arguments.toString());
            assertTrue(launch.integers().contains(65), launch.toString());
            assertTrue(launch.integers().contains(96), launch.toString());
        }
        assertEquals(
                instance.launches().get(0).integers().stream().sorted().toList(),
                List.of(0, 65, 96),
                "the step counts from 0");
    }

    @Test
    void arraysOfMoreThan2To31ElementsAreResolved() {
        ProgramInstance instance = resolver(program(List.of(512, 512, 512))).at(Map.of("n", 50_000L));
        ArrayShape a = instance.arrays().getFirst();
        assertEquals(new ArrayShape("a", DataType.REAL, 50_000, 50_000, 50_016), a);
        assertEquals(4L * 50_000 * 50_016, a.bytes());
        assertEquals(49_999L * 50_016 + 49_999, a.position(49_999, 49_999));
    }

    /** A time tile reads one copy of an array and writes the other; the next one the other way round. */
    @Test
    void copiesThatTakeTurnsAreNeverReadAndWrittenByOneLaunch() {
        ProgramResolver tiled =
                resolver(program("jacobi-1d", List.of(4, 32), List.of(1, 4), new Candidate.Options(1, 1)));
        ProgramInstance instance = tiled.at(Map.of("n", 100L, "steps", 16L));
        List<List<Integer>> bases = instance.launches().stream()
                .map(l -> tiled.kernels().get(l.kernel()).arguments().stream()
                        .filter(a -> a != KernelShape.INTEGER)
                        .toList())
                .toList();
        assertEquals(4, bases.size());
        for (int l = 0; l < bases.size(); l++) {
            assertEquals(bases.get(l).size(), bases.get(l).stream().distinct().count(), "launch " + l + " of " + bases);
            assertEquals(bases.get(l % 2), bases.get(l));
        }
        assertTrue(!bases.get(0).equals(bases.get(1)), bases.toString());
    }

    @Test
    void sizesBeyondLaunchesAreRefused() {
        UserError error = assertThrows(UserError.class, () -> BLOCKED.at(Map.of("n", 1L << 40)));
        assertEquals(
                "sizes {n=1099511627776} are too large: an extent of a loop or of a row must be below 2^31",
                error.getMessage());
        assertEquals(
                "parameter n has no value: give --set n=..",
                assertThrows(UserError.class, () -> BLOCKED.at(Map.of())).getMessage());
    }

    private static List<Integer> kernels(ProgramInstance instance) {
        return instance.launches().stream().map(ProgramInstance.Launch::kernel).toList();
    }

    private static KernelProgram program(List<Integer> block) {
        return program("floyd-warshall", block, List.of(1, 2, 2), new Candidate.Options(16, 1));
    }

    private static KernelProgram program(
            String name, List<Integer> block, List<Integer> thread, Candidate.Options options) {
        LoopNest nest = NestParser.parse(Path.of("loopnests", name + ".nest"));
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
            Candidate candidate = new Candidate(block, thread, options);
            return switch (tiler.plan(candidate)) {
                case Verdict.Legal legal -> Lowering.lower(legal.plan());
                case Verdict.Illegal illegal -> throw new AssertionError(illegal.reason());
            };
        }
    }
}
