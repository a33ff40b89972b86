package tilewright.kernel.emulate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs blocks that may wait for each other: one at a time, each until it lets others go on, in random order. The block that lets others go on finds out who
 * does and wakes that one, or just goes on: to have a thread between them that does so takes several times as long as what blocks do in between.
 */
final class Interleaving {
    private final RandomGenerator random;
    private final List<Turn> turns = new ArrayList<>();
    /** Where nobody goes on. */
    private final Semaphore end = new Semaphore(0);

    private boolean allEnded;
    private boolean stopped;
    private @Nullable Throwable failure;

    Interleaving(RandomGenerator random) {
        this.random = random;
    }

    /** One block's part. */
    final class Turn {
        private final Semaphore go = new Semaphore(0);
        private @Nullable Block atBarrier;
        /** Whether it waits for what none has done since it looked. */
        private boolean waits;

        private boolean done;

        /** Lets others go on. */
        void pause() {
            wake();
            handOver();
        }

        /** Goes on when others have done something. */
        void await() {
            waits = true;
            handOver();
        }

        /** Those that wait may look again: the block has done something, or is about to. */
        void wake() {
            turns.forEach(t -> t.waits = false);
        }

        private void handOver() {
            Turn next = next();
            if (next != this) {
                pass(next);
                go.acquireUninterruptibly();
            }
            if (stopped) {
                throw new Faults.Stopped();
            }
        }

        /** Goes on when all blocks have come here. */
        void gridBarrier(Block block) {
            atBarrier = block;
            pause();
        }

        private void run(Runnable block) {
            go.acquireUninterruptibly();
            if (stopped) {
                return;
            }
            Turn next = null;
            try {
                block.run();
                done = true;
                wake();
                next = next();
            } catch (Throwable e) {
                if (stopped) {
                    return;
                }
                failure = e;
            }
            pass(next);
        }
    }

    /**
     * Runs blocks to their ends.
     *
     * @param block what to do in the numbered block
     * @return whether all ended; else some wait for each other, or for blocks that have ended
     */
    boolean run(int blocks, Function<Turn, Runnable> block) {
        List<Thread> threads = new ArrayList<>();
        for (int b = 0; b < blocks; b++) {
            Turn turn = new Turn();
            turns.add(turn);
            Runnable runnable = block.apply(turn);
            threads.add(Thread.ofVirtual().start(() -> turn.run(runnable)));
        }
        try {
            pass(next());
            end.acquireUninterruptibly();
            switch (failure) {
                case null -> {}
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                default -> throw new IllegalStateException(failure);
            }
            return allEnded;
        } finally {
            stopped = true;
            turns.forEach(t -> t.go.release());
            threads.forEach(Interleaving::join);
        }
    }

    private void pass(@Nullable Turn next) {
        (next == null ? end : next.go).release();
    }

    /** Who goes on; null where nobody does. */
    private @Nullable Turn next() {
        while (true) {
            List<Turn> ready = new ArrayList<>();
            for (Turn turn : turns) {
                if (!turn.done && !turn.waits && turn.atBarrier == null) {
                    ready.add(turn);
                }
            }
            if (!ready.isEmpty()) {
                return ready.get(random.nextInt(ready.size()));
            }
            List<Block> waiting = new ArrayList<>();
            turns.stream().filter(t -> t.atBarrier != null).forEach(t -> waiting.add(t.atBarrier));
            if (waiting.size() < turns.size() || turns.isEmpty()) {
                allEnded = turns.stream().allMatch(t -> t.done);
                return null;
            }
            waiting.forEach(b -> b.passGridBarrier(waiting));
            waiting.getFirst().run.phase().next();
            turns.forEach(t -> t.atBarrier = null);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
