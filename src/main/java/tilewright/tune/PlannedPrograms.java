package tilewright.tune;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;
import tilewright.codegen.ir.KernelProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.device.KernelShape;
import tilewright.device.ProgramInstance;
import tilewright.device.ProgramResolver;
import tilewright.isl.Context;
import tilewright.kernel.pass.Pass;
import tilewright.kernel.pass.Passes;
import tilewright.locality.ArrayBounds;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.tiling.Candidate;
import tilewright.tiling.Schedule;
import tilewright.tiling.Tiler;
import tilewright.tiling.Verdict;

/**
 * The real generator: candidate to plan, plan to kernels, kernels to source. It analyses the nest again when it is
 * opened, because isl's objects belong to the thread that made them.
 */
public final class PlannedPrograms implements ProgramSource {
    private final Context context;
    private final Dependences dependences;
    private final Map<SequencedMap<String, Long>, Boolean> within = new HashMap<>();
    private final Tiler tiler;
    private final Backend backend;

    private PlannedPrograms(Context context, Dependences dependences, Tiler tiler, Backend backend) {
        this.context = context;
        this.dependences = dependences;
        this.tiler = tiler;
        this.backend = backend;
    }

    /**
     * Opens the generator on whichever thread asks.
     *
     * @param schedule of the plans
     */
    public static Supplier<ProgramSource> of(LoopNest nest, Schedule schedule, Backend backend) {
        return () -> {
            Context context = new Context();
            try {
                Dependences dependences = DependenceAnalysis.analyze(context, nest);
                return new PlannedPrograms(context, dependences, new Tiler(dependences, schedule), backend);
            } catch (RuntimeException e) {
                context.close();
                throw e;
            }
        };
    }

    @Override
    public List<Pass> passes() {
        return backend.passes().passes();
    }

    /**
     * Plans and generates.
     *
     * @throws UserError with the dependence that forbids the candidate, or when its sizes do not fit the nest
     */
    @Override
    public Program generate(Candidate candidate) {
        return generate(candidate, backend.passes());
    }

    @Override
    public Program without(Pass pass, Candidate candidate) {
        return generate(candidate, backend.passes().without(List.of(pass)));
    }

    private Program generate(Candidate candidate, Passes passes) {
        return switch (tiler.plan(candidate)) {
            case Verdict.Legal legal -> {
                KernelProgram program = backend.lower(legal.plan(), passes);
                if (program.windows() != null) {
                    throw UserError.badInput(
                            "candidate " + candidate + " holds windows of its arrays: generate makes its"
                                    + " program, verify --emulate runs it; sweeps do not");
                }
                yield new Generated(program, passes, backend, backend.resolve(program, passes));
            }
            case Verdict.Illegal illegal ->
                throw new UserError(
                        UserError.ANSWER_IS_NO, "candidate " + candidate + " is illegal: " + illegal.reason());
        };
    }

    @Override
    public boolean staysWithinArrays(SequencedMap<String, Long> sizes) {
        return within.computeIfAbsent(
                sizes, each -> ArrayBounds.violation(dependences, each).isEmpty());
    }

    @Override
    public void close() {
        context.close();
    }

    private record Generated(KernelProgram program, Passes passes, Backend backend, ProgramResolver resolver)
            implements Program {
        @Override
        public String source() {
            return backend.print(program, passes);
        }

        @Override
        public List<KernelShape> kernels() {
            return resolver.kernels();
        }

        @Override
        public ProgramInstance at(SequencedMap<String, Long> sizes) {
            return resolver.at(sizes);
        }
    }
}
