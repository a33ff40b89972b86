package tilewright.cli.pipeline;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.cli.argument.CandidateText;
import tilewright.cli.argument.Devices;
import tilewright.cli.argument.Inputs;
import tilewright.cli.argument.NestArguments;
import tilewright.codegen.Templates;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.kernel.pass.Passes;
import tilewright.locality.Locality;
import tilewright.locality.OperationCount;
import tilewright.model.FolderFile;
import tilewright.model.InputFile;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.ranking.RankedCandidate;
import tilewright.ranking.Ranker;
import tilewright.ranking.Ranking;
import tilewright.ranking.RankingJson;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.work.Problem;
import tilewright.report.AnalysisJson;
import tilewright.report.stored.ResultsReader;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;
import tilewright.tune.TuneJob;
import tilewright.tune.TuneOptions;
import tilewright.tune.build.PlannedPrograms;
import tilewright.tune.peer.PeerRecognition;
import tilewright.tune.peer.PeerWork;
import tilewright.tune.search.Strategy;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.LeastTimes;
import tilewright.tune.stored.Predicted;
import tilewright.tune.stored.StoredSweep;
import tilewright.tune.stored.Summary;
import tilewright.tune.stored.Target;

/**
 * What {@code tune} needs before a sweep and stores beside its results: the nest, its analysis, the ranking and the
 * best kernel, so that a report needs nothing but its directory.
 */
public final class TuneResults {
    private static final String RANKING = "ranking.json";
    private static final String SCHEDULE = "schedule.txt";
    private static final String STEP_BY_STEP = "one launch per sequential step";
    private static final String INSIDE = "one point per thread, sequential loops inside the kernel";
    /** So many of the first candidates, and the winner, are stored with all that the model says. */
    private static final int STORED_IN_FULL = 50;

    private final LoopNest nest;
    private final NestArguments arguments;
    private final Devices devices;
    private final Templates templates;
    private final Passes passes;
    private final ScheduleArguments order;
    private Schedule schedule;
    private final Path directory;
    private @Nullable Ranking ranking;
    /** The ranking before anything is measured, as text. */
    private String first = "";

    private List<PeerWork> peers = List.of();

    /** Part of the candidates: how many, and the seed of the draw. */
    public record Sample(int count, long seed) {}

    public TuneResults(
            LoopNest nest,
            NestArguments arguments,
            Devices devices,
            Templates templates,
            Passes passes,
            ScheduleArguments order,
            Path directory) {
        this.nest = nest;
        this.arguments = arguments;
        this.devices = devices;
        this.templates = templates;
        this.passes = passes;
        this.order = order;
        this.schedule = order.schedule();
        this.directory = directory;
    }

    /**
     * Analyses and ranks, and says what there is to tune.
     *
     * @param only the candidates to measure, as text; all that options and sample say where it is empty
     * @param notes receives what decided where the schedule is chosen
     */
    public TuneJob job(TuneOptions options, Optional<Sample> sample, List<String> only, PrintWriter notes)
            throws IOException {
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.plannable(sets, nest);
            Inputs.requireWithinArrays(dependences, arguments.sizes());
            Inputs.requireIterations(dependences, arguments.sizes());
            schedule = order.schedule(
                    dependences,
                    arguments.sizes(),
                    devices.described(),
                    only.isEmpty()
                            ? 0
                            : CandidateText.parse(only.getFirst()).block().size(),
                    notes);
            Tiler tiler = Pipeline.tiler(dependences, schedule);
            Ranking ordered = Pipeline.rank(tiler, arguments.sizes(), devices.described());
            ranking = ordered;
            OrderedSums.note(tiler, ordered, arguments.sizes()).ifPresent(notes::println);
            peers = devices.target() == Target.CUDA
                    ? PeerRecognition.of(dependences, arguments.sizes()).stream()
                            .toList()
                    : List.of();
            if (templates.mayBeWrong()) {
                // Shown as what it is, not as the failure of every candidate.
                Plan plan = Pipeline.plan(tiler, ordered.baseline().candidate());
                Pipeline.source(templates, passes, devices, Pipeline.lower(plan, devices.target(), passes));
            }
            requireSchedule();
            first = RankingJson.of(ordered, STORED_IN_FULL);
            return new TuneJob(
                    arguments.source(),
                    nest,
                    arguments.sizes(),
                    devices.target(),
                    (only.isEmpty() ? contenders(ordered, options, sample) : named(tiler, ordered, only))
                            .stream().map(ranked -> contender(ordered, ranked)).toList(),
                    ordered.candidates().size(),
                    sample.isPresent() && only.isEmpty(),
                    baselineName(ordered),
                    ordered.baseline().candidate(),
                    PlannedPrograms.of(nest, schedule, new PipelineBackend(templates, passes, devices)),
                    Pipeline.peer(templates, nest, dependences),
                    OperationCount.of(dependences, arguments.sizes()),
                    sample.isPresent() || !only.isEmpty()
                            ? LeastTimes.NONE
                            : new LeastTimes(leastTimes(ordered), true));
        }
    }

    /** Vendors' routines that do the nest's work, once {@link #job} has looked; none for other targets. */
    public List<PeerWork> peers() {
        return peers;
    }

    /** Stores order and ranking, once it is known that the directory is of this sweep: a refused one leaves it as it was. */
    public void begin() {
        try {
            if (!(schedule instanceof Schedule.Auto)) {
                FolderFile.write(directory, SCHEDULE, schedule.text());
            }
            FolderFile.write(directory, RANKING, first);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A sweep that goes on must go on in the same order. */
    private void requireSchedule() throws IOException {
        Path file = directory.resolve(SCHEDULE);
        String before = Files.exists(file) ? InputFile.text(file, InputFile.LONGEST_TEXT) : new Schedule.Auto().text();
        boolean measured = Files.exists(directory.resolve(ResultsReader.MEASUREMENTS));
        if (measured && !before.equals(schedule.text())) {
            throw UserError.badInput(directory + " holds a sweep with --schedule '" + before.strip()
                    + "'; choose another directory with -o");
        }
    }

    /** What no candidate of the space can be faster than, where bounds are known. */
    private static SequencedMap<Candidate, LeastTimes.Least> leastTimes(Ranking ranking) {
        SequencedMap<Candidate, LeastTimes.Least> times = new LinkedHashMap<>();
        for (RankedCandidate each : ranking.candidates()) {
            ranking.bound(each)
                    .ifPresent(bound -> times.putIfAbsent(
                            each.candidate(),
                            new LeastTimes.Least(
                                    bound.seconds(), bound.binding().words())));
        }
        return times;
    }

    /** A short list holds every shape once: neighbours in the ranking often differ by the k-tile alone. */
    private static String baselineName(Ranking ranking) {
        List<LoopRole> roles = ranking.baseline().family().roles();
        if (ranking.device() instanceof GpuDescription && roles.stream().noneMatch(LoopRole::hasThreads)) {
            return tilewright.report.stored.Summary.Baseline.ONE_THREAD;
        }
        return roles.contains(LoopRole.KERNEL) ? INSIDE : STEP_BY_STEP;
    }

    private static List<RankedCandidate> contenders(Ranking ranking, TuneOptions options, Optional<Sample> sample) {
        if (sample.isPresent()) {
            return ranking.sample(sample.get().count(), sample.get().seed());
        }
        if (!(options.extent() instanceof TuneOptions.Extent.Top top)) {
            return ranking.candidates();
        }
        boolean ranked = options.order().strategy() == Strategy.RANKED;
        List<RankedCandidate> first = ranked ? ranking.topShapes(top.count()) : ranking.candidates();
        if (first.size() < top.count()) {
            return first;
        }
        // Beyond the first ones: the plain form is measured only where it turns out to be as fast as they are.
        Candidate plain = ranking.baseline().candidate();
        RankedCandidate last = ranking.find(plain)
                .orElseGet(() -> ranking.placed(
                        ranking.baseline().family(), plain, ranking.baseline().prediction()));
        Stream<RankedCandidate> beyond = Stream.concat(ranking.find(Candidate.AS_WRITTEN).stream(), Stream.of(last));
        return Stream.concat(
                        first.stream(),
                        beyond.filter(
                                b -> first.stream().noneMatch(r -> r.candidate().equals(b.candidate()))))
                .toList();
    }

    /** Those of the ranked space, and others that are legal, with what the model says of them. */
    private List<RankedCandidate> named(Tiler tiler, Ranking ranking, List<String> texts) {
        List<RankedCandidate> found = new ArrayList<>();
        for (String text : texts) {
            Candidate wanted = CandidateText.parse(text);
            if (found.stream().anyMatch(each -> each.candidate().equals(wanted))) {
                throw UserError.badInput("--candidate '" + text + "' is given twice");
            }
            found.add(ranking.candidates().stream()
                    .filter(c -> c.candidate().equals(wanted))
                    .findFirst()
                    .orElseGet(() -> ofOwnSizes(tiler, ranking, wanted)));
        }
        return found;
    }

    private RankedCandidate ofOwnSizes(Tiler tiler, Ranking ranking, Candidate wanted) {
        Plan plan = Pipeline.plan(tiler, wanted);
        Problem problem = Problem.of(tiler, arguments.sizes());
        return Ranker.order(problem, tiler.families(), devices.described(), List.of(wanted)).stream()
                .findFirst()
                .map(each -> ranking.placed(each.family(), wanted, each.prediction()))
                .orElseThrow(() -> UserError.badInput("--candidate '" + wanted + "' does not fit "
                        + devices.described().fullName()
                        + Pipeline.refusal(tiler, plan, arguments.sizes(), devices.described())
                                .map(why -> ": " + why)
                                .orElse("")));
    }

    private static Contender contender(Ranking ranking, RankedCandidate ranked) {
        Prediction.Traffic traffic = ranked.prediction().traffic();
        SequencedMap<String, Double> volumes = new LinkedHashMap<>();
        volumes.put("reads", traffic.reads());
        volumes.put("writes", traffic.writes());
        volumes.put("memoryBytes", traffic.memoryBytes());
        return new Contender(ranked.rank(), ranked.candidate(), new Predicted(ranking.programSeconds(ranked), volumes));
    }

    /** Stores what the model says of every measured candidate. */
    public void writeRanking(Summary summary) throws IOException {
        if (devices.described() instanceof HostDescription host) {
            FolderFile.write(directory, StoredSweep.DEVICE, DeviceCatalog.write(host));
        }
        if (ranking != null && summary.ranking().candidates() > 0) {
            Set<Candidate> measured = StoredSweep.read(directory).seconds().keySet();
            Candidate winner = summary.best() == null ? null : summary.best().candidate();
            FolderFile.write(
                    directory,
                    RANKING,
                    RankingJson.of(
                            ranking,
                            ranked -> ranked.rank() <= STORED_IN_FULL
                                    || ranked.candidate().equals(winner),
                            ranked -> measured.contains(ranked.candidate())));
        }
    }

    /** Stores the analysis. */
    public void writeAnalysis() throws IOException {
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.dependences(sets, nest);
            Locality locality = Pipeline.locality(dependences);
            FolderFile.write(
                    directory, "analysis.json", AnalysisJson.print(AnalysisJson.of(dependences, locality, null, null)));
        }
    }
}
