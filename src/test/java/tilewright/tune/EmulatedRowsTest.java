package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.codegen.Lowering;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.kernel.count.ProgramCounts;
import tilewright.kernel.pass.Pass;
import tilewright.kernel.pass.Passes;
import tilewright.model.LoopNest;
import tilewright.tiling.RowNests;
import tilewright.tiling.schedule.Schedule;
import tilewright.tune.verify.EmulatedCase;

/** Blocks that own rows compute what the nest does, in one launch, and do what is read off the program without a run. */
@Execution(ExecutionMode.CONCURRENT)
class EmulatedRowsTest {
    static List<String> names() {
        return RowNests.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void oneLaunchComputesTheNest(String name) {
        LoopNest nest = RowNests.of(name);
        for (int perThread : List.of(1, 2)) {
            EmulatedPrograms program =
                    EmulatedPrograms.of(nest, new Schedule.Rows(), RowNests.candidate(name, perThread));
            for (long size : List.of(1L, 2L, 5L, 16L, 19L)) {
                ProgramCounts counts = compare(program, program.same(size));
                assertEquals(1, counts.launches(), () -> name + " of " + size);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void launchesApartComputeTheSame(String name) {
        LoopNest nest = RowNests.of(name);
        EmulatedPrograms joined = EmulatedPrograms.of(nest, new Schedule.Rows(), RowNests.candidate(name, 1));
        Passes passes = Passes.OF_DEVICES.without(Set.of(Pass.JOIN_ROWS));
        KernelProgram lowered = Lowering.lowerForDevice(joined.plan(), passes);
        EmulatedPrograms apart = new EmulatedPrograms(nest, joined.plan(), lowered, DeviceProgram.of(lowered));
        ProgramCounts counts = compare(apart, apart.same(19));
        assertEquals(joined.plan().launches().size(), counts.launches());
    }

    private static ProgramCounts compare(EmulatedPrograms program, SequencedMap<String, Long> sizes) {
        EmulatedCase.Result result = program.run(sizes, sizes.hashCode());
        assertTrue(
                result.ok(),
                () -> program + " " + sizes + " " + result.verification().message());
        ProgramCounts counts = program.counts(sizes);
        assertEquals(
                EmulatedNestsTest.of(result.emulation().counts(), counts.sharedBytes()),
                counts,
                () -> program + " " + sizes);
        return counts;
    }
}
