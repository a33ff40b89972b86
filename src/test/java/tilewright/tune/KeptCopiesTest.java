package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.codegen.Lowering;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.pass.Passes;
import tilewright.model.LoopNest;
import tilewright.tiling.Eliminations;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Programs that read copies of what is overwritten compute what the nest does, bit by bit: no order of theirs needs an excuse. */
@Execution(ExecutionMode.CONCURRENT)
class KeptCopiesTest {
    /** All of them in blocks, and one in panels besides: those of the others take long to plan. */
    static Stream<Arguments> programs() {
        return Stream.concat(
                Eliminations.all().stream()
                        .map(nest -> Arguments.of(
                                nest, new Candidate(List.of(4, 16, 8), List.of(1, 4, 2), new Candidate.Options(4, 2)))),
                Stream.of(Arguments.of(
                        Eliminations.gaussJordan(),
                        new Candidate(List.of(8, 16, 16), List.of(1, 4, 4), new Candidate.Options(4, 2, 4)))));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void programsComputeTheNest(LoopNest nest, Candidate candidate) {
        Plan plan;
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest));
            plan = ((Verdict.Legal) tiler.plan(candidate)).plan();
        }
        assertTrue(readsBehindCopies(plan), plan::toString);
        KernelProgram lowered = Lowering.lowerForDevice(plan, Passes.OF_DEVICES);
        EmulatedPrograms emulated = new EmulatedPrograms(nest, plan, lowered, DeviceProgram.of(lowered));
        for (long size : List.of(7L, 19L)) {
            EmulatedCase.Result result = emulated.run(emulated.same(size), 7);
            assertTrue(result.ok(), () -> result.verification().message());
        }
    }

    private static boolean readsBehindCopies(Plan plan) {
        return plan.launches().stream()
                .flatMap(l -> l.pieces().stream())
                .flatMap(p -> p.statements().stream())
                .anyMatch(s -> s.accesses().stream()
                        .anyMatch(a -> !s.statement().accesses().contains(a.access())));
    }
}
