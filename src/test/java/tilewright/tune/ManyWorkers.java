package tilewright.tune;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.device.TemporaryFolders;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.MeasurementLog;
import tilewright.tune.stored.ResultsFolder;
import tilewright.tune.stored.StoredSweep;
import tilewright.tune.worker.RunPolicy;
import tilewright.tune.worker.WorkerSession;
import tilewright.tune.worker.Workforce;

/**
 * What the coordinator of a campaign takes, with workers that answer at once: requests and replies go through their lines of
 * JSON, candidates through the builder with a compiler that does nothing, lines to the disk.
 *
 * <p>Arguments: workers, sweeps, candidates of each.
 */
final class ManyWorkers {
    private static final int REPORTS = 10;

    private ManyWorkers() {}

    /** Prints a table. */
    public static void main(String[] arguments) throws IOException {
        int workers = Integer.parseInt(arguments[0]);
        int sweeps = Integer.parseInt(arguments[1]);
        int candidates = Integer.parseInt(arguments[2]);
        Path folder = Files.createTempDirectory("many-workers");
        AtomicLong measured = new AtomicLong();
        AtomicInteger done = new AtomicInteger();
        System.out.printf("%d workers, %d sweeps of %d candidates%n", workers, sweeps, candidates);
        System.out.println("measurements  seconds  per second  processor us each  heap MB  bytes on disk each");
        List<WorkerSession> sessions = IntStream.range(0, workers)
                .mapToObj(number -> SimulatedWorker.throughLines(
                        number, candidate -> SimulatedWorker.ok(1e-3 + Math.abs(candidate.hashCode()) * 1e-12)))
                .toList();
        List<Contender> contenders = IntStream.rangeClosed(1, candidates)
                .mapToObj(rank -> Halving.contender(rank, Halving.Behaviour.RIGHT))
                .toList();
        long start = System.nanoTime();
        long processor = processorNanos();
        try (WorkerPool pool = WorkerPool.of(SimulatedWorker.tools(sessions), System.out::println)) {
            List<Campaign.Task> tasks = new ArrayList<>();
            for (int sweep = 0; sweep < sweeps; sweep++) {
                TuneOptions options = new TuneOptions(
                        new TuneOptions.Extent.Exhaustive(),
                        false,
                        folder.resolve("sweep-" + sweep),
                        Workforce.ONE,
                        new RunPolicy(1, 1, 0.1, 0),
                        Duration.ofSeconds(20));
                tasks.add(sweeper -> {
                    try (ResultsFolder results = ResultsFolder.open(options.directory(), false, Halving.NEST)) {
                        sweeper.tune(Halving.job(contenders, 16), options, counting(measured), results);
                    }
                    if (done.incrementAndGet() % Math.max(1, sweeps / REPORTS) == 0) {
                        print(measured.get(), start, processor, folder);
                    }
                });
            }
            var failures = Campaign.run(tasks, pool, () -> {});
            failures.forEach((task, failure) -> System.out.println(task + ": " + failure.getMessage()));
        }
        long lines = 0;
        for (int sweep = 0; sweep < sweeps; sweep++) {
            Path log = folder.resolve("sweep-" + sweep).resolve(MeasurementLog.FILE);
            lines += StoredSweep.read(log.getParent()).measured().size();
        }
        System.out.printf("%d of %d candidates stored once%n", lines, (long) sweeps * candidates);
        TemporaryFolders.delete(folder);
    }

    private static TuneListener counting(AtomicLong measured) {
        return new TuneListener() {
            @Override
            public void measured(Measurement measurement, @Nullable Measurement best) {
                measured.incrementAndGet();
            }
        };
    }

    private static long processorNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static synchronized void print(long measured, long start, long processor, Path folder) throws IOException {
        System.gc();
        double seconds = (System.nanoTime() - start) * 1e-9;
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        long bytes;
        try (var files = Files.walk(folder)) {
            bytes = files.filter(file -> file.endsWith(MeasurementLog.FILE))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
        System.out.printf(
                Locale.ROOT,
                "%12d  %7.1f  %10.0f  %17.0f  %7.0f  %18.0f%n",
                measured,
                seconds,
                measured / seconds,
                (processorNanos() - processor) * 1e-3 / measured,
                heap / 1e6,
                (double) bytes / measured);
    }
}
