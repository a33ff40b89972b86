package tilewright.tune.worker;

import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Keeps what builds programs and timed programs off the same processors: while something is timed, nothing is generated or compiled. First come,
 * first served, so that neither side starves.
 */
public final class Quiet {
    private final int threads;
    private final Semaphore permits;
    private final boolean needed;

    /**
     * @param threads that may make noise at the same time
     * @param needed whether timing needs the processors at all
     */
    public Quiet(int threads, boolean needed) {
        this.threads = threads;
        this.needed = needed;
        permits = new Semaphore(threads, true);
    }

    /** Generates or compiles, when nothing is timed. */
    public <T> T noisy(Supplier<T> work) throws InterruptedException {
        try (Hold _ = hold(1)) {
            return work.get();
        }
    }

    /** Nothing is generated or compiled until the result is closed. */
    public Hold quiet() throws InterruptedException {
        return hold(threads);
    }

    /** Whether somebody waits for another to end. */
    public boolean isAwaited() {
        return permits.hasQueuedThreads();
    }

    private Hold hold(int wanted) throws InterruptedException {
        if (!needed) {
            return () -> {};
        }
        permits.acquire(wanted);
        return () -> permits.release(wanted);
    }

    /** Ends with {@link #close()}. */
    @FunctionalInterface
    public interface Hold extends AutoCloseable {
        @Override
        void close();
    }
}
