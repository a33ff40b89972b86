package tilewright.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tilewright.cli.argument.Devices;
import tilewright.cli.argument.Durations;
import tilewright.cli.argument.Inputs;
import tilewright.cli.argument.MachineMemory;
import tilewright.cli.argument.NestArguments;
import tilewright.cli.argument.PassArguments;
import tilewright.cli.argument.PeerOption;
import tilewright.cli.argument.SearchArguments;
import tilewright.cli.argument.TargetArguments;
import tilewright.cli.argument.TemplateArguments;
import tilewright.cli.argument.ToleranceOption;
import tilewright.cli.argument.WorkerArguments;
import tilewright.cli.output.JsonArguments;
import tilewright.cli.output.Terminal;
import tilewright.cli.pipeline.GraphTuning;
import tilewright.cli.pipeline.Pipeline;
import tilewright.cli.pipeline.ScheduleArguments;
import tilewright.cli.pipeline.TuneResults;
import tilewright.codegen.Templates;
import tilewright.device.Gpus;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.tune.Campaign;
import tilewright.tune.ForwardingListener;
import tilewright.tune.ProgressBarListener;
import tilewright.tune.TuneJob;
import tilewright.tune.TuneListener;
import tilewright.tune.TuneOptions;
import tilewright.tune.build.Judging;
import tilewright.tune.peer.PeerWork;
import tilewright.tune.stored.Baseline;
import tilewright.tune.stored.Objective;
import tilewright.tune.stored.ResultsFolder;
import tilewright.tune.stored.Summary;
import tilewright.tune.stored.SummaryFormat;
import tilewright.tune.stored.SweepIdentity;
import tilewright.tune.stored.Target;
import tilewright.tune.worker.RunPolicy;

/** {@code tilewright tune}. */
@Command(name = "tune", description = "The main job: rank, generate, compile, verify, time, report.")
final class TuneCommand implements Callable<Integer> {
    /** How many candidates are measured when nothing is said. */
    private static final int DEFAULT_TOP = 20;

    @Spec
    CommandSpec spec;

    @Mixin
    NestArguments nest;

    @Mixin
    TargetArguments target;

    @Mixin
    PassArguments passes;

    @Mixin
    TemplateArguments templates;

    @Mixin
    ScheduleArguments order;

    @Mixin
    ToleranceOption tolerance;

    @Mixin
    JsonArguments json;

    @Mixin
    GraphTuning graphs;

    @Mixin
    WorkerArguments workers;

    @ArgGroup
    @Nullable
    Extent extent;

    /** How much of the candidate space is measured. */
    static final class Extent {
        @Option(names = "--top", paramLabel = "N", description = "Measure the first N ranked candidates.")
        @Nullable
        Integer top;

        @Option(names = "--exhaustive", description = "Measure every candidate.")
        boolean exhaustive;

        @Option(names = "--budget", paramLabel = "TIME", description = "Measure for this long: 90s, 10m, 2h.")
        @Nullable
        String budget;
    }

    @Option(
            names = "--sample",
            paramLabel = "N",
            description =
                    "With --exhaustive or --budget: of all candidates only N, the first ranked and a draw from every"
                            + " part of the order.")
    @Nullable
    Integer sample;

    @Mixin
    SearchArguments search;

    @Option(
            names = "--candidate",
            paramLabel = "TEXT",
            description =
                    "Measure these only, written as tables write them: '64x128x128/1x8x8 k-tile 16, stages 2'; any"
                            + " sizes that are legal. May be given several times.")
    List<String> candidates = List.of();

    @Option(
            names = "--peer",
            paramLabel = "ROUTINE:SIZES",
            description =
                    "Time a vendor's routine that does the same work too, e.g. sgemm:M,N,K or dtrsm:M,N, where a size"
                        + " is a number or a parameter of the nest. May be given several times; without it those that"
                        + " do the nest's work are found by themselves.")
    List<String> peers = List.of();

    @Option(
            names = "--observe",
            description =
                    "Read the GPU's meters too: energy, power, clocks, temperature, throttling (half a second each).")
    boolean observe;

    @Option(
            names = "--counters",
            description = "Run the winner once more under Nsight Compute (ncu) and store its hardware counters.")
    boolean counters;

    @Option(
            names = "--ablate",
            description =
                    "Time the winner without each pass over kernel programs too: what each is worth, or that it changes"
                            + " nothing.")
    boolean ablate;

    @Option(
            names = "--objective",
            paramLabel = "time|energy|energy-delay",
            converter = ObjectiveConverter.class,
            description = "What the winner has least of (default: time); the others imply --observe.")
    Objective objective = Objective.TIME;

    /** The words of the command line. */
    static final class ObjectiveConverter implements CommandLine.ITypeConverter<Objective> {
        @Override
        public Objective convert(String word) {
            return Stream.of(Objective.values())
                    .filter(each -> each.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new CommandLine.TypeConversionException(
                            "'" + word + "' is none of time, energy and energy-delay"));
        }
    }

    private Objective objective(Target target) {
        if (target == Target.C && (observe || objective != Objective.TIME || counters)) {
            throw UserError.badInput(
                    "--observe, --objective and --counters need the meters of a GPU; add --target cuda");
        }
        return objective;
    }

    /** Programs of a GPU can be timed on one alone. */
    private void requireTimes(Devices devices) {
        boolean emulated = devices.target() == Target.CUDA && workers.workers == null && !Gpus.available();
        if (ablate && emulated) {
            throw new UserError(
                    UserError.MISSING_TOOL,
                    "--ablate times programs, and no GPU answers here: the emulator, which runs them without one,"
                            + " measures nothing; 'verify --target cuda --without PASS' says whether the program"
                            + " without a pass is right, and 'doctor' what was found of a GPU");
        }
    }

    @Option(names = "--resume", description = "Continue the sweep that the directory holds.")
    boolean resume;

    @Option(names = "-o", paramLabel = "DIR", description = "Where results go (default: reports/NEST/DEVICE-SIZES).")
    @Nullable
    Path directory;

    @Override
    public Integer call() throws Exception {
        LoopNest loopNest = nest.nest();
        if (graphs.graph != null || loopNest.isIrregular()) {
            return tuneGraph(loopNest);
        }
        graphs.requireNone();
        Path results = directory(loopNest);
        Summary summary = tune(loopNest, results, listener());
        PrintWriter out = spec.commandLine().getOut();
        if (json.leavesStandardOutput()) {
            out.print(Pipeline.report(List.of(results)));
        }
        json.write(() -> SummaryFormat.write(summary), out);
        return summary.best() == null ? UserError.ANSWER_IS_NO : 0;
    }

    /** Where results go. */
    Path directory(LoopNest loopNest) {
        return directory == null ? results(loopNest, Devices.of(target)) : directory;
    }

    /** Measures an affine nest and stores everything in a folder. */
    Summary tune(LoopNest loopNest, Path results, TuneListener listener) throws IOException {
        return tune(loopNest, results, listener, Pipeline::tune);
    }

    /** The same by whatever measures. */
    Summary tune(LoopNest loopNest, Path results, TuneListener listener, Campaign.Sweeper sweeper) throws IOException {
        Inputs.requireValues(loopNest, nest.sizes());
        nest.sayData(spec.commandLine().getErr(), Set.of());
        Inputs.sayOverflow(loopNest, nest.sizes(), spec.commandLine().getErr());
        Inputs.requireMemory(loopNest, nest.sizes(), MachineMemory.available());
        Templates printed = templates.templates();
        Devices devices = Devices.of(target).measured(spec.commandLine().getErr());
        if (!peers.isEmpty() && devices.target() == Target.C) {
            throw UserError.badInput(
                    "--peer: a vendor's routine runs on a GPU; add --target cuda, or leave it out (the c"
                            + " target always times the nest as the compiler alone makes it)");
        }
        requireTimes(devices);
        TuneOptions options = new TuneOptions(
                extent(),
                search.order(extent(), sample != null || !candidates.isEmpty()),
                resume,
                results,
                workers.workforce(devices.target()),
                observe || objective != Objective.TIME ? RunPolicy.DEFAULT.observing() : RunPolicy.DEFAULT,
                TuneOptions.DEFAULT_LIMIT,
                named(),
                new Judging(tolerance.value(), false),
                objective(devices.target()),
                ablate,
                origin());
        TuneResults stored = new TuneResults(loopNest, nest, devices, printed, passes.of(devices), order, results);
        PrintWriter notes = spec.commandLine().getErr();
        Summary summary;
        try (ResultsFolder folder = ResultsFolder.open(results, resume, nest.source())) {
            folder.kept()
                    .ifPresent(kept -> notes.println("note: the sweep that " + results + " held is kept in " + kept
                            + "; --resume would have gone on with it"));
            TuneJob job = stored.job(options, sample(options.extent()), candidates, notes);
            TuneListener storing = new ForwardingListener(listener) {
                @Override
                public void started(SweepIdentity sweep, int total, int done, Baseline baseline) {
                    stored.begin();
                    super.started(sweep, total, done, baseline);
                }
            };
            summary = sweeper.tune(job, options.withPeers(stored.peers()), storing, folder);
            stored.writeRanking(summary);
            stored.writeAnalysis();
            if (counters && summary.best() != null) {
                new WinnerCounters(spec, nest.file, notes).write(summary.best().candidate(), results);
            }
        }
        return summary;
    }

    private int tuneGraph(LoopNest loopNest) throws Exception {
        if (graphs.graph == null) {
            throw UserError.badInput(loopNest.name()
                    + " goes over a graph: add --graph SPEC, e.g. --graph rmat:scale=16,symmetric,dedupe,noloops");
        }
        if (target.target == TargetArguments.Target.HIP) {
            throw Target.HIP.notRun("tune");
        }
        if (ablate) {
            throw UserError.badInput("--ablate is for affine nests: schedules of graphs have no passes to leave out");
        }
        GraphTuning.requireOwn(spec.commandLine().getParseResult().matchedOptions());
        Path results = directory == null ? Path.of("reports", loopNest.name(), "graphs") : directory;
        boolean right = graphs.run(
                loopNest,
                nest.sizes(),
                candidates,
                templates.templates(),
                search.seed,
                target.target == null ? !Gpus.available() : target.target == TargetArguments.Target.C,
                results,
                spec.commandLine().getOut());
        PrintWriter out = spec.commandLine().getOut();
        Pipeline.report(List.of(results)).lines().reduce((_, last) -> last).ifPresent(out::println);
        return right ? 0 : UserError.ANSWER_IS_NO;
    }

    /** What a reader of the results needs to make them again. */
    private SequencedMap<String, String> origin() {
        SequencedMap<String, String> origin = new LinkedHashMap<>();
        origin.put("tilewright", Version.number());
        if (!Version.commit().isEmpty()) {
            origin.put("commit", Version.commit());
        }
        String command = spec == spec.root() ? "tilewright tune " : "tilewright ";
        origin.put(
                "command",
                command
                        + String.join(
                                " ", spec.root().commandLine().getParseResult().originalArgs()));
        return origin;
    }

    /** A directory of its own for every machine, order and size. */
    private Path results(LoopNest loopNest, Devices devices) {
        String sizes = nest.sizes().entrySet().stream()
                .map(size -> "-" + size.getKey() + size.getValue())
                .collect(Collectors.joining());
        return Path.of("reports", loopNest.name(), devices.directory() + sizes + order.suffix());
    }

    /** The peers that the user names, each by itself. */
    private List<PeerWork> named() {
        return peers.stream()
                .map(text -> new PeerWork(List.of(PeerOption.of(text, nest.sizes()))))
                .toList();
    }

    private Optional<TuneResults.Sample> sample(TuneOptions.Extent extent) {
        if (sample == null) {
            return Optional.empty();
        }
        if (extent instanceof TuneOptions.Extent.Top) {
            throw UserError.badInput("--sample " + sample + ": add --exhaustive or --budget TIME");
        }
        if (sample < 1) {
            throw UserError.badInput("--sample " + sample + ": give a number of candidates, at least 1");
        }
        return Optional.of(new TuneResults.Sample(sample, search.seed));
    }

    private TuneOptions.Extent extent() {
        if (extent == null) {
            return search.isExhaustive()
                    ? new TuneOptions.Extent.Exhaustive()
                    : new TuneOptions.Extent.Top(DEFAULT_TOP);
        }
        if (extent.exhaustive) {
            return new TuneOptions.Extent.Exhaustive();
        }
        if (extent.budget != null) {
            return new TuneOptions.Extent.Budget(Durations.of("--budget", extent.budget));
        }
        int top = extent.top == null ? DEFAULT_TOP : extent.top;
        if (top < 1) {
            throw UserError.badInput("--top " + top + ": give a number of candidates, at least 1");
        }
        return new TuneOptions.Extent.Top(top);
    }

    /** Progress goes to standard error, so that it never mixes with results. */
    private static TuneListener listener() {
        boolean terminal = System.console() != null && System.console().isTerminal();
        return new ProgressBarListener(System.err, terminal, Terminal.errorColumns());
    }
}
