package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.model.UserError;
import tilewright.report.IndexPage;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.MeasurementLog;
import tilewright.tune.stored.ResultsFolder;
import tilewright.tune.worker.RunPolicy;
import tilewright.tune.worker.WorkerClient;
import tilewright.tune.worker.WorkerSession;
import tilewright.tune.worker.Workforce;

/** Several sweeps by workers that measure nothing. */
@Execution(ExecutionMode.SAME_THREAD)
class CampaignTest {
    private static final int CANDIDATES = 6;

    @TempDir
    Path directory;

    @Test
    void moreWorkersThanCandidatesWorkAtSeveralSweeps() throws IOException {
        Set<String> lost = ConcurrentHashMap.newKeySet();
        List<WorkerSession> sessions = IntStream.range(0, 20)
                .mapToObj(number -> SimulatedWorker.session(number, candidate -> {
                    if (lost.add(candidate)) {
                        throw WorkerClient.WorkerDiedException.ended(137, "", false);
                    }
                    Thread.sleep(5);
                    return SimulatedWorker.ok(1e-3);
                }))
                .toList();
        List<Campaign.Task> tasks = IntStream.range(0, 8)
                .mapToObj(number -> number == 5 ? refused() : task(directory.resolve("sweep-" + number)))
                .toList();
        Map<Integer, UserError> failures;
        try (WorkerPool pool = WorkerPool.of(SimulatedWorker.tools(sessions), note -> {})) {
            failures = Campaign.run(tasks, pool, () -> {});
        }
        assertEquals(Set.of(5), failures.keySet());
        assertEquals("cannot be", Objects.requireNonNull(failures.get(5)).getMessage());
        for (int number = 0; number < 8; number++) {
            if (number != 5) {
                List<Measurement> lines =
                        MeasurementLog.read(directory.resolve("sweep-" + number).resolve(MeasurementLog.FILE));
                assertEquals(
                        CANDIDATES,
                        lines.stream()
                                .filter(line -> line.phase() == Measurement.Phase.SWEEP)
                                .map(line -> line.contender().candidate())
                                .distinct()
                                .count());
            }
        }
        assertTrue(lost.size() == CANDIDATES);
        Path page = IndexPage.write(directory, List.of(directory.resolve("sweep-0"), directory.resolve("sweep-7")));
        assertEquals(directory.resolve("index.html"), page);
    }

    private static Campaign.Task refused() {
        return sweeper -> {
            throw UserError.badInput("cannot be");
        };
    }

    private static Campaign.Task task(Path folder) {
        List<Contender> contenders = IntStream.rangeClosed(1, CANDIDATES)
                .mapToObj(rank -> Halving.contender(rank, Halving.Behaviour.RIGHT))
                .toList();
        TuneOptions options = new TuneOptions(
                new TuneOptions.Extent.Exhaustive(),
                false,
                folder,
                Workforce.ONE,
                new RunPolicy(1, 1, 0.1, 0),
                Duration.ofSeconds(20));
        return sweeper -> {
            try (ResultsFolder results = ResultsFolder.open(folder, false, Halving.NEST)) {
                sweeper.tune(Halving.job(contenders, 16), options, TuneListener.SILENT, results);
            }
        };
    }
}
