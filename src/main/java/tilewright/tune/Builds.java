package tilewright.tune;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds candidates ahead of their measurement: several threads generate and compile, each with a generator of its own, and
 * no more than a few candidates wait to be measured. They come in order.
 */
final class Builds implements AutoCloseable {
    private static final Duration LONGEST_COMPILATION = Duration.ofMinutes(2);

    private final Builder builder;
    private final Predicate<Contender> wanted;
    private final Supplier<ProgramSource> programs;
    private final Quiet quiet;
    private final Agenda agenda;
    /** In the order in which the agenda gave them; the last one is empty. */
    private final BlockingQueue<CompletableFuture<Optional<Build>>> builds = new LinkedBlockingQueue<>();

    private final Semaphore room;
    private final List<Thread> workers = new ArrayList<>();
    private int given;
    private int taken;
    private boolean ended;

    /**
     * @param threads that build at the same time
     * @param quiet where compiling must wait while something is timed
     * @param wanted asked just before a candidate is generated, by any thread: those refused are passed over
     */
    Builds(
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
    private record Task(Contender contender, CompletableFuture<Optional<Build>> build) {}

    private void work() {
        Task task = null;
        try (ProgramSource source = programs.get()) {
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
        builds.add(task.build());
        given++;
        return Optional.of(task);
    }

    private synchronized void end() {
        if (!ended) {
            ended = true;
            builds.add(CompletableFuture.completedFuture(Optional.empty()));
        }
    }

    private synchronized void fail(@Nullable Task task, Throwable reason) {
        if (task == null || task.build().isDone()) {
            builds.add(CompletableFuture.failedFuture(reason));
        } else {
            task.build().completeExceptionally(reason);
        }
    }

    private Optional<Build> build(Contender contender, ProgramSource source) throws InterruptedException {
        Supplier<Build> compile = builder.generate(contender, source);
        return Optional.of(quiet.noisy(compile));
    }

    /** The next candidate; empty after the last. */
    Optional<Build> next() throws InterruptedException {
        if (left() == 0) {
            return Optional.empty();
        }
        Optional<Build> build = await(builds.take());
        synchronized (this) {
            taken += build.isPresent() ? 1 : 0;
        }
        room.release();
        return build;
    }

    /** How many contenders {@link #next} may still come to. */
    synchronized int left() {
        return given - taken + (ended ? 0 : agenda.left());
    }

    private static Optional<Build> await(CompletableFuture<Optional<Build>> build) throws InterruptedException {
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
