package tilewright.tune;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import tilewright.codegen.CudaText;
import tilewright.codegen.Execution;
import tilewright.codegen.Lowering;
import tilewright.codegen.PlannedNest;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.device.ProgramResolver;
import tilewright.kernel.Program;
import tilewright.kernel.emulate.Emulator;
import tilewright.kernel.emulate.Fault;
import tilewright.model.LoopExtents;
import tilewright.model.UserError;
import tilewright.tiling.plan.Plan;
import tilewright.tune.verify.EmulatedCase;

/** Programs for CUDA, every name of whose text is declared, on the emulator, blocks and threads in random order, against the interpreter. */
public final class EmulatedExecution implements Execution {
    /** What the emulator runs in some milliseconds. */
    private static final long MOST_OPERATIONS = 2_000;

    @Override
    public String name() {
        return "emulated CUDA";
    }

    @Override
    public List<Failure> failures(List<PlannedNest> nests, Path folder) {
        List<Failure> failures = new ArrayList<>();
        for (PlannedNest nest : nests) {
            for (Plan plan : nest.plans()) {
                try {
                    KernelProgram lowered = Lowering.lowerForDevice(plan);
                    Program program = DeviceProgram.of(lowered);
                    List<String> undeclared = CudaText.undeclared(program);
                    if (!undeclared.isEmpty()) {
                        failures.add(new Failure(nest, nest.title(plan) + " does not declare " + undeclared));
                    }
                    for (Map<String, Long> sizes : nest.sizes()) {
                        fault(nest, new ProgramResolver(lowered, program), program, sizes)
                                .ifPresent(f -> failures.add(new Failure(nest, nest.title(plan) + ": " + f)));
                    }
                } catch (RuntimeException wrong) {
                    failures.add(new Failure(nest, nest.title(plan) + ": " + wrong));
                }
            }
        }
        return failures;
    }

    /**
     * Orders of blocks and threads in which a program with a race on global memory must compute what it should. Points of which no iteration turns out to
     * run load their tile all the same, and what they load is discarded; it may meet a write of another block. To guard such loads takes the
     * iterations of all pieces of the launch, over their sequential loops. A value that is used differs from what it should be in about every second order.
     */
    private static final int ORDERS = 8;

    /** Whether nothing but races on global memory was found, and no order of blocks and threads makes a difference. */
    private static boolean isDiscarded(EmulatedCase.Result first, IntFunction<EmulatedCase.Result> order) {
        return IntStream.range(0, ORDERS)
                .mapToObj(o -> o == 0 ? first : order.apply(o))
                .allMatch(r -> r.verification().comparison().mismatches() == 0
                        && r.emulation().faults().stream().allMatch(f -> f.kind() == Fault.Kind.GLOBAL_RACE));
    }

    private static Optional<String> fault(
            PlannedNest nest, ProgramResolver resolver, Program program, Map<String, Long> sizes) {
        try {
            if (new LoopExtents(nest.nest(), sizes).operations() > MOST_OPERATIONS) {
                return Optional.empty();
            }
            IntFunction<EmulatedCase.Result> order = o -> EmulatedCase.run(
                    nest.nest(),
                    program,
                    resolver.at(new LinkedHashMap<>(sizes)),
                    nest.seed(),
                    Emulator.Options.USUAL.withSeed(nest.seed() + o));
            EmulatedCase.Result result = order.apply(0);
            boolean right = result.emulation().faults().isEmpty()
                    && result.verification().comparison().mismatches() == 0;
            return right || isDiscarded(result, order)
                    ? Optional.empty()
                    : Optional.ofNullable(result.verification().message());
        } catch (UserError outside) {
            // A subscript out of bounds, or a value that is none.
            return Optional.empty();
        }
    }
}
