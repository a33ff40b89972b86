package tilewright.tune.build;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tilewright.tune.stored.Contender;
import tilewright.tune.worker.Quiet;

/**
 * Builds candidates ahead of their measurement: several threads generate and compile, each with a generator of its own, and
 * no more than a few candidates wait to be measured. They come in order, but for those that take longer to compile than others
 * behind them: a device never waits for one while another one is ready.
 */
public final class Builds implements AutoCloseable {
    private static final Duration LONGEST_COMPILATION = Duration.ofMinutes(2);

    private final Builder builder;
    private final Predicate<Contender> wanted;
    private final Supplier<ProgramSource> programs;
    private final Quiet quiet;
    private final Agenda agenda;
    /** What {@link #next} has not given yet, in the order in which the agenda gave it. */
    private final List<CompletableFuture<Build>> builds = new ArrayList<>();

    private final Semaphore room;
    private final List<Thread> workers = new ArrayList<>();
    private int given;
    private int taken;
    private boolean ended;

    /**
     * @param threads that build at the same time
     * @param quiet where generating and compiling must wait while something is timed
     * @param wanted asked just before a candidate is generated, by any thread: those refused are passed over
     */
    public Builds(
            Builder builder,
            Supplier<ProgramSource> programs,
            Agenda agenda,
            int threads,
            Quiet quiet,
            Predicate<Contender> wanted) {
        this.builder = builder;
        this.wanted = wanted;
        this.programs = programs;
        this.quiet = quiet;
        this.agenda = agenda;
        // What is chosen by measured times is not chosen further ahead than all threads have work.
        room = new Semaphore(agenda.learns() ? threads : 2 * threads);
        int most = Math.min(threads, agenda.left());
        for (int t = 0; t < most; t++) {
            workers.add(Thread.ofPlatform().daemon().name("build-" + t).start(this::work));
        }
        if (most == 0) {
            end();
        }
    }

    /** A contender to build, and where its build goes. */
    private record Task(Contender contender, CompletableFuture<Build> build) {}

    private void work() {
        Task task = null;
        try (ProgramSource source = quiet.noisy(programs)) {
            while (true) {
                room.acquire();
                Optional<Task> next = next(wanted);
                if (next.isEmpty()) {
                    return;
                }
                task = next.get();
                task.build().complete(build(task.contender(), source));
            }
        } catch (InterruptedException e) {
            // Closed: nobody waits for more.
        } catch (RuntimeException | Error e) {
            fail(task, e);
        }
    }

    /** Takes the next contender and its place in the order at the same time. */
    private synchronized Optional<Task> next(Predicate<Contender> which) {
        Optional<Contender> contender = agenda.next(which);
        if (contender.isEmpty()) {
            end();
            return Optional.empty();
        }
        Task task = new Task(contender.get(), new CompletableFuture<>());
        add(task.build());
        given++;
        return Optional.of(task);
    }

    private synchronized void end() {
        if (!ended) {
            ended = true;
            notifyAll();
        }
    }

    private synchronized void add(CompletableFuture<Build> build) {
        builds.add(build);
        build.whenComplete((_, _) -> tellReady());
    }

    private synchronized void tellReady() {
        notifyAll();
    }

    private synchronized void fail(@Nullable Task task, Throwable reason) {
        if (task == null || task.build().isDone()) {
            add(CompletableFuture.failedFuture(reason));
        } else {
            task.build().completeExceptionally(reason);
        }
    }

    private Build build(Contender contender, ProgramSource source) throws InterruptedException {
        return quiet.noisy(() -> builder.generate(contender, source).get());
    }

    /** The next candidate; empty after the last. */
    Optional<Build> next() throws InterruptedException {
        Optional<CompletableFuture<Build>> ready = ready();
        if (ready.isEmpty()) {
            return Optional.empty();
        }
        Build build = built(ready.get());
        room.release();
        return Optional.of(build);
    }

    /** The first one that is built; empty after the last. */
    private synchronized Optional<CompletableFuture<Build>> ready() throws InterruptedException {
        while (left() > 0) {
            for (CompletableFuture<Build> each : builds) {
                if (each.isDone()) {
                    builds.remove(each);
                    taken++;
                    return Optional.of(each);
                }
            }
            wait();
        }
        return Optional.empty();
    }

    /** How many contenders {@link #next} may still come to. */
    synchronized int left() {
        return given - taken + (ended ? 0 : agenda.left());
    }

    private static Build built(CompletableFuture<Build> build) throws InterruptedException {
        try {
            return build.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    /**
     * Stops building and waits for the compilers that are running: a library cannot be interrupted, and must not be at
     * work when the process ends or its files are deleted.
     */
    @Override
    public void close() {
        workers.forEach(Thread::interrupt);
        boolean interrupted = false;
        for (Thread worker : workers) {
            try {
                worker.join(LONGEST_COMPILATION);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
