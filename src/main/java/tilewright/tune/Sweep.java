package tilewright.tune;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.device.Code;
import tilewright.device.VendorTimes;
import tilewright.model.UserError;
import tilewright.tiling.Candidate;

/** One sweep over the candidates of a job. It belongs to the thread that runs it. */
final class Sweep {
    /** A baseline that takes at most so many times as long as the best candidate becomes one. */
    private static final double PLAIN_MARGIN = 1.1;
    /** What part of a budget the sweep may use; the rest is for the finals. */
    private static final double SWEEP_SHARE = 0.9;
    /** A sequential run of so many operations takes seconds: then it is the reference at full size too. */
    private static final double MOST_SEQUENTIAL_OPERATIONS = 2e9;
    /** A candidate that takes this many times the baseline's time is of no interest. */
    private static final double BASELINES_PER_LIMIT = 8;

    private static final long GRACE_MILLIS = 100;

    private final TuneJob job;
    private final TuneOptions options;
    private final WorkerSession session;
    private final Toolchain toolchain;
    private final SweepIdentity identity;
    private final TuneListener listener;
    private final Instant start = Instant.now();

    private final List<Measurement> measured = new ArrayList<>();
    private final Map<Candidate, Build.Ready> built = new HashMap<>();
    private final List<Baseline> baselines = new ArrayList<>();
    /** Peers that are not to be had here, and why. */
    private final SequencedMap<String, String> missing = new LinkedHashMap<>();

    private Summary.End end = Summary.End.COMPLETE;
    private Duration limit;
    private double waitedSeconds;
    /** Read by the thread that generates. */
    private volatile double bestSeconds = Double.POSITIVE_INFINITY;

    /** @param session whose machine is open */
    Sweep(
            TuneJob job,
            TuneOptions options,
            WorkerSession session,
            Toolchain toolchain,
            SweepIdentity identity,
            TuneListener listener) {
        this.job = job;
        this.options = options;
        this.session = session;
        this.toolchain = toolchain;
        this.identity = identity;
        this.listener = listener;
        limit = options.candidateLimit();
    }

    /** Measures until all is done, the time is up or the thread is interrupted. */
    Summary run(MeasurementLog log, Quiet quiet, int threads, Stop stop) {
        List<Contender> wanted = wanted();
        takeEarlier(log.earlier(), wanted);
        Finals.@Nullable Result result = null;
        try {
            prepare();
            listener.started(identity, wanted.size(), measured.size(), baselines.getFirst());
            sweep(log, wanted, quiet, threads);
            plainForm(log, quiet);
            result = finals(log, quiet);
            timePeers(quiet);
            timeNestAsWritten(quiet);
        } catch (InterruptedException e) {
            end = Summary.End.INTERRUPTED;
        } catch (RuntimeException e) {
            // Files and compilers have their own ways to say that they were interrupted.
            if (!stop.requested()) {
                throw e;
            }
            end = Summary.End.INTERRUPTED;
        } finally {
            stop.disarm();
            listener.ended();
        }
        return summary(result);
    }

    private List<Contender> wanted() {
        return switch (options.extent()) {
            case TuneOptions.Extent.Top top ->
                job.contenders()
                        .subList(0, Math.min(top.count(), job.contenders().size()));
            case TuneOptions.Extent.Exhaustive _, TuneOptions.Extent.Budget _ -> job.contenders();
        };
    }

    /** What an earlier sweep measured counts, with today's rank. */
    private void takeEarlier(List<Measurement> earlier, List<Contender> wanted) {
        Map<Candidate, Contender> byCandidate =
                wanted.stream().collect(Collectors.toMap(Contender::candidate, contender -> contender, (a, b) -> a));
        Set<Candidate> taken = new HashSet<>();
        for (Measurement each : earlier) {
            Contender contender = byCandidate.get(each.contender().candidate());
            if (each.phase() == Measurement.Phase.SWEEP && contender != null && taken.add(contender.candidate())) {
                measured.add(new Measurement(each.sweep(), contender, each.outcome(), each.phase()));
            }
        }
    }

    /** Compiles the reference and the baseline, and has the worker run both. */
    private void prepare() throws InterruptedException {
        var library = toolchain.compileReference("reference", job.reference());
        session.load(new Request.Load(job.nest(), library.toString()));
        Build.Ready baseline = ready(baselineContender());
        boolean sequential = job.operations() <= MOST_SEQUENTIAL_OPERATIONS;
        Outcome outcome = session.prepare(
                new Request.Prepare(baseline.code(), baseline.cases(), baseline.full(), sequential, options.policy()));
        if (outcome.status() != Status.OK) {
            throw new UserError(
                    UserError.ANSWER_IS_NO,
                    "the baseline program (" + job.baselineName() + ") fails: "
                            + outcome.status().jsonName() + ", " + outcome.message());
        }
        double seconds = Statistics.median(outcome.runs());
        baselines.add(new Baseline(job.baselineName(), seconds));
        limit = options.candidateLimit().plusMillis((long) (1000 * BASELINES_PER_LIMIT * seconds));
    }

    /** After the finals, when everything else is quiet and the device is warm. */
    private void timePeers(Quiet quiet) throws InterruptedException {
        for (Peer peer : options.peers()) {
            try (Quiet.Hold _ = quiet.quiet()) {
                VendorTimes times = session.time(peer);
                String title = peer.routine().title();
                if (times.absent() != null || times.runs().isEmpty()) {
                    missing.put(title, "not measured: " + times.absent());
                } else {
                    baselines.add(new Baseline(title, Statistics.median(times.runs()), true));
                }
            }
        }
    }

    /** What a user has without cutting anything: the compiler alone. */
    private void timeNestAsWritten(Quiet quiet) throws InterruptedException {
        for (Map.Entry<String, Path> peer :
                toolchain.compilePeers(job.reference()).entrySet()) {
            try (Quiet.Hold _ = quiet.quiet()) {
                Code code = new Code(peer.getKey(), peer.getValue(), List.of());
                Case full = ready(baselineContender()).full();
                Outcome outcome = session.measure(
                        new Request.Measure(code, List.of(), full, options.policy(), Double.POSITIVE_INFINITY), limit);
                if (outcome.status() == Status.OK) {
                    baselines.add(new Baseline(peer.getKey(), Statistics.median(outcome.runs()), true));
                } else {
                    missing.put(
                            peer.getKey(), "not measured: " + outcome.status().jsonName() + ", " + outcome.message());
                }
            }
        }
    }

    private Contender baselineContender() {
        return new Contender(0, job.baseline(), new Predicted(0, new LinkedHashMap<>()));
    }

    /** Builds one program on this thread. */
    private Build.Ready ready(Contender contender) {
        Builder builder = new Builder(job.model(), job.sizes(), toolchain, options.judging());
        try (ProgramSource programs = job.programs().get()) {
            return switch (builder.generate(contender, programs).get()) {
                case Build.Ready ready -> ready;
                case Build.Failed failed ->
                    throw new UserError(
                            UserError.ANSWER_IS_NO,
                            "the program " + contender.candidate() + " cannot be built: "
                                    + failed.outcome().message());
            };
        }
    }

    private void sweep(MeasurementLog log, List<Contender> wanted, Quiet quiet, int threads)
            throws InterruptedException {
        Set<Candidate> done =
                measured.stream().map(each -> each.contender().candidate()).collect(Collectors.toSet());
        List<Contender> todo = wanted.stream()
                .filter(contender -> !done.contains(contender.candidate()))
                .toList();
        Builder builder = new Builder(job.model(), job.sizes(), toolchain, options.judging());
        bestSeconds = best().map(Measurement::seconds).orElse(bestSeconds);
        try (Builds builds = new Builds(builder, job.programs(), todo, threads, quiet, this::mayWin)) {
            while (inTime()) {
                long before = System.nanoTime();
                Optional<Build> build = builds.next();
                waitedSeconds += (System.nanoTime() - before) * 1e-9;
                if (build.isEmpty()) {
                    return;
                }
                if (mayWin(build.get().contender())) {
                    record(log, measure(build.get(), quiet));
                }
            }
            end = Summary.End.BUDGET;
        }
    }

    /** Where no candidate is clearly faster than the baseline, that is a candidate too: the winner is never the slower. */
    private void plainForm(MeasurementLog log, Quiet quiet) throws InterruptedException {
        boolean close = options.extent() instanceof TuneOptions.Extent.Top
                && baselines.getFirst().seconds() <= PLAIN_MARGIN * bestSeconds;
        boolean known =
                measured.stream().anyMatch(m -> m.contender().candidate().equals(job.baseline()));
        if (close && !known) {
            for (Contender contender : job.contenders()) {
                if (contender.candidate().equals(job.baseline())) {
                    record(log, measure(ready(contender), quiet));
                }
            }
        }
    }

    /** Whether its time has to be known: a sweep ends early when that is so of no candidate that is left. */
    private boolean mayWin(Contender contender) {
        return !job.leastTimes().skips() || !job.leastTimes().excludes(contender.candidate(), bestSeconds);
    }

    private boolean inTime() {
        return switch (options.extent()) {
            case TuneOptions.Extent.Budget budget ->
                Duration.between(start, Instant.now()).toMillis()
                        < SWEEP_SHARE * budget.time().toMillis();
            case TuneOptions.Extent.Top _, TuneOptions.Extent.Exhaustive _ -> true;
        };
    }

    private Measurement measure(Build build, Quiet quiet) throws InterruptedException {
        Outcome outcome = switch (build) {
            case Build.Failed failed -> failed.outcome();
            case Build.Ready ready -> {
                built.put(ready.contender().candidate(), ready);
                yield time(ready, quiet);
            }
        };
        return new Measurement(identity, build.contender(), outcome, Measurement.Phase.SWEEP);
    }

    private Outcome time(Build.Ready ready, Quiet quiet) throws InterruptedException {
        try (Quiet.Hold _ = quiet.quiet()) {
            double best = best().map(Measurement::seconds).orElse(Double.POSITIVE_INFINITY);
            return session.measure(
                    new Request.Measure(ready.code(), ready.cases(), ready.full(), options.policy(), best), limit);
        }
    }

    private void record(MeasurementLog log, Measurement measurement) throws InterruptedException {
        if (!measurement.isOk()) {
            // Ctrl-C reaches compilers and workers at the same time as this process: what they then say is no result.
            Thread.sleep(GRACE_MILLIS);
        }
        log.append(measurement);
        measured.add(measurement);
        bestSeconds = best().map(Measurement::seconds).orElse(bestSeconds);
        listener.measured(measurement, best().orElse(null));
    }

    private Optional<Measurement> best() {
        return Summarizer.fastest(measured);
    }

    private Finals.@Nullable Result finals(MeasurementLog log, Quiet quiet) throws InterruptedException {
        List<Measurement> finalists = Finals.finalists(measured);
        if (finalists.size() < 2) {
            return null;
        }
        listener.finals(finalists.size());
        List<Request.Entrant> entrants = new ArrayList<>();
        for (Measurement each : finalists) {
            Build.Ready ready = built.get(each.contender().candidate());
            Build.Ready entrant = ready != null ? ready : ready(each.contender());
            entrants.add(new Request.Entrant(entrant.code(), entrant.full()));
        }
        List<List<Double>> runs;
        try (Quiet.Hold _ = quiet.quiet()) {
            runs = session.compete(
                    new Request.Compete(entrants, Finals.rounds(finalists)), Finals.limit(finalists, limit));
        }
        if (runs.isEmpty()) {
            return null;
        }
        List<Measurement> again = new ArrayList<>();
        for (int i = 0; i < finalists.size(); i++) {
            again.add(withRuns(finalists.get(i), runs.get(i)));
            log.append(again.getLast());
        }
        return Finals.judge(again);
    }

    private Measurement withRuns(Measurement earlier, List<Double> runs) {
        Outcome outcome = earlier.outcome();
        return new Measurement(
                identity,
                earlier.contender(),
                new Outcome(Status.OK, null, runs, outcome.kernels(), outcome.maxRelativeError(), outcome.mode()),
                Measurement.Phase.FINAL);
    }

    private Summary summary(Finals.@Nullable Result result) {
        return new Summarizer(identity, job, options.origin(), start, waitedSeconds, missing)
                .summarize(end, measured, baselines, result);
    }

    /** Source of the winner where this sweep built it, else built again. */
    Optional<String> source(Summary summary) {
        if (summary.best() == null) {
            return Optional.empty();
        }
        Candidate candidate = summary.best().candidate();
        Build.Ready ready = built.get(candidate);
        if (ready != null) {
            return Optional.of(ready.source());
        }
        try (ProgramSource programs = job.programs().get()) {
            return Optional.of(programs.generate(candidate).source());
        }
    }
}
