package tilewright.cli.output;

import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says what a long command is at: nothing in the first seconds, then a line on standard error, and further lines in
 * growing distances. Whoever measures shows progress of its own, and the
 * rest of the command is {@link #quiet}.
 *
 * <p>The command that runs is found by {@link #enter}, wherever it is; other threads and tests have none.
 */
public final class Progress implements AutoCloseable {
    /** Of the command that this thread runs. */
    public static final ScopedValue<Progress> CURRENT = ScopedValue.newInstance();

    private static final Duration FIRST = Duration.ofSeconds(5);

    private final PrintWriter err;
    private final Duration first;
    private final @Nullable Thread thread;
    private final long start = System.nanoTime();
    private volatile @Nullable String stage;
    private volatile boolean quiet;

    /** @param first when the first line is due */
    public Progress(PrintWriter err, Duration first) {
        this.err = err;
        this.first = first;
        thread = Thread.ofPlatform().daemon().name("progress").start(this::speak);
    }

    /** Lines after five seconds, ten, twenty and so on. */
    public static Progress to(PrintWriter err) {
        return new Progress(err, FIRST);
    }

    /** Says nothing, and knows what a command is at. */
    public static Progress silent() {
        return new Progress();
    }

    private Progress() {
        err = new PrintWriter(Writer.nullWriter());
        first = FIRST;
        thread = null;
    }

    /**
     * From here on the command is at something else.
     *
     * @param words e.g. "ranking candidates"
     */
    public static void enter(String words) {
        if (CURRENT.isBound()) {
            CURRENT.get().stage = words;
        }
    }

    /** While work is done, the command is at that; afterwards it is at what it was at before. */
    public static <T> T during(String words, Supplier<T> work) {
        if (!CURRENT.isBound()) {
            return work.get();
        }
        Progress progress = CURRENT.get();
        String before = progress.stage;
        progress.stage = words;
        try {
            return work.get();
        } finally {
            progress.stage = before;
        }
    }

    /** From here on nothing is said. */
    public static void quiet() {
        if (CURRENT.isBound()) {
            CURRENT.get().quiet = true;
        }
    }

    /** What the command is at, in words; null where nobody said. */
    @Nullable
    public String stage() {
        return stage;
    }

    private void speak() {
        try {
            for (long wait = first.toMillis(); ; wait *= 2) {
                Thread.sleep(Math.max(0, wait - millis()));
                String now = stage;
                if (now != null && !quiet) {
                    err.println("tilewright: " + now + ", " + Math.round(millis() / 1e3) + " s so far");
                    err.flush();
                }
            }
        } catch (InterruptedException e) {
            // The command has ended.
        }
    }

    private long millis() {
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }

    @Override
    public void close() {
        if (thread != null) {
            thread.interrupt();
        }
    }
}
