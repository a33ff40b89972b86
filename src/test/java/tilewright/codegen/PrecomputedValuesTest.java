package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.lower.PrecomputedValues;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.pass.Pass;
import tilewright.kernel.pass.Passes;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Quotients that all blocks of a launch would compute when they stage them. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class PrecomputedValuesTest {
    @Test
    void quotientsHaveALaunchOfTheirOwnRightBefore() {
        try (Context context = new Context()) {
            KernelProgram program = Lowering.lowerForDevice(plan(context, "gaussian-elimination", 32));
            List<Kernel> kernels = program.kernels();
            Kernel values = kernels.get(kernels.size() - 2);
            assertEquals("values that the blocks of the next launch share: a(i,k) / a(k,k)", values.description());
            assertEquals(
                    List.of("values"),
                    program.scratch().stream().map(ArrayLayout::name).toList());
            BlockProgram rest = kernels.getLast().pieces().getFirst();
            List<Operation.Stage> stages = Operations.ofKind(rest.interiorBody(), Operation.Stage.class);
            assertFalse(stages.isEmpty());
            assertTrue(stages.stream().allMatch(Operation.Stage::isCopied), "nothing is computed when it is staged");
        }
    }

    /** For programs of loops, which have no warps. */
    private static KernelProgram lowered(Plan plan) {
        return Lowering.lowerForDevice(
                plan, Passes.OF_DEVICES.without(Set.of(Pass.EXCHANGE_IN_WARPS, Pass.WARPS_IN_TURN)));
    }

    /** The same results as the nest as written, at sizes with and without whole blocks. */
    @Test
    void resultsAreTheSame(@TempDir Path folder) throws IOException, InterruptedException {
        try (Context context = new Context()) {
            Plan plan = plan(context, "gaussian-elimination", 32);
            Comparison.ofProgram(plan, lowered(plan), folder, List.of(1L, 2L, 65L, 127L, 128L, 160L));
        }
    }

    static List<CoupledNests> coupled() {
        return List.of(CoupledNests.QUOTIENT, CoupledNests.QUOTIENTS);
    }

    /** One launch for all quotients along the same axis, each computed once for all statements that read it. */
    @ParameterizedTest
    @MethodSource("coupled")
    void quotientsOfSeveralStatementsShareALaunch(CoupledNests nest, @TempDir Path folder)
            throws IOException, InterruptedException {
        Plan plan = nest.plan();
        KernelProgram program = lowered(plan);
        List<Kernel> kernels = program.kernels();
        assertEquals(
                launches(plan).size() + 1, launches(PrecomputedValues.of(plan)).size());
        int quotients = nest == CoupledNests.QUOTIENT ? 1 : 2;
        assertEquals(quotients, program.scratch().size());
        assertEquals(quotients, kernels.get(kernels.size() - 2).pieces().size());
        List<Operation.Stage> stages =
                Operations.ofKind(kernels.getLast().pieces().getFirst().interiorBody(), Operation.Stage.class);
        assertEquals(
                quotients,
                stages.stream()
                        .filter(s -> s.buffer().content().startsWith("values"))
                        .count());
        Comparison.ofProgram(plan, program, folder, List.of(1L, 65L, 97L, 160L));
    }

    /** A launch that others wait for is not delayed. */
    @Test
    void launchesThatOthersWaitForKeepTheirQuotients() {
        try (Context context = new Context()) {
            Plan plan = plan(context, "gaussian-elimination", 32);
            long ahead = launches(plan).stream().filter(l -> l.lane().ahead()).count();
            Plan after = PrecomputedValues.of(plan);
            assertEquals(
                    ahead,
                    launches(after).stream().filter(l -> l.lane().ahead()).count());
            assertEquals(launches(plan).size() + 1, launches(after).size());
        }
    }

    @Test
    void nothingChangesWithoutQuotientsOrWithoutLanes() {
        try (Context context = new Context()) {
            Plan lu = plan(context, "lu", 32);
            assertSame(lu, PrecomputedValues.of(lu));
            Plan one = plan(context, "gaussian-elimination", 0);
            assertSame(one, PrecomputedValues.of(one));
        }
    }

    @Test
    void offsetsAreNarrowAndTheHostAsksWhetherTheyMayBe() {
        try (Context context = new Context()) {
            KernelProgram program = Lowering.lowerForDevice(plan(context, "gaussian-elimination", 32));
            String cuda = DevicePrinter.forReferenceGpu(Comparison.TEMPLATES).print(program);
            assertTrue(cuda.contains("values[(i - 1) * 64 + k - 64 * kb - 1] = quotient("), cuda);
        }
    }

    private static List<HostStep.Launch> launches(Plan plan) {
        return plan.launches();
    }

    private static Plan plan(Context context, String nest, int step) {
        Candidate candidate =
                new Candidate(List.of(step > 0 ? 64 : 32, 32, 32), List.of(1, 4, 4), new Candidate.Options(8, 2, step));
        Tiler tiler =
                new Tiler(DependenceAnalysis.analyze(context, NestParser.parse(Path.of("loopnests", nest + ".nest"))));
        return ((Verdict.Legal) tiler.plan(candidate)).plan();
    }
}
