package tilewright.tune.build;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Gives every candidate to one worker, and to another one when it comes back: each is settled exactly once, and nobody
 * goes home while one may still come back.
 */
public final class Handout {
    private final Builds builds;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<Build> returned = new ArrayDeque<>();

    private volatile int outstanding;
    private boolean exhausted;
    private volatile boolean closed;
    private @Nullable RuntimeException failure;
    private double waitedSeconds;
    /** Candidates that nobody has; read without the lock. */
    private volatile int waiting;

    public Handout(Builds builds) {
        this.builds = builds;
        waiting = builds.left();
        exhausted = waiting == 0;
    }

    /** The next candidate; empty when none is left to be measured, by anybody. */
    public Optional<Build> next() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed) {
                Optional<Build> build = take();
                if (build.isPresent()) {
                    outstanding++;
                    return build;
                }
                if (outstanding == 0) {
                    break;
                }
                changed.await();
            }
            return Optional.empty();
        } finally {
            waiting = builds.left() + returned.size();
            lock.unlock();
        }
    }

    private Optional<Build> take() throws InterruptedException {
        if (!returned.isEmpty()) {
            return Optional.of(returned.remove());
        }
        if (exhausted) {
            return Optional.empty();
        }
        long before = System.nanoTime();
        Optional<Build> build = builds.next();
        waitedSeconds += (System.nanoTime() - before) * 1e-9;
        exhausted = builds.left() == 0;
        if (exhausted) {
            changed.signalAll();
        }
        return build;
    }

    /** A candidate that {@link #next} gave is done. */
    public void settle() {
        change(() -> outstanding--);
    }

    /** A candidate that {@link #next} gave was not measured. */
    public void giveBack(Build build) {
        change(() -> {
            outstanding--;
            returned.add(build);
            waiting = builds.left() + returned.size();
        });
    }

    /** Gives out no more. */
    public void close() {
        change(() -> closed = true);
    }

    /** Gives out no more, and {@link #await} throws the first such reason. */
    public void fail(RuntimeException reason) {
        change(() -> {
            closed = true;
            failure = failure == null ? reason : failure;
        });
    }

    private void change(Runnable what) {
        lock.lock();
        try {
            what.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether one more worker would find something to do.
     *
     * @param present how many are at it; those without a candidate will take one
     */
    public boolean wantsOneMore(int present) {
        return !closed && waiting > present - outstanding;
    }

    /** Waits until every candidate is settled, or, after {@link #close}, every one that was given out. */
    public void await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (failure == null && !(outstanding == 0 && (closed || exhausted && returned.isEmpty()))) {
                changed.await();
            }
            if (failure != null) {
                throw failure;
            }
        } finally {
            lock.unlock();
        }
    }

    /** How long workers had nothing to do because no candidate was compiled. */
    public double waitedSeconds() {
        return waitedSeconds;
    }
}
