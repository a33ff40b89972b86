package tilewright.tune;

import java.time.Duration;
import java.util.List;
import tilewright.tune.build.Build;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Place;
import tilewright.tune.stored.Status;
import tilewright.tune.worker.Crew;
import tilewright.tune.worker.Quiet;
import tilewright.tune.worker.Request;
import tilewright.tune.worker.WorkerSession;
import tilewright.tune.worker.WorkerSession.WorkerLostException;

/**
 * Runs programs again, in turn on one device.
 *
 * @param baseline brings a worker to where it can measure
 */
record FinalRounds(Crew.Turn crew, Quiet quiet, SettingUp baseline) {
    /** {@link Sweep#baseline}. */
    @FunctionalInterface
    interface SettingUp {
        void accept(WorkerSession worker, Quiet quiet) throws InterruptedException, WorkerLostException;
    }

    /**
     * What the device answered, and which.
     *
     * @param runs for each program, all of the same number; empty where one of them killed the worker
     */
    record Answer(List<List<Double>> runs, Place place) {}

    /** Has a worker that can measure do something while nothing compiles. */
    <T> T call(Crew.Errand<T> errand) throws InterruptedException {
        return crew.call(worker -> {
            baseline.accept(worker, quiet);
            try (Quiet.Hold _ = quiet.quiet()) {
                return errand.run(worker);
            }
        });
    }

    /**
     * Measures.
     *
     * @param seconds that each program takes, as far as is known
     * @param limit of one program
     */
    Answer run(List<Request.Entrant> programs, List<Double> seconds, Duration limit) throws InterruptedException {
        Request.Compete request = new Request.Compete(programs, Finals.rounds(seconds));
        return call(worker -> {
            Place place = worker.place();
            return new Answer(worker.compete(request, Finals.limit(seconds, limit)), place);
        });
    }

    /** What runs of a program. */
    static Request.Entrant entrant(Build.Ready program) {
        return new Request.Entrant(program.code(), program.full());
    }

    /** A candidate with the runs that it had in turn with others. */
    static Measurement withRuns(Measurement.Phase phase, Measurement earlier, List<Double> runs, Place place) {
        Outcome outcome = earlier.outcome();
        return new Measurement(
                earlier.sweep(),
                earlier.contender(),
                new Outcome(Status.OK, null, runs, outcome.kernels(), outcome.maxRelativeError(), outcome.mode())
                        .withObserved(outcome.observed()),
                phase,
                place);
    }
}
