package tilewright.tune;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tilewright.model.UserError;
import tilewright.tune.stored.Baseline;
import tilewright.tune.stored.ResultsFolder;
import tilewright.tune.stored.Summary;
import tilewright.tune.stored.SweepIdentity;
import tilewright.tune.worker.Stop;

/**
 * Several sweeps by the same workers. They begin in order, the next one as soon as some worker finds nothing to do at those
 * that have begun: a sweep of few candidates never keeps many workers waiting, and memory is that of the sweeps under way.
 */
public final class Campaign {
    private final WorkerPool pool;
    private final List<Stop> stops = new ArrayList<>();
    private final Map<Integer, UserError> failures = new TreeMap<>();
    private @Nullable Throwable fault;
    /** Sweeps that have begun and have no worker yet. */
    private int preparing;

    private Campaign(WorkerPool pool) {
        this.pool = pool;
    }

    /** Measures candidates: {@link Tuner#tune}, by whatever workers. */
    @FunctionalInterface
    public interface Sweeper {
        /**
         * Tunes.
         *
         * @param folder of the options
         */
        Summary tune(TuneJob job, TuneOptions options, TuneListener listener, ResultsFolder folder) throws IOException;
    }

    /** One sweep: prepares its job, tunes it, and stores what belongs to it. */
    @FunctionalInterface
    public interface Task {
        void run(Sweeper sweeper) throws IOException;
    }

    /**
     * Runs all, until they are done or the user stops them.
     *
     * @param stopped tells the user that they were stopped, before this process may end
     * @return errors of those that failed, by their place among the tasks
     */
    public static Map<Integer, UserError> run(List<? extends Task> tasks, WorkerPool pool, Runnable stopped)
            throws IOException {
        try (Stop stop = new Stop()) {
            Map<Integer, UserError> failures = new Campaign(pool).run(tasks, stop);
            if (stop.requested()) {
                stopped.run();
            }
            return failures;
        }
    }

    private Map<Integer, UserError> run(List<? extends Task> tasks, Stop stop) throws IOException {
        List<Thread> threads = new ArrayList<>();
        try {
            for (int i = 0; i < tasks.size() && !stop.requested(); i++) {
                awaitRoom();
                int number = i;
                threads.add(Thread.ofPlatform().name("sweep-" + i).start(() -> run(number, tasks.get(number), stop)));
            }
            join(threads);
        } catch (InterruptedException e) {
            stopAll();
            joinUninterruptibly(threads);
        }
        switch (fault) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case IOException e -> throw e;
            case null, default -> {
                return failures;
            }
        }
    }

    private void run(int number, Task task, Stop all) {
        Staffing staffing = new Staffing();
        try (Stop mine = Stop.under(all)) {
            synchronized (this) {
                stops.add(mine);
            }
            task.run((job, options, listener, folder) ->
                    Tuner.tune(job, options, staffing.before(listener), pool, mine));
        } catch (UserError e) {
            synchronized (this) {
                failures.put(number, e);
            }
        } catch (IOException | RuntimeException | Error e) {
            synchronized (this) {
                fault = e;
            }
            all.request();
        } finally {
            staffing.done();
        }
    }

    /** Where every sweep that has begun has a worker and there is another one. */
    private void awaitRoom() throws InterruptedException {
        synchronized (this) {
            while (preparing > 0) {
                wait();
            }
            preparing++;
        }
        pool.awaitIdle();
    }

    /** Tells once that a sweep has a worker, or needs none any more. */
    private final class Staffing {
        private boolean told;

        TuneListener before(TuneListener listener) {
            return new ForwardingListener(listener) {
                @Override
                public void started(SweepIdentity sweep, int total, int done, Baseline baseline) {
                    done();
                    super.started(sweep, total, done, baseline);
                }
            };
        }

        void done() {
            synchronized (Campaign.this) {
                if (!told) {
                    told = true;
                    preparing--;
                    Campaign.this.notifyAll();
                }
            }
        }
    }

    private synchronized void stopAll() {
        stops.forEach(Stop::request);
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void joinUninterruptibly(List<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
