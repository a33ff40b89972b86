package tilewright.tune;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.device.Binary;
import tilewright.model.UserError;
import tilewright.tiling.space.Candidate;
import tilewright.tune.build.Agenda;
import tilewright.tune.build.Build;
import tilewright.tune.build.Builds;
import tilewright.tune.build.Handout;
import tilewright.tune.build.ProgramSource;
import tilewright.tune.build.Toolchain;
import tilewright.tune.peer.PeerTimes;
import tilewright.tune.stored.Ablation;
import tilewright.tune.stored.Baseline;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.MeasurementLog;
import tilewright.tune.stored.Objective;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Place;
import tilewright.tune.stored.Statistics;
import tilewright.tune.stored.Status;
import tilewright.tune.stored.Summary;
import tilewright.tune.stored.SweepIdentity;
import tilewright.tune.stored.Target;
import tilewright.tune.worker.Crew;
import tilewright.tune.worker.Quiet;
import tilewright.tune.worker.Reply;
import tilewright.tune.worker.Request;
import tilewright.tune.worker.Stop;
import tilewright.tune.worker.WorkerClient.WorkerDiedException;
import tilewright.tune.worker.WorkerSession;
import tilewright.tune.worker.WorkerSession.WorkerLostException;

/** One sweep over the candidates of a job. It belongs to the thread that runs it, but for what workers do on theirs. */
final class Sweep {
    /** A baseline that takes at most so many times as long as the best candidate becomes one. */
    private static final double PLAIN_MARGIN = 1.1;
    /** What part of a budget the sweep may use; the rest is for the finals. */
    private static final double SWEEP_SHARE = 0.9;
    /** A candidate that takes this many times the baseline's time is of no interest. */
    private static final double BASELINES_PER_LIMIT = 8;

    static final long GRACE_MILLIS = 100;
    /** A peer that takes at most so many times as long as the best candidate runs again beside the finalists. */
    private static final double CLOSE_PEER = 1.5;
    /** Candidates that run in turn. */
    private static final int MOST_IN_TURN = 64;

    private final TuneJob job;
    private final TuneOptions options;
    private final Crew.Turn crew;
    private final Toolchain toolchain;
    private final SweepIdentity identity;
    private final TuneListener listener;
    private final TimeSpent spent = new TimeSpent();

    /** This and what follows is shared by the threads of all workers. */
    private final Standings standings = new Standings();

    private final SweepPrograms programs;
    /** What the baseline takes where. */
    private final SequencedMap<Place, Double> places = new LinkedHashMap<>();

    private final List<Baseline> baselines = new ArrayList<>();
    /** Peers that are programs, by name. */
    private final SequencedMap<String, Request.Entrant> peerPrograms = new LinkedHashMap<>();
    /** Peers that are not to be had here, and why. */
    private final SequencedMap<String, String> missing = new LinkedHashMap<>();

    private volatile Summary.End end = Summary.End.COMPLETE;
    private final int total;
    private final Agenda agenda;
    private volatile Duration limit;
    /** What every worker is told before it measures. */
    private List<Request> setUp = List.of();

    /** @param crew whose machines are those of the identity */
    Sweep(
            TuneJob job,
            TuneOptions options,
            Crew.Turn crew,
            Toolchain toolchain,
            SweepIdentity identity,
            TuneListener listener) {
        this.job = job;
        this.options = options;
        this.crew = crew;
        this.toolchain = toolchain;
        this.identity = identity;
        this.listener = listener;
        limit = options.candidateLimit();
        total = wanted();
        programs = new SweepPrograms(
                job, toolchain, options, takesTurns() ? MOST_IN_TURN : Finals.MOST_FINALISTS, missing::put);
        agenda = new Agenda(
                job.contenders(),
                options.order().strategy(),
                total,
                options.order().seed());
    }

    /** Measures until all is done, the time is up or the thread is interrupted. */
    Summary run(MeasurementLog log, Quiet quiet, int threads, Stop stop) {
        takeEarlier(log.earlier());
        Finals.@Nullable Result result = null;
        Ablation ablation = null;
        try {
            sweep(log, quiet, threads);
            plainForms(log, quiet);
            if (job.target() == Target.C) {
                timePeers(quiet);
            }
            List<Measurement> inTurn = inTurn(log, quiet);
            result = inTurn.isEmpty() ? finish(log, quiet) : Finals.judge(Finals.finalists(inTurn));
            ablation = ablation(result, quiet, threads);
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
        return new Summarizer(identity, job, options.objective(), options.origin(), spent, missing, places)
                .summarize(end, standings.measured(), baselines, result, ablation);
    }

    /**
     * Finals and peers: at the same time where two devices disturb each other in nothing. Programs of the host's compiler were timed before, and run
     * again beside the finalists.
     */
    private Finals.@Nullable Result finish(MeasurementLog log, Quiet quiet) throws InterruptedException {
        if (job.target() == Target.C) {
            return finals(log, quiet);
        }
        if (job.target() != Target.CUDA || crew.size() < 2) {
            Finals.Result result = finals(log, quiet);
            timePeers(quiet);
            return result;
        }
        try (ExecutorService beside = Executors.newSingleThreadExecutor()) {
            try {
                Future<?> peers = beside.submit(() -> {
                    timePeers(quiet);
                    return true;
                });
                Finals.Result result = finals(log, quiet);
                Crew.await(peers);
                return result;
            } finally {
                beside.shutdownNow();
            }
        }
    }

    /** How many candidates are measured. */
    private int wanted() {
        int all = job.contenders().size();
        return switch (options.extent()) {
            case TuneOptions.Extent.Top top -> Math.min(top.count(), all);
            case TuneOptions.Extent.Exhaustive _, TuneOptions.Extent.Budget _ -> all;
        };
    }

    /** What an earlier sweep measured counts, with today's rank. */
    private void takeEarlier(List<Measurement> earlier) {
        Map<Candidate, Contender> byCandidate = job.contenders().stream()
                .collect(Collectors.toMap(Contender::candidate, contender -> contender, (a, b) -> a));
        Set<Candidate> taken = new HashSet<>();
        for (Measurement each : earlier) {
            Contender contender = byCandidate.get(each.contender().candidate());
            if (each.phase() == Measurement.Phase.SWEEP && contender != null && taken.add(contender.candidate())) {
                Measurement known =
                        new Measurement(each.sweep(), contender, each.outcome(), each.phase(), each.place());
                standings.take(known);
                agenda.know(known);
            }
        }
    }

    /**
     * Brings a worker to where it can measure: it runs the baseline. Nothing happens where it is there already.
     *
     * @throws UserError when the first baseline of all fails
     * @throws WorkerLostException when one fails that succeeded elsewhere
     */
    public void baseline(WorkerSession worker, Quiet quiet) throws InterruptedException, WorkerLostException {
        if (worker.isSetUp(setUp)) {
            return;
        }
        Outcome outcome;
        try (Quiet.Hold _ = quiet.quiet()) {
            outcome = ((Reply.Measured) worker.setUp(setUp)).outcome();
        }
        if (outcome.status() == Status.OK && options.objective() != Objective.TIME && outcome.observed() == null) {
            throw new UserError(
                    UserError.MISSING_TOOL,
                    "--objective " + options.objective().word() + ": " + worker.place()
                            + " has no energy meter that answers (libnvidia-ml.so.1, part of NVIDIA's driver)");
        }
        if (outcome.status() == Status.OK) {
            baseline(worker.place(), Statistics.median(outcome.runs()));
            return;
        }
        String failure = "the baseline program (" + job.baselineName() + ") fails: "
                + outcome.status().jsonName() + ", " + outcome.message();
        if (hasBaseline()) {
            throw new WorkerLostException(failure + ", at " + worker.place());
        }
        throw new UserError(UserError.ANSWER_IS_NO, failure);
    }

    /** The first one is what results name. */
    private synchronized void baseline(Place place, double seconds) {
        spent.spentUntilNow(TimeSpent.Part.SET_UP);
        if (places.isEmpty()) {
            boolean plain = programs.isBaseline(programs.reference());
            String name =
                    plain ? job.baselineName() : programs.reference().code().label();
            Baseline first = new Baseline(name, seconds);
            if (plain) {
                baselines.add(first);
            }
            limit = options.candidateLimit().plusMillis((long) (1000 * BASELINES_PER_LIMIT * seconds));
            listener.started(identity, total, standings.measured().size(), first);
        }
        places.put(place, seconds);
    }

    private synchronized boolean hasBaseline() {
        return !places.isEmpty();
    }

    private void timePeers(Quiet quiet) throws InterruptedException {
        PeerTimes peers = new PeerTimes(crew, quiet);
        try (TimeSpent.Span _ = spent.span(TimeSpent.Part.PEERS)) {
            peers.vendors(options.peers());
            SequencedMap<String, Binary> compiled = toolchain.compilePeers(job.reference());
            if (!compiled.isEmpty()) {
                peers.compilers(compiled, programs.reference().full(), options.policy(), limit, setUp);
            }
        }
        synchronized (this) {
            baselines.addAll(peers.found());
            missing.putAll(peers.missing());
            peerPrograms.putAll(peers.programs());
        }
    }

    private void sweep(MeasurementLog log, Quiet quiet, int threads) throws InterruptedException {
        try (Builds builds = new Builds(programs.builder(), job.programs(), agenda, threads, quiet, this::mayWin)) {
            // Candidates are built meanwhile.
            setUp = programs.setUp();
            Handout handout = new Handout(builds);
            try (Crew.Enlistment _ = crew.enlist(new Shift(this, handout, log, quiet))) {
                handout.await();
            }
            spent.spent(TimeSpent.Part.WAITING, handout.waitedSeconds());
        }
        if (!hasBaseline()) {
            crew.call(worker -> {
                baseline(worker, quiet);
                return true;
            });
        }
    }

    /** Whether a worker was lost because of a candidate. */
    boolean isToBlame(Candidate candidate, WorkerDiedException death) {
        return death.cause() != WorkerDiedException.Cause.ASKED_TO_END && standings.isSuspectAgain(candidate);
    }

    /**
     * Where no candidate is clearly faster than the baseline, that is a candidate too, and so is the nest as written in any case: the winner is never the
     * slower.
     */
    private void plainForms(MeasurementLog log, Quiet quiet) throws InterruptedException {
        if (!(options.extent() instanceof TuneOptions.Extent.Top)) {
            return;
        }
        boolean close =
                !baselines.isEmpty() && baselines.getFirst().seconds() <= PLAIN_MARGIN * standings.bestSeconds();
        Set<Candidate> known = standings.measured().stream()
                .map(m -> m.contender().candidate())
                .collect(Collectors.toSet());
        for (Contender contender : job.contenders()) {
            Candidate candidate = contender.candidate();
            boolean wanted = candidate.isAsWritten() || close && candidate.equals(job.baseline());
            if (wanted && known.add(candidate)) {
                Build.Ready build = programs.ready(contender);
                record(log, crew.call(worker -> {
                    baseline(worker, quiet);
                    try {
                        return measure(build, quiet, worker);
                    } catch (WorkerDiedException e) {
                        return measured(build, Outcome.failure(Status.LAUNCH_ERROR, e.getMessage()), worker);
                    }
                }));
            }
        }
    }

    /** Whether its time has to be known: a sweep ends early when that is so of no candidate that is left. */
    boolean mayWin(Contender contender) {
        return options.objective() != Objective.TIME
                || !job.leastTimes().skips()
                || !job.leastTimes().excludes(contender.candidate(), standings.bestSeconds());
    }

    /** The sweep ends before all is measured. */
    void timeIsUp() {
        end = Summary.End.BUDGET;
    }

    void note(String what) {
        listener.note(what);
    }

    boolean inTime() {
        return switch (options.extent()) {
            case TuneOptions.Extent.Budget budget ->
                spent.millis() < SWEEP_SHARE * budget.time().toMillis();
            case TuneOptions.Extent.Top _, TuneOptions.Extent.Exhaustive _ -> true;
        };
    }

    Measurement measure(Build build, Quiet quiet, WorkerSession worker)
            throws InterruptedException, WorkerLostException, WorkerDiedException {
        Outcome outcome = switch (build) {
            case Build.Failed failed -> failed.outcome();
            case Build.Ready ready -> {
                Outcome timed = time(ready, quiet, worker);
                if (timed.status() == Status.OK) {
                    synchronized (this) {
                        programs.offer(ready, Statistics.median(timed.runs()));
                    }
                }
                yield timed;
            }
        };
        return measured(build, outcome, worker);
    }

    Measurement measured(Build build, Outcome outcome, WorkerSession worker) {
        return new Measurement(identity, build.contender(), outcome, Measurement.Phase.SWEEP, worker.place());
    }

    private Outcome time(Build.Ready ready, Quiet quiet, WorkerSession worker)
            throws InterruptedException, WorkerLostException, WorkerDiedException {
        try (Quiet.Hold _ = quiet.quiet()) {
            return worker.measure(
                    new Request.Measure(
                            ready.code(),
                            ready.cases(),
                            ready.full(),
                            measuresInTurnOnly() ? options.policy().brief() : options.policy(),
                            standings.bestSeconds()),
                    limit);
        }
    }

    private void record(MeasurementLog log, Measurement measurement) throws InterruptedException {
        store(log, measurement);
        tell(measurement);
    }

    void store(MeasurementLog log, Measurement measurement) throws InterruptedException {
        if (!measurement.isOk()) {
            // Ctrl-C reaches compilers and workers at the same time as this process: what they then say is no result.
            Thread.sleep(GRACE_MILLIS);
        }
        log.append(measurement);
        standings.take(measurement);
        agenda.tell(measurement);
    }

    synchronized void tell(Measurement measurement) {
        listener.measured(measurement, standings.fastest());
    }

    /**
     * Whether candidates run again in turn, so that whatever disturbs one disturbs all: processors are shared with others, which come and go within
     * seconds.
     */
    private boolean takesTurns() {
        return job.target() == Target.C && options.objective() == Objective.TIME;
    }

    /** Whether the first times serve nothing but to leave out what is too slow: all candidates are known before, and those in turn count. */
    private boolean measuresInTurnOnly() {
        return takesTurns() && job.drawn() && options.extent() instanceof TuneOptions.Extent.Exhaustive;
    }

    /**
     * Candidates that are not too slow for more than one run, in turn: what they take then is what they take.
     *
     * @return what was measured in turn; empty where nothing was
     */
    private List<Measurement> inTurn(MeasurementLog log, Quiet quiet) throws InterruptedException {
        if (!takesTurns()) {
            return List.of();
        }
        List<Measurement> candidates = Finals.affordable(standings.measured().stream()
                .filter(each -> each.isOk() && each.outcome().runs().size() > 1)
                .sorted(Comparator.comparingDouble(Measurement::seconds))
                .limit(MOST_IN_TURN)
                .toList());
        if (candidates.size() < 2) {
            return List.of();
        }
        listener.note("measuring " + candidates.size() + " candidates again, in turn");
        List<Measurement> again = runAgain(Measurement.Phase.TURN, candidates, log, quiet);
        standings.replace(again);
        return again;
    }

    /** Candidates again, in turn, beside the peers that are not far from them: differences of a few percent are to be seen. */
    private List<Measurement> runAgain(
            Measurement.Phase phase, List<Measurement> candidates, MeasurementLog log, Quiet quiet)
            throws InterruptedException {
        List<Baseline> peers = closePeers();
        List<Request.Entrant> entrants = new ArrayList<>();
        List<Double> seconds = new ArrayList<>();
        List<Measurement> again = new ArrayList<>();
        try (TimeSpent.Span _ = spent.span(TimeSpent.Part.FINALS)) {
            for (Measurement each : candidates) {
                entrants.add(FinalRounds.entrant(programs.program(each.contender())));
                seconds.add(each.seconds());
            }
            for (Baseline each : peers) {
                entrants.add(Objects.requireNonNull(peerPrograms.get(each.name())));
                seconds.add(each.seconds());
            }
            FinalRounds.Answer answer = rounds(quiet).run(entrants, seconds, limit);
            for (int i = 0; i < answer.runs().size(); i++) {
                List<Double> runs = answer.runs().get(i);
                if (i < candidates.size()) {
                    again.add(FinalRounds.withRuns(phase, candidates.get(i), runs, answer.place()));
                } else {
                    Baseline peer = peers.get(i - candidates.size());
                    baselines.set(
                            baselines.indexOf(peer), new Baseline(peer.name(), Statistics.median(runs), peer.peer()));
                }
            }
            again.forEach(log::append);
            return again;
        }
    }

    private List<Baseline> closePeers() {
        return baselines.stream()
                .filter(each ->
                        peerPrograms.containsKey(each.name()) && each.seconds() <= CLOSE_PEER * standings.bestSeconds())
                .toList();
    }

    private Finals.@Nullable Result finals(MeasurementLog log, Quiet quiet) throws InterruptedException {
        List<Measurement> finalists = Finals.finalists(standings.measured());
        if (options.objective() != Objective.TIME
                || finalists.isEmpty()
                || finalists.size() + closePeers().size() < 2) {
            return null;
        }
        listener.finals(finalists.size());
        List<Measurement> again = runAgain(Measurement.Phase.FINAL, finalists, log, quiet);
        return again.isEmpty() ? null : Finals.judge(again);
    }

    /** The winner without each pass, where that was asked for. */
    private @Nullable Ablation ablation(Finals.@Nullable Result result, Quiet quiet, int threads)
            throws InterruptedException {
        Measurement winner = Summarizer.winner(options.objective(), standings.measured(), result)
                .orElse(null);
        if (!options.ablate() || winner == null) {
            return null;
        }
        listener.note("measuring the best candidate without each pass");
        AblationRun run = new AblationRun(rounds(quiet), programs.builder(), threads, options.policy(), limit);
        try (TimeSpent.Span _ = spent.span(TimeSpent.Part.ABLATION);
                ProgramSource sources = job.programs().get()) {
            return run.run(programs.program(winner.contender()), winner.seconds(), sources, job.sizes());
        }
    }

    private FinalRounds rounds(Quiet quiet) {
        return new FinalRounds(crew, quiet, this::baseline);
    }

    /** Source of the winner where this sweep built it, else built again. */
    Optional<String> source(Summary summary) {
        return Optional.ofNullable(summary.best()).map(best -> programs.source(best.candidate()));
    }
}
