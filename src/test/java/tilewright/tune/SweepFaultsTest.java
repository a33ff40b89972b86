package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.model.UserError;
import tilewright.tiling.space.Candidate;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.MeasurementLog;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Status;
import tilewright.tune.stored.Summary;
import tilewright.tune.stored.Target;
import tilewright.tune.worker.Reply;
import tilewright.tune.worker.Request;
import tilewright.tune.worker.RunPolicy;
import tilewright.tune.worker.Stop;
import tilewright.tune.worker.WorkerClient;
import tilewright.tune.worker.WorkerClient.WorkerDiedException;
import tilewright.tune.worker.WorkerSession;
import tilewright.tune.worker.Workforce;

/** Sweeps by several workers of which some are lost: every candidate is measured once, and nothing is lost. */
@Execution(ExecutionMode.SAME_THREAD)
class SweepFaultsTest {
    private static final int CANDIDATES = 60;

    @TempDir
    Path directory;

    private final List<String> notes = Collections.synchronizedList(new ArrayList<>());

    private static WorkerDiedException lost() {
        return WorkerDiedException.ended(137, "", false);
    }

    @Test
    void whatALostWorkerHadIsMeasuredByAnother() throws IOException {
        Set<String> died = ConcurrentHashMap.newKeySet();
        List<WorkerSession> sessions = IntStream.range(0, 8)
                .mapToObj(number -> SimulatedWorker.session(number, candidate -> {
                    // Every worker is lost under every third candidate that it gets, once for each candidate.
                    if (candidate.hashCode() % 3 == 0 && died.add(candidate)) {
                        throw lost();
                    }
                    return SimulatedWorker.ok(1.0);
                }))
                .toList();
        Summary summary = tune(sessions, false);
        assertEquals(Summary.End.COMPLETE, summary.end());
        requireEachOnce(Status.OK);
        assertEquals(died.size() + 1, notes.size(), notes.toString());
        assertTrue(notes.getLast().endsWith("again, in turn"));
        assertTrue(!died.isEmpty() && notes.getFirst().contains(" is measured again: the process that ran it died"));
    }

    @Test
    void aCandidateUnderWhichTwoWorkersAreLostIsToBlame() throws IOException {
        List<WorkerSession> sessions = IntStream.range(0, 3)
                .mapToObj(number -> SimulatedWorker.session(number, candidate -> {
                    throw lost();
                }))
                .toList();
        tune(sessions, false);
        requireEachOnce(Status.LAUNCH_ERROR);
    }

    @Test
    void theEndOfAnAllocationIsNoCandidatesFault() throws IOException {
        AtomicInteger deaths = new AtomicInteger();
        List<WorkerSession> sessions = List.of(SimulatedWorker.session(0, candidate -> {
            if (deaths.getAndIncrement() < 5) {
                throw WorkerDiedException.ended(143, "", false);
            }
            return SimulatedWorker.ok(1.0);
        }));
        tune(sessions, false);
        requireEachOnce(Status.OK);
    }

    @Test
    void workersThatNeverStartAndOthersOfAnotherKindAreReported() throws IOException {
        List<WorkerSession> sessions = List.of(
                SimulatedWorker.broken(0, "ssh: connect to host node7 port 22: No route to host"),
                SimulatedWorker.session(1, candidate -> slowly(SimulatedWorker.ok(1.0))));
        tune(sessions, false);
        requireEachOnce(Status.OK);
        assertTrue(
                notes.getFirst()
                        .startsWith("worker 0 is lost, 1 left: the worker process does not work: the process that ran"
                                + " it died, exit code 255: ssh: connect to host node7 port 22: No route to host"),
                notes.toString());
    }

    @Test
    void anotherDeviceIsLeftOut() throws Exception {
        List<WorkerSession> sessions = List.of(
                SimulatedWorker.session(0, "One", candidate -> slowly(SimulatedWorker.ok(1.0))),
                SimulatedWorker.session(1, "Another", candidate -> slowly(SimulatedWorker.ok(1.0))));
        tune(sessions, false);
        requireEachOnce(Status.OK);
        assertEquals(1, lines().stream().map(Measurement::place).distinct().count());
        assertTrue(notes.getFirst().contains("their times cannot be compared"), notes.toString());
    }

    @Test
    void whenAllAreLostTheSweepCanBeResumed() throws IOException {
        AtomicInteger measured = new AtomicInteger();
        List<WorkerSession> mortal = IntStream.range(0, 4)
                .mapToObj(number ->
                        new WorkerSession(new MortalLauncher(measured), new Request.Open(Target.C, 0), number))
                .toList();
        UserError error = assertThrows(UserError.class, () -> tune(mortal, false));
        assertEquals(UserError.MISSING_TOOL, error.exitCode());
        assertTrue(String.valueOf(error.getMessage()).startsWith("no worker is left; what was measured is kept"));
        int kept = lines().size();
        assertTrue(kept > 0 && kept < CANDIDATES, String.valueOf(kept));
        tune(List.of(SimulatedWorker.session(0, candidate -> SimulatedWorker.ok(1.0))), true);
        requireEachOnce(Status.OK);
    }

    /** All of its workers die after some candidates, and no other can be started then. */
    private record MortalLauncher(AtomicInteger measured) implements WorkerClient.Launcher {
        @Override
        public WorkerClient launch() {
            WorkerClient alive = SimulatedWorker.client(candidate -> {
                if (measured.incrementAndGet() > CANDIDATES / 2) {
                    throw WorkerDiedException.ended(143, "", false);
                }
                return SimulatedWorker.ok(1.0);
            });
            return new WorkerClient() {
                @Override
                public Reply ask(Request request, Duration limit)
                        throws WorkerDiedException, WorkerTimeoutException, InterruptedException {
                    if (request instanceof Request.Open && measured.get() > CANDIDATES / 2) {
                        throw WorkerDiedException.ended(1, "srun: error: allocation is gone", false);
                    }
                    return alive.ask(request, limit);
                }

                @Override
                public void close() {
                    alive.close();
                }
            };
        }
    }

    private static Outcome slowly(Outcome outcome) throws InterruptedException {
        Thread.sleep(2);
        return outcome;
    }

    private Summary tune(List<WorkerSession> sessions, boolean resume) throws IOException {
        List<Contender> contenders = IntStream.rangeClosed(1, CANDIDATES)
                .mapToObj(rank -> Halving.contender(rank, Halving.Behaviour.RIGHT))
                .toList();
        TuneOptions options = new TuneOptions(
                new TuneOptions.Extent.Exhaustive(),
                resume,
                directory,
                Workforce.ONE,
                new RunPolicy(1, 1, 0.1, 0),
                Duration.ofSeconds(20));
        TuneListener listener = new TuneListener() {
            @Override
            public void note(String what) {
                notes.add(what);
            }
        };
        try (Stop stop = new Stop();
                WorkerPool pool = WorkerPool.of(SimulatedWorker.tools(sessions), listener::note)) {
            return Tuner.tune(Halving.job(contenders, 16), options, listener, pool, stop);
        }
    }

    private List<Measurement> lines() throws IOException {
        return MeasurementLog.read(directory.resolve(MeasurementLog.FILE)).stream()
                .filter(line -> line.phase() == Measurement.Phase.SWEEP)
                .toList();
    }

    private void requireEachOnce(Status status) throws IOException {
        List<Candidate> all =
                lines().stream().map(line -> line.contender().candidate()).toList();
        assertEquals(CANDIDATES, all.size());
        assertEquals(CANDIDATES, new HashSet<>(all).size());
        assertEquals(
                Set.of(status),
                new HashSet<>(
                        lines().stream().map(line -> line.outcome().status()).toList()));
    }
}
