package tilewright.tune;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
import tilewright.tiling.Plan;

/** Programs for CUDA on the emulator, blocks and threads in random order, against the interpreter. */
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
     * Nests in which a tile is loaded by points of which no iteration turns out to run: what they load is discarded, and may meet a write of
     * another block. To guard such loads takes the iterations of all pieces of the launch, over their sequential loops. No other nest may
     * have a race.
     */
    private static final Set<Long> DISCARDED = Set.of(20_261_195L);

    private static boolean mayBeDiscarded(PlannedNest nest, Fault fault) {
        return fault.kind() == Fault.Kind.GLOBAL_RACE && DISCARDED.contains(nest.seed());
    }

    private static Optional<String> fault(
            PlannedNest nest, ProgramResolver resolver, Program program, Map<String, Long> sizes) {
        try {
            if (new LoopExtents(nest.nest(), sizes).operations() > MOST_OPERATIONS) {
                return Optional.empty();
            }
            EmulatedCase.Result result = EmulatedCase.run(
                    nest.nest(),
                    program,
                    resolver.at(new LinkedHashMap<>(sizes)),
                    nest.seed(),
                    Emulator.Options.USUAL.withSeed(nest.seed()));
            boolean faulty = result.emulation().faults().stream().anyMatch(f -> !mayBeDiscarded(nest, f));
            boolean wrong = result.verification().comparison().mismatches() > 0;
            return faulty || wrong ? Optional.ofNullable(result.verification().message()) : Optional.empty();
        } catch (UserError outside) {
            // A subscript out of bounds, or a value that is none.
            return Optional.empty();
        }
    }
}
