package tilewright.tune;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;

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
    private final List<Contender> contenders;
    /** One per contender; empty for those that were passed over. */
    private final List<CompletableFuture<Optional<Build>>> builds = new ArrayList<>();

    private final Semaphore room;
    private final List<Thread> workers = new ArrayList<>();
    private final AtomicInteger started = new AtomicInteger();
    private int taken;

    /**
     * @param threads that build at the same time
     * @param quiet where compiling must wait while something is timed
     * @param wanted asked just before a candidate is generated, by any thread: those refused are passed over
     */
    Builds(
            Builder builder,
            Supplier<ProgramSource> programs,
            List<Contender> contenders,
            int threads,
            Quiet quiet,
            Predicate<Contender> wanted) {
        this.builder = builder;
        this.wanted = wanted;
        this.programs = programs;
        this.quiet = quiet;
        this.contenders = List.copyOf(contenders);
        contenders.forEach(c -> builds.add(new CompletableFuture<>()));
        room = new Semaphore(2 * threads);
        for (int t = 0; t < Math.min(threads, contenders.size()); t++) {
            workers.add(Thread.ofPlatform().daemon().name("build-" + t).start(this::work));
        }
    }

    private void work() {
        try (ProgramSource source = programs.get()) {
            while (true) {
                room.acquire();
                int number = started.getAndIncrement();
                if (number >= contenders.size()) {
                    return;
                }
                builds.get(number).complete(build(contenders.get(number), source));
            }
        } catch (InterruptedException e) {
            // Closed: nobody waits for more.
        } catch (RuntimeException | Error e) {
            builds.forEach(b -> b.completeExceptionally(e));
        }
    }

    private Optional<Build> build(Contender contender, ProgramSource source) throws InterruptedException {
        if (!wanted.test(contender)) {
            return Optional.empty();
        }
        Supplier<Build> compile = builder.generate(contender, source);
        return Optional.of(quiet.noisy(compile));
    }

    /** The next candidate; empty after the last. */
    Optional<Build> next() throws InterruptedException {
        while (taken < builds.size()) {
            Optional<Build> build = await(builds.get(taken));
            taken++;
            room.release();
            if (build.isPresent()) {
                return build;
            }
        }
        return Optional.empty();
    }

    /** How many contenders {@link #next} has not come to. */
    int left() {
        return contenders.size() - taken;
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
