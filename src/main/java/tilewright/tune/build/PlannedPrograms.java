package tilewright.tune.build;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
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
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;

/**
 * The real generator: candidate to plan, plan to kernels, kernels to source. It analyses the nest again when it is
 * opened, because isl's objects belong to the thread that made them.
 */
public final class PlannedPrograms implements ProgramSource {
    private final Context context;
    private final Dependences dependences;
    private final Map<SequencedMap<String, Long>, Boolean> within = new HashMap<>();
    private final Function<Candidate, Plan> planner;
    private final Backend backend;

    private PlannedPrograms(
            Context context, Dependences dependences, Function<Candidate, Plan> planner, Backend backend) {
        this.context = context;
        this.dependences = dependences;
        this.planner = planner;
        this.backend = backend;
    }

    /**
     * Opens the generator on whichever thread asks.
     *
     * @param schedule of the plans
     */
    public static Supplier<ProgramSource> of(LoopNest nest, Schedule schedule, Backend backend) {
        return opened(nest, backend, dependences -> {
            Tiler tiler = new Tiler(dependences, schedule);
            return candidate -> plan(tiler, candidate);
        });
    }

    /** The generator of the one candidate that a plan is of. */
    public static Supplier<ProgramSource> of(LoopNest nest, Plan plan, Backend backend) {
        return opened(nest, backend, _ -> candidate -> {
            if (!candidate.equals(plan.candidate())) {
                throw new IllegalArgumentException(candidate + " was asked for, planned is " + plan.candidate());
            }
            return plan;
        });
    }

    private static Supplier<ProgramSource> opened(
            LoopNest nest, Backend backend, Function<Dependences, Function<Candidate, Plan>> planner) {
        return () -> {
            Context context = new Context();
            try {
                Dependences dependences = DependenceAnalysis.analyze(context, nest);
                return new PlannedPrograms(context, dependences, planner.apply(dependences), backend);
            } catch (RuntimeException e) {
                context.close();
                throw e;
            }
        };
    }

    private static Plan plan(Tiler tiler, Candidate candidate) {
        return switch (tiler.plan(candidate)) {
            case Verdict.Legal legal -> legal.plan();
            case Verdict.Illegal illegal ->
                throw new UserError(
                        UserError.ANSWER_IS_NO, "candidate " + candidate + " is illegal: " + illegal.reason());
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
        KernelProgram program = backend.lower(planner.apply(candidate), passes);
        if (program.windows() != null) {
            throw UserError.badInput("candidate " + candidate + " holds windows of its arrays: generate makes its"
                    + " program, verify --emulate runs it; sweeps do not");
        }
        return new Generated(program, passes, backend, backend.resolve(program, passes));
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
