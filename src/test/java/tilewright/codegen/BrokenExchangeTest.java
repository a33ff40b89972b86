package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.lower.ExchangeCheck;
import tilewright.tiling.plan.Plan;

/** Programs of time tiles whose threads do not hand each other what they should: refused, whatever is left out. */
class BrokenExchangeTest {
    static Stream<Plan> plans() {
        return TimeTiles.plans();
    }

    @ParameterizedTest
    @MethodSource("plans")
    void anyBarrierLeftOutIsRefused(Plan plan) {
        refused(plan, o -> o instanceof Operation.Barrier, "without a barrier|while a thread may still take it");
    }

    @ParameterizedTest
    @MethodSource("plans")
    void anyFaceNotGivenIsRefused(Plan plan) {
        refused(plan, o -> o instanceof Operation.GiveFace, "was not given since");
    }

    /** Where all statements read an array at the same offsets; else one may take a face that only another one needs. */
    static Stream<Plan> plansOfEqualOffsets() {
        return plans().filter(p -> !p.nest().name().equals("nine-points"));
    }

    @ParameterizedTest
    @MethodSource("plansOfEqualOffsets")
    void anyFaceNotTakenIsRefused(Plan plan) {
        refused(plan, o -> o instanceof Operation.TakeFace, "not taken from the thread at");
    }

    private static void refused(Plan plan, Predicate<Operation> kind, String words) {
        BlockProgram program = program(plan);
        assertEquals(Optional.empty(), ExchangeCheck.wrong(program));
        int count = count(program.guardedBody(), kind);
        for (int number = 0; number < count; number++) {
            int[] left = {number};
            List<Operation> body = without(program.guardedBody(), kind, left);
            Optional<String> wrong = ExchangeCheck.wrong(new BlockProgram(
                    program.name(),
                    program.role(),
                    program.grid(),
                    program.member(),
                    program.axes(),
                    program.threadGrid(),
                    program.tiles(),
                    program.buffers(),
                    program.slices(),
                    program.faces(),
                    program.interior(),
                    program.ofThreads(),
                    program.interiorBody(),
                    body));
            assertTrue(
                    wrong.isPresent() && wrong.get().matches(".*(" + words + ").*"),
                    plan.nest().name() + " " + plan.candidate() + ": number " + number + " of " + count + ": " + wrong);
        }
    }

    private static BlockProgram program(Plan plan) {
        KernelProgram.HostStep.Loop loop =
                (KernelProgram.HostStep.Loop) Lowering.lower(plan).host().getFirst();
        return ((KernelProgram.HostStep.Launch) loop.body().getFirst())
                .kernel()
                .pieces()
                .getFirst();
    }

    private static int count(List<Operation> operations, Predicate<Operation> kind) {
        return operations.stream()
                .mapToInt(o -> o instanceof Operation.Iterations i ? count(i.body(), kind) : kind.test(o) ? 1 : 0)
                .sum();
    }

    private static List<Operation> without(List<Operation> operations, Predicate<Operation> kind, int[] left) {
        List<Operation> kept = new ArrayList<>();
        for (Operation operation : operations) {
            if (operation instanceof Operation.Iterations i) {
                kept.add(new Operation.Iterations(
                        i.sequence(), i.range(), i.unroll(), i.together(), without(i.body(), kind, left)));
            } else if (!kind.test(operation) || left[0]-- != 0) {
                kept.add(operation);
            }
        }
        return kept;
    }
}
