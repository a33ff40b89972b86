package tilewright.tune;

import java.util.Optional;
import tilewright.tune.build.Build;
import tilewright.tune.build.Handout;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.MeasurementLog;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Status;
import tilewright.tune.worker.Crew;
import tilewright.tune.worker.Quiet;
import tilewright.tune.worker.WorkerClient.WorkerDiedException;
import tilewright.tune.worker.WorkerSession;
import tilewright.tune.worker.WorkerSession.WorkerLostException;

/** The part of a sweep that all workers do together: each takes candidates until none is left. */
final class Shift implements Crew.Work {
    private final Sweep sweep;
    private final Handout handout;
    private final MeasurementLog log;
    private final Quiet quiet;

    Shift(Sweep sweep, Handout handout, MeasurementLog log, Quiet quiet) {
        this.sweep = sweep;
        this.handout = handout;
        this.log = log;
        this.quiet = quiet;
    }

    @Override
    public boolean wants(int present) {
        return handout.wantsOneMore(present);
    }

    @Override
    public void with(WorkerSession worker) throws InterruptedException, WorkerLostException {
        while (sweep.inTime()) {
            // Before it takes a candidate: a worker that has to be started again may take long.
            sweep.baseline(worker, quiet);
            Optional<Build> build = handout.next();
            if (build.isEmpty()) {
                return;
            }
            measure(build.get(), worker);
        }
        sweep.timeIsUp();
        handout.close();
    }

    private void measure(Build build, WorkerSession worker) throws InterruptedException, WorkerLostException {
        boolean done = !sweep.mayWin(build.contender());
        try {
            if (!done) {
                Optional<Measurement> measurement = attempt(build, worker);
                if (measurement.isPresent()) {
                    sweep.store(log, measurement.get());
                    done = true;
                    sweep.tell(measurement.get());
                }
            }
        } catch (RuntimeException fault) {
            // Before the candidate is settled: it may be the last one, after which nobody waits for what went wrong.
            handout.fail(fault);
            throw fault;
        } finally {
            if (done) {
                handout.settle();
            } else {
                handout.giveBack(build);
            }
        }
    }

    /** Empty where the worker was lost and the candidate is not to blame. */
    private Optional<Measurement> attempt(Build build, WorkerSession worker)
            throws InterruptedException, WorkerLostException {
        try {
            return Optional.of(sweep.measure(build, quiet, worker));
        } catch (WorkerDiedException e) {
            Thread.sleep(Sweep.GRACE_MILLIS);
            if (sweep.isToBlame(build.contender().candidate(), e)) {
                Outcome outcome = Outcome.failure(Status.LAUNCH_ERROR, e.getMessage());
                return Optional.of(sweep.measured(build, outcome, worker));
            }
            sweep.note(build.contender().candidate() + " is measured again: " + e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public void fail(RuntimeException reason) {
        handout.fail(reason);
    }
}
