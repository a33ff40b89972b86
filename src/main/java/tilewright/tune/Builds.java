package tilewright.tune;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Builds candidates ahead of their measurement, in order: one thread generates, others compile, and no more than a few
 * wait to be measured.
 */
final class Builds implements AutoCloseable {
    private static final Duration LONGEST_COMPILATION = Duration.ofMinutes(2);

    private final Builder builder;
    private final Predicate<Contender> wanted;
    private final Supplier<ProgramSource> programs;
    private final Quiet quiet;
    private final BlockingQueue<Optional<Future<Build>>> queue = new LinkedBlockingQueue<>();
    private final Semaphore room;
    private final ExecutorService compilers;
    private final Thread generator;

    /**
     * @param threads that compile at the same time
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
        room = new Semaphore(2 * threads);
        compilers = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().daemon().name("compile-", 0).factory());
        generator = Thread.ofPlatform().daemon().name("generate").start(() -> generateAll(contenders));
    }

    private void generateAll(List<Contender> contenders) {
        try (ProgramSource source = programs.get()) {
            for (Contender contender : contenders) {
                room.acquire();
                if (!wanted.test(contender)) {
                    room.release();
                    continue;
                }
                Supplier<Build> compile = builder.generate(contender, source);
                queue.add(Optional.of(compilers.submit(() -> quiet.noisy(compile))));
            }
        } catch (InterruptedException | RejectedExecutionException e) {
            // Closed: nobody waits for more.
        } catch (RuntimeException | Error e) {
            queue.add(Optional.of(CompletableFuture.failedFuture(e)));
        } finally {
            queue.add(Optional.empty());
        }
    }

    /** The next candidate; empty after the last. */
    Optional<Build> next() throws InterruptedException {
        Optional<Future<Build>> future = queue.take();
        if (future.isEmpty()) {
            queue.add(future);
            return Optional.empty();
        }
        try {
            Build build = future.get().get();
            room.release();
            return Optional.of(build);
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
        generator.interrupt();
        compilers.shutdownNow();
        boolean interrupted = false;
        try {
            generator.join();
            compilers.awaitTermination(LONGEST_COMPILATION.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
