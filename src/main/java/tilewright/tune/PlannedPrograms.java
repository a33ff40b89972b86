package tilewright.tune;

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
import tilewright.locality.ArrayBounds;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.tiling.Candidate;
import tilewright.tiling.Plan;
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
    private final Function<Plan, KernelProgram> lowering;
    private final Function<KernelProgram, String> printer;
    private final Function<KernelProgram, ProgramResolver> resolver;

    private PlannedPrograms(
            Context context,
            Dependences dependences,
            Tiler tiler,
            Function<Plan, KernelProgram> lowering,
            Function<KernelProgram, String> printer,
            Function<KernelProgram, ProgramResolver> resolver) {
        this.context = context;
        this.dependences = dependences;
        this.tiler = tiler;
        this.lowering = lowering;
        this.printer = printer;
        this.resolver = resolver;
    }

    /**
     * Opens the generator on whichever thread asks.
     *
     * @param schedule of the plans
     * @param lowering for the target
     * @param printer of the target's language
     * @param resolver for the target, of what is printed
     */
    public static Supplier<ProgramSource> of(
            LoopNest nest,
            Schedule schedule,
            Function<Plan, KernelProgram> lowering,
            Function<KernelProgram, String> printer,
            Function<KernelProgram, ProgramResolver> resolver) {
        return () -> {
            Context context = new Context();
            try {
                Dependences dependences = DependenceAnalysis.analyze(context, nest);
                return new PlannedPrograms(
                        context, dependences, new Tiler(dependences, schedule), lowering, printer, resolver);
            } catch (RuntimeException e) {
                context.close();
                throw e;
            }
        };
    }

    /**
     * Plans and generates.
     *
     * @throws UserError with the dependence that forbids the candidate, or when its sizes do not fit the nest
     */
    @Override
    public Program generate(Candidate candidate) {
        return switch (tiler.plan(candidate)) {
            case Verdict.Legal legal -> {
                KernelProgram program = lowering.apply(legal.plan());
                yield new Generated(program, printer, resolver.apply(program));
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

    private static final class Generated implements Program {
        private final KernelProgram program;
        private final ProgramResolver resolver;
        private final Function<KernelProgram, String> printer;

        Generated(KernelProgram program, Function<KernelProgram, String> printer, ProgramResolver resolver) {
            this.program = program;
            this.printer = printer;
            this.resolver = resolver;
        }

        @Override
        public String source() {
            return printer.apply(program);
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
