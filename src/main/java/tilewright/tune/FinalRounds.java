package tilewright.tune;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tilewright.tune.WorkerSession.WorkerLostException;

/**
 * Runs finalists again, in turn on one device.
 *
 * @param baseline brings a worker to where it can measure
 * @param programs the finalists' programs
 */
record FinalRounds(
        Crew.Turn crew,
        Quiet quiet,
        SweepIdentity identity,
        SettingUp baseline,
        Function<Contender, Build.Ready> programs) {
    /** {@link Sweep#baseline}. */
    @FunctionalInterface
    interface SettingUp {
        void accept(WorkerSession worker, Quiet quiet) throws InterruptedException, WorkerLostException;
    }

    /** What the device answered, and which. */
    private record Answer(List<List<Double>> runs, Place place) {}

    /**
     * Measures.
     *
     * @param limit of one candidate
     * @return one for each finalist, all with the same number of runs; empty where that killed the worker
     */
    List<Measurement> run(List<Measurement> finalists, Duration limit) throws InterruptedException {
        List<Request.Entrant> entrants = new ArrayList<>();
        for (Measurement each : finalists) {
            Build.Ready program = programs.apply(each.contender());
            entrants.add(new Request.Entrant(program.code(), program.full()));
        }
        Request.Compete request = new Request.Compete(entrants, Finals.rounds(finalists));
        Answer answer = crew.call(worker -> {
            baseline.accept(worker, quiet);
            Place place = worker.place();
            try (Quiet.Hold _ = quiet.quiet()) {
                return new Answer(worker.compete(request, Finals.limit(finalists, limit)), place);
            }
        });
        List<Measurement> again = new ArrayList<>();
        for (int i = 0; i < answer.runs().size(); i++) {
            again.add(withRuns(finalists.get(i), answer.runs().get(i), answer.place()));
        }
        return again;
    }

    private Measurement withRuns(Measurement earlier, List<Double> runs, Place place) {
        Outcome outcome = earlier.outcome();
        return new Measurement(
                identity,
                earlier.contender(),
                new Outcome(Status.OK, null, runs, outcome.kernels(), outcome.maxRelativeError(), outcome.mode())
                        .withObserved(outcome.observed()),
                Measurement.Phase.FINAL,
                place);
    }
}
