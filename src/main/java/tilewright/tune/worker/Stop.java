package tilewright.tune.worker;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl-C, or any other polite end of this process: interrupts the thread that made this, and holds the end up until
 * that thread has saved what it has.
 */
public final class Stop implements AutoCloseable {
    private static final long WAIT_SECONDS = 30;

    private final Thread worker = Thread.currentThread();
    private final CountDownLatch saved = new CountDownLatch(1);
    private final Thread hook = Thread.ofPlatform().name("stop").unstarted(this::stopAndWait);
    /** Null where the end of this process is heard of here. */
    private final @Nullable Stop over;

    private boolean requested;
    private boolean armed = true;

    public Stop() {
        over = null;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private Stop(Stop over) {
        this.over = over;
    }

    /** For one of several threads; who holds the other one up passes requests on. */
    public static Stop under(Stop over) {
        return new Stop(over);
    }

    /** As Ctrl-C does, without waiting. */
    public synchronized void request() {
        requested = true;
        if (armed) {
            worker.interrupt();
        }
    }

    /** Whether somebody wants the work to end. */
    public synchronized boolean requested() {
        return requested || over != null && over.requested();
    }

    /** From now on the thread is not interrupted any more; an interrupt under way is taken back. */
    public synchronized void disarm() {
        armed = false;
        Thread.interrupted();
    }

    private void stopAndWait() {
        request();
        try {
            boolean done = saved.await(WAIT_SECONDS, TimeUnit.SECONDS);
            if (!done) {
                System.err.println("results of the candidate that was under way are lost");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** All is saved. */
    @Override
    public void close() {
        disarm();
        saved.countDown();
        if (over == null && !requested()) {
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }
}
