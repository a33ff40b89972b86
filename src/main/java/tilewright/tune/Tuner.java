package tilewright.tune;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import tilewright.device.MachineInfo;
import tilewright.model.FolderFile;
import tilewright.model.UserError;
import tilewright.tune.build.Builder;
import tilewright.tune.build.Toolchain;
import tilewright.tune.stored.MeasurementLog;
import tilewright.tune.stored.ResultsFolder;
import tilewright.tune.stored.Summary;
import tilewright.tune.stored.SummaryFormat;
import tilewright.tune.stored.SweepIdentity;
import tilewright.tune.worker.Stop;

/** The main job: measures the candidates of a nest and names the fastest. */
public final class Tuner {
    private final TuneJob job;
    private final TuneOptions options;
    private final TuneListener listener;
    private final WorkerPool pool;

    private Tuner(TuneJob job, TuneOptions options, TuneListener listener, WorkerPool pool) {
        this.job = job;
        this.options = options;
        this.listener = listener;
        this.pool = pool;
    }

    /**
     * Tunes. Results are in the directory of the options, also when the program is stopped on the way (Ctrl-C).
     *
     * @throws UserError (exit code 3) without a device or a compiler, (1) when the baseline fails, (2) when the
     *     directory holds a sweep of other work
     * @throws IOException when results cannot be written
     */
    public static Summary tune(TuneJob job, TuneOptions options, TuneListener listener) throws IOException {
        try (ResultsFolder folder = ResultsFolder.open(options.directory(), options.resume(), job.nest())) {
            return tune(job, options, listener, folder);
        }
    }

    /**
     * The same in a directory that is taken already.
     *
     * @param folder of the options
     */
    public static Summary tune(TuneJob job, TuneOptions options, TuneListener listener, ResultsFolder folder)
            throws IOException {
        Objects.requireNonNull(folder);
        // Closed in reverse order: the end of the process waits until the workers are gone too.
        try (Stop stop = new Stop();
                WorkerPool pool = WorkerPool.open(job.target(), options.workers(), listener::note)) {
            Summary summary = tune(job, options, listener, pool, stop);
            if (summary.end() == Summary.End.INTERRUPTED) {
                // Before the process may end, which waits for nobody once the stop is closed.
                listener.note(ResultsFolder.stopped(options.directory()));
            }
            return summary;
        }
    }

    /** By workers that are there. */
    static Summary tune(TuneJob job, TuneOptions options, TuneListener listener, WorkerPool pool, Stop stop)
            throws IOException {
        return new Tuner(job, options, listener, pool).run(stop);
    }

    private Summary run(Stop stop) throws IOException {
        if (job.contenders().isEmpty()) {
            throw UserError.badInput("nest " + job.model().name() + " has no candidate to measure");
        }
        Builder.requireNonzeroDivisors(job.model(), job.sizes(), Builder.FIRST_SEED);
        try {
            MachineInfo machine = pool.machine();
            Toolchain toolchain = pool.toolchain(machine);
            SweepIdentity identity = new SweepIdentity(
                    job.model().name(),
                    SweepIdentity.hash(job.nest().text()),
                    job.sizes(),
                    job.target(),
                    machine.device(),
                    machine.driver(),
                    toolchain.description());
            try (MeasurementLog log = MeasurementLog.open(options.directory(), options.resume(), identity)) {
                // Where the log is of other work, nothing has been written.
                ResultsFolder.writeNest(options.directory(), job.nest());
                return sweep(new Sweep(job, options, pool.turn(), toolchain, identity, listener), log, stop);
            }
        } catch (InterruptedException e) {
            throw new UserError(UserError.ANSWER_IS_NO, "stopped before anything was measured", e);
        }
    }

    private Summary sweep(Sweep sweep, MeasurementLog log, Stop stop) throws IOException {
        Summary measured = sweep.run(log, pool.quiet(), pool.builders(), stop);
        Optional<String> source = sweep.source(measured);
        Summary summary = source.map(measured::withProgram).orElse(measured);
        SummaryFormat.write(summary, options.directory());
        String kernel = "best-kernel" + job.target().fileEnding();
        source.ifPresent(text -> write(options.directory(), kernel, text));
        return summary;
    }

    private static void write(Path directory, String name, String text) {
        try {
            FolderFile.write(directory, name, text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
