package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.tiling.space.Candidate;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.MeasurementLog;
import tilewright.tune.stored.Place;
import tilewright.tune.stored.Summary;
import tilewright.tune.worker.Launchers;
import tilewright.tune.worker.RunPolicy;
import tilewright.tune.worker.WorkerMain;
import tilewright.tune.worker.Workforce;

/** A sweep by srun on a real Slurm, with faults. */
@Order(1)
@Tag("slurm")
@Execution(ExecutionMode.CONCURRENT)
class SlurmTest {
    private static final int NODES = 3;
    private static final int CANDIDATES = 40;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private final List<String> notes = Collections.synchronizedList(new ArrayList<>());

    /** Injects a fault after some candidates. */
    private static final class Faults implements TuneListener {
        private final SlurmCluster cluster;
        private final List<String> notes;
        private int measured;

        Faults(SlurmCluster cluster, List<String> notes) {
            this.cluster = cluster;
            this.notes = notes;
        }

        @Override
        public void note(String what) {
            notes.add(what);
        }

        @Override
        public void measured(Measurement measurement, @Nullable Measurement best) {
            try {
                inject(++measured);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void inject(int number) throws IOException, InterruptedException {
            switch (number) {
                case 5 -> assertTrue(cluster.killSomething(), "a worker is killed");
                case 12 -> cluster.restartController();
                case 20 -> cluster.drain("n2");
                case 28 -> cluster.lose(3);
                default -> {
                    // Nothing happens.
                }
            }
        }
    }

    @Test
    @Timeout(600)
    void aWorkerIsKilledANodeDrainedAnotherLostTheControllerRestartedAndEveryCandidateIsMeasuredOnce()
            throws IOException, InterruptedException {
        assumeTrue(SlurmCluster.isInstalled(), "Slurm is not installed (Debian: slurm-wlm)");
        Path results = folder.resolve("results");
        Summary summary;
        try (SlurmCluster cluster = SlurmCluster.start(folder, NODES)) {
            String worker = String.join(" ", Launchers.java(WorkerMain.class, folder));
            Workforce workers = new Workforce.Command(
                    "SLURM_CONF=" + cluster.settings().get("SLURM_CONF") + " CC=" + QuickCompiler.in(folder)
                            + " exec srun -Q -N1 -n1 --exclusive "
                            + worker,
                    NODES);
            List<Contender> contenders = IntStream.rangeClosed(1, CANDIDATES)
                    .mapToObj(rank -> Halving.contender(rank, Halving.Behaviour.RIGHT))
                    .toList();
            TuneOptions options = new TuneOptions(
                    new TuneOptions.Extent.Exhaustive(),
                    false,
                    results,
                    workers,
                    new RunPolicy(1, 1, 0.1, 0),
                    Duration.ofSeconds(60));
            summary = tune(contenders, options, cluster);
        }
        List<Measurement> sweep = MeasurementLog.read(results.resolve(MeasurementLog.FILE)).stream()
                .filter(line -> line.phase() == Measurement.Phase.SWEEP)
                .toList();
        Map<Candidate, Long> times = sweep.stream()
                .collect(Collectors.groupingBy(line -> line.contender().candidate(), Collectors.counting()));
        assertEquals(CANDIDATES, times.size(), "nothing is lost");
        assertEquals(Set.of(1L), new HashSet<>(times.values()), "nothing is doubled");
        assertTrue(sweep.stream().allMatch(Measurement::isOk), () -> failures(sweep));
        assertTrue(notes.stream().anyMatch(note -> note.contains("is measured again")), notes.toString());
        Set<String> hosts = summary.places().keySet().stream().map(Place::host).collect(Collectors.toSet());
        assertTrue(hosts.size() > 1 && Set.of("n1", "n2", "n3").containsAll(hosts), hosts.toString());
        assertTrue(Files.exists(results.resolve("summary.json")));
    }

    /** Ends with what Slurm says where the sweep does not end. */
    private Summary tune(List<Contender> contenders, TuneOptions options, SlurmCluster cluster)
            throws IOException, InterruptedException {
        Summary summary = Tuner.tune(Halving.job(contenders, 40), options, new Faults(cluster, notes));
        if (summary.end() != Summary.End.COMPLETE) {
            fail(summary.end() + "\n" + String.join("\n", notes) + "\n" + cluster.state());
        }
        return summary;
    }

    private static String failures(List<Measurement> sweep) {
        return sweep.stream()
                .filter(line -> !line.isOk())
                .map(line -> String.valueOf(line.outcome().message()))
                .collect(Collectors.joining("\n"));
    }
}
