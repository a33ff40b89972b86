package tilewright.cli.pipeline;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tilewright.cli.argument.Devices;
import tilewright.cli.argument.PassArguments;
import tilewright.cli.argument.Refusals;
import tilewright.cli.argument.SourceFile;
import tilewright.cli.output.Progress;
import tilewright.cli.output.Terminal;
import tilewright.codegen.CPrinter;
import tilewright.codegen.DevicePrinter;
import tilewright.codegen.Language;
import tilewright.codegen.Lowering;
import tilewright.codegen.Standalone;
import tilewright.codegen.Templates;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.loops.HostProgram;
import tilewright.codegen.print.DriverFile;
import tilewright.codegen.print.SequentialFile;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.device.Code;
import tilewright.device.ProgramResolver;
import tilewright.isl.Context;
import tilewright.kernel.Program;
import tilewright.kernel.pass.Pass;
import tilewright.kernel.pass.Passes;
import tilewright.locality.BlockFootprint;
import tilewright.locality.FootprintCounter;
import tilewright.locality.FootprintFormulas;
import tilewright.locality.Footprints;
import tilewright.locality.Locality;
import tilewright.locality.LocalityAnalysis;
import tilewright.locality.VolumeCounter;
import tilewright.locality.VolumeFormulas;
import tilewright.locality.Volumes;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.c.unit.COptions;
import tilewright.ranking.ProgramTime;
import tilewright.ranking.RankedCandidate;
import tilewright.ranking.Ranker;
import tilewright.ranking.Ranking;
import tilewright.ranking.bound.LowerBounds;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.work.Problem;
import tilewright.report.Report;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.ProgramPart;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.property.PlannedTraffic;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.ParallelLoops;
import tilewright.tune.TuneJob;
import tilewright.tune.TuneListener;
import tilewright.tune.TuneOptions;
import tilewright.tune.Tuner;
import tilewright.tune.stored.ResultsFolder;
import tilewright.tune.stored.Summary;
import tilewright.tune.stored.Target;
import tilewright.tune.verify.CountedTraffic;
import tilewright.tune.verify.EmulatedVerify;
import tilewright.tune.verify.VerificationResult;
import tilewright.tune.verify.Verify;
import tilewright.tune.verify.VerifyJob;

/** The whole tool in one page: every stage is one line, in the order in which data flows (docs/architecture.md). */
public final class Pipeline {
    /** Steps of isl after which an analysis is given up instead of running for ever. */
    private static final long MOST_OPERATIONS = 2_000_000_000L;

    private Pipeline() {}

    /** The context that the integer sets of one command live in. */
    public static Context integerSets() {
        Context context = new Context();
        context.setMaxOperations(MOST_OPERATIONS);
        return context;
    }

    /** Text -> nest, where nothing needs to be said about how to read it. */
    public static LoopNest parse(Path file) {
        return SourceFile.parse(file, COptions.NONE).nest();
    }

    /** Nest, schedule -> the nest as it would be written in a given order; itself where none is given. */
    public static LoopNest scheduled(Context sets, LoopNest nest, Schedule schedule) {
        return schedule instanceof Schedule.Given given ? given.of(sets, nest) : nest;
    }

    /** Nest -> what must stay in order. */
    public static Dependences dependences(Context sets, LoopNest nest) {
        Progress.enter("finding dependences");
        return DependenceAnalysis.analyze(sets, nest);
    }

    /** The same for plans, which are refused before anything is computed where none could be made in time. */
    public static Dependences plannable(Context sets, LoopNest nest) {
        Tiler.requirePlannable(nest);
        return dependences(sets, nest);
    }

    /** Dependences -> how data grow when a loop is cut. */
    public static Locality locality(Dependences dependences) {
        Progress.enter("finding how data grow with the sizes of blocks");
        return LocalityAnalysis.of(dependences);
    }

    /** Dependences -> how many values move, as functions of the sizes. */
    public static VolumeFormulas exactVolumes(Dependences dependences) {
        Progress.enter("counting data that move, as functions of the sizes");
        return VolumeFormulas.begin(dependences);
    }

    /** Dependences -> what a block or a thread holds, as functions of its sizes. */
    public static Footprints footprints(Dependences dependences) {
        Progress.enter("counting what a block holds, as functions of the sizes");
        return FootprintFormulas.of(dependences);
    }

    /** Dependences, block and thread sizes -> bytes that a block touches, registers of a thread. */
    public static BlockFootprint footprint(Dependences dependences, List<Integer> block, List<Integer> thread) {
        Progress.enter("counting what a block holds");
        return FootprintCounter.of(dependences, block, thread);
    }

    /** Dependences, sizes, blocks -> how many values cross block borders. */
    public static Volumes volumes(Dependences dependences, SequencedMap<String, Long> sizes, List<Integer> block) {
        Progress.enter("counting data that move");
        return new VolumeCounter(dependences, sizes).count(block);
    }

    /** Dependences -> which cuts are legal. */
    public static Tiler tiler(Dependences dependences) {
        return tiler(dependences, new Schedule.Auto());
    }

    /** The same for plans of one schedule. Commands that choose between schedules ask more than once. */
    public static Tiler tiler(Dependences dependences, Schedule schedule) {
        return dependences.context().remembered(new About(dependences, List.of(schedule)), () -> {
            Progress.enter("finding legal ways to cut the loops");
            return new Tiler(dependences, schedule);
        });
    }

    /** A question about one object and no other, equal as it may be. */
    private record About(Object object, List<Object> arguments) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof About(Object o, List<Object> a) && o == object && a.equals(arguments);
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(object) + arguments.hashCode();
        }
    }

    /** Candidate -> launches, blocks, staging; or the dependence that forbids it. */
    public static Plan plan(Tiler tiler, Candidate candidate) {
        Progress.enter("planning launches");
        return switch (tiler.plan(candidate)) {
            case Verdict.Legal legal -> legal.plan();
            case Verdict.Illegal illegal -> throw Refusals.of(candidate, illegal);
        };
    }

    /** Plan -> the same, if its order keeps every dependence; words where that is not proved. */
    static Plan checked(Dependences dependences, Plan plan, PrintWriter err) {
        Progress.enter("proving the order of the plan");
        new PlanCheck(dependences)
                .require(plan)
                .ifPresent(reason -> err.println("note: the order of this plan is not proved: " + reason));
        return plan;
    }

    /** Plan -> kernel IR, after the passes over blocks. */
    public static KernelProgram lower(Plan plan, Target target, Passes passes) {
        Progress.enter("writing kernels");
        if (plan.candidate().isAsWritten() && target.language().launches()) {
            throw UserError.badInput("the nest " + plan.candidate() + " is for processors; add --target c");
        }
        if (plan.candidate().options().window() > 0 && target != Target.CUDA) {
            throw UserError.badInput("windows of arrays are for --target cuda; leave --memory-limit or the window out");
        }
        if (plan.candidate().options().resident() && !target.language().launches()) {
            throw UserError.badInput("blocks stay on a GPU alone; leave 'resident' out, or add --target cuda");
        }
        if (plan.candidate().options().advancesByPlanes() && !target.language().launches()) {
            throw UserError.badInput(
                    "blocks advance by planes on a GPU alone; leave 'by planes' out, or add --target cuda");
        }
        if (plan.coalesced() != null && !target.language().launches()) {
            throw UserError.badInput(
                    "--schedule coalesced and packed are for GPUs where several loops are one; leave it out, or add"
                            + " --target cuda");
        }
        return target.language().launches() ? Lowering.lowerForDevice(plan, passes) : Lowering.lower(plan, passes);
    }

    /** Plan -> what every thread does. */
    static Program threads(Plan plan, Devices devices, Passes passes) {
        KernelProgram program = lower(plan, devices.target(), passes);
        return devices.target().language().launches()
                ? DeviceProgram.of(program, devices.offered(), passes)
                : HostProgram.of(program, List.of(Code.HOST_FUNCTION), passes);
    }

    /** Families, sizes, device -> candidates in predicted order; likewise asked more than once. */
    public static Ranking rank(Tiler tiler, SequencedMap<String, Long> sizes, DeviceDescription device) {
        Context sets = tiler.ranked().context();
        return sets.remembered(
                new About(tiler, List.of(Map.copyOf(sizes), device)), () -> ranked(tiler, sizes, device));
    }

    private static Ranking ranked(Tiler tiler, SequencedMap<String, Long> sizes, DeviceDescription device) {
        Progress.enter("ranking candidates");
        Ranking ranking =
                ofProgram(tiler, sizes, device, Ranker.rank(Problem.of(tiler, sizes), tiler.families(), device));
        return switch (device) {
            case GpuDescription gpu ->
                ranking.withBounds(
                        () -> new LowerBounds(tiler.ranked(), tiler.families(), tiler.rankedSizes(sizes), gpu));
            case HostDescription host
            when tiler.takesWritten() -> ranking.withWritten(tiler.written(), sizes, tiler.writtenLoops(), host);
            case HostDescription _ -> ranking;
        };
    }

    /** Candidates of the main part -> the same in the order of the time of whole programs, where these are more than it. */
    private static Ranking ofProgram(
            Tiler tiler, SequencedMap<String, Long> sizes, DeviceDescription device, Ranking ofMain) {
        ProgramTime time = programTime(tiler, sizes, device);
        boolean alone = tiler.ranksAll()
                && (ofMain.candidates().isEmpty()
                        || !time.joinsLoops(ofMain.candidates().getFirst()));
        return alone ? ofMain : ofMain.withProgram(time);
    }

    /** Candidate -> predicted time of all parts of the program. */
    static ProgramTime programTime(Tiler tiler, SequencedMap<String, Long> sizes, DeviceDescription device) {
        BiFunction<Candidate, Family, List<ProgramPart>> parts = tiler.parts(sizes);
        return new ProgramTime(
                each -> parts.apply(each.candidate(), each.family()),
                tiler.ranksAll(),
                each -> program(tiler, each.candidate(), device),
                sizes,
                device);
    }

    /** Candidate -> the kernel program that a device would run; nothing on a processor, or where it is not legal. */
    private static Optional<Program> program(Tiler tiler, Candidate candidate, DeviceDescription device) {
        if (!(device instanceof GpuDescription gpu) || !(tiler.plan(candidate) instanceof Verdict.Legal(Plan plan))) {
            return Optional.empty();
        }
        Devices devices = new Devices(Devices.targetOf(gpu), gpu.name(), gpu);
        return Optional.of(threads(plan, devices, PassArguments.all(devices)));
    }

    /** The candidates with the sizes that the user gave, in the order of {@link #rank}. */
    static Ranking choices(
            Tiler tiler,
            SequencedMap<String, Long> sizes,
            DeviceDescription device,
            @Nullable List<Integer> block,
            @Nullable List<Integer> thread) {
        Progress.enter("ranking candidates");
        Problem problem = Problem.of(tiler, sizes);
        return ofProgram(tiler, sizes, device, Ranker.rank(problem, tiler.families(), device, block, thread));
    }

    /** What the model says of a candidate, in a program of several parts of its main part; nothing where it is none of the ranked space. */
    public static Optional<Prediction> predicted(
            Tiler tiler, SequencedMap<String, Long> sizes, DeviceDescription device, Candidate candidate) {
        return placed(tiler, sizes, device, candidate).map(RankedCandidate::prediction);
    }

    /** What the model says of the time of a whole program; nothing where its candidate is none of the ranked space. */
    public static OptionalDouble programSeconds(
            Tiler tiler, SequencedMap<String, Long> sizes, DeviceDescription device, Candidate candidate) {
        ProgramTime time = programTime(tiler, sizes, device);
        return placed(tiler, sizes, device, candidate).stream()
                .mapToDouble(time::seconds)
                .findFirst();
    }

    private static Optional<RankedCandidate> placed(
            Tiler tiler, SequencedMap<String, Long> sizes, DeviceDescription device, Candidate candidate) {
        return Ranker.order(tiler, sizes, device, List.of(candidate), programTime(tiler, sizes, device)).stream()
                .findFirst();
    }

    /** Plan, sizes -> why its candidate is none that the device is ranked for; nothing where it is one. */
    static Optional<String> refusal(
            Tiler tiler, Plan plan, SequencedMap<String, Long> sizes, DeviceDescription device) {
        Problem problem = Problem.of(tiler, sizes);
        return Ranker.refusal(problem, plan.family(), device, plan.candidate());
    }

    /** Plan, sizes -> which limit of the device keeps its blocks from starting; nothing where they start. */
    public static Optional<String> excess(
            Tiler tiler, Plan plan, SequencedMap<String, Long> sizes, DeviceDescription device) {
        Problem problem = Problem.of(tiler, sizes);
        return plan.candidate().isAsWritten()
                ? Optional.empty()
                : Ranker.excess(problem, plan.family(), device, plan.candidate());
    }

    /** Kernel IR -> source text. A run asks for it when it gets there, so the command is at the run again behind it. */
    public static String source(Templates templates, Passes passes, Devices devices, KernelProgram program) {
        return Progress.during("printing kernels", () -> switch (devices.target()) {
            case CUDA -> new DevicePrinter(Language.CUDA, templates, devices.offered(), passes).print(program);
            case HIP -> new DevicePrinter(Language.HIP, templates, devices.offered(), passes).print(program);
            case C -> new CPrinter(templates, passes).print(program, Code.HOST_FUNCTION);
        });
    }

    /** Kernel IR -> what the host does at given sizes. */
    static ProgramResolver resolver(Passes passes, Devices devices, KernelProgram program) {
        return switch (devices.target()) {
            case CUDA, HIP -> new ProgramResolver(program, DeviceProgram.of(program, devices.offered(), passes));
            case C -> new ProgramResolver(program);
        };
    }

    /** Nest -> the C program that everything is compared with. */
    public static String reference(Templates templates, LoopNest nest) {
        return SequentialFile.print(templates, nest, Code.HOST_FUNCTION);
    }

    /** The same with the outermost parallel loops marked for compilers that heed OpenMP. */
    static String peer(Templates templates, LoopNest nest, Dependences dependences) {
        return SequentialFile.print(
                templates, nest, Code.HOST_FUNCTION, new ParallelLoops(dependences).outermost(nest));
    }

    /** Kernel IR -> a folder that builds and runs alone. */
    public static Map<String, String> standalone(
            Templates templates, Devices devices, Passes passes, KernelProgram program, DriverFile.About about) {
        return Standalone.files(templates, devices.offered(), passes, program, about);
    }

    /** A candidate's program against the sequential nest. */
    public static VerificationResult verify(VerifyJob job) throws IOException {
        Progress.enter("running the program and the sequential nest");
        return Verify.verify(job);
    }

    /** The same on the emulator. */
    public static VerificationResult emulate(EmulatedVerify.Job job) {
        return EmulatedVerify.verify(job);
    }

    /** Plan, sizes -> what its C program loads and stores when it runs, beside what the plan says. */
    public static CountedTraffic countedTraffic(
            Context sets, Plan plan, SequencedMap<String, Long> sizes, Templates templates) throws IOException {
        if (plan.family().time() != null) {
            throw UserError.badInput("--count: loads and stores of time tiles are not predicted exactly");
        }
        KernelProgram program = lower(plan, Target.C, Passes.OF_LOOPS.without(List.of(Pass.IN_PLACE)));
        CountedTraffic.Run run = new CountedTraffic.Run(sizes, PlannedTraffic.of(sets, plan, sizes));
        String source = new CPrinter(templates).printCounting(program, Code.HOST_FUNCTION);
        return CountedTraffic.of(plan.nest(), program, source, List.of(run)).getFirst();
    }

    /** Candidates in order -> measurements and a summary. */
    public static Summary tune(TuneJob job, TuneOptions options, TuneListener listener, ResultsFolder folder)
            throws IOException {
        Progress.quiet();
        return Tuner.tune(job, options, listener, folder);
    }

    /** Stored results -> pages, and text about them. */
    public static String report(List<Path> directories) {
        return Report.run(directories, Terminal.columns());
    }
}
