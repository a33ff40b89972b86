package tilewright.kernel.emulate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A block while it runs: its threads' registers, its memory, who of its threads is still there, and what it knows of other blocks. */
final class Block {
    final Launch launch;
    final int number;
    final Frame frame;
    final Run run;

    /** Barriers passed. */
    int epoch;
    /** Number of the present segment, see {@link Order}. */
    int segment;
    /** Whether the function that runs now is the last thing that its threads do. */
    boolean last = true;
    /** Threads that have left the function that runs now. */
    boolean[] returned;
    /** Whether there is one. */
    boolean someReturned;

    private final boolean[] exited;
    private final int[] liveInWarp;
    private int live;

    private final Clock clock = new Clock();
    private final Map<Integer, Clock> seenByThread = new HashMap<>();
    /** Asynchronous copies on their way, by thread: in groups, the newest of which ends where the thread waits. */
    private final Map<Integer, Deque<List<Runnable>>> copies = new HashMap<>();
    /** How to let other blocks run; null where blocks run one after another. */
    private final Interleaving.@Nullable Turn turn;

    Block(Run run, Launch launch, int number, Frame frame, Interleaving.@Nullable Turn turn) {
        this.run = run;
        this.launch = launch;
        this.number = number;
        this.frame = frame;
        this.turn = turn;
        int threads = launch.threads();
        returned = new boolean[threads];
        exited = new boolean[threads];
        liveInWarp = new int[Math.ceilDiv(threads, Active.WARP)];
        live = threads;
        for (int t = 0; t < threads; t++) {
            liveInWarp[t / Active.WARP]++;
        }
        segment = run.order().segment(this);
    }

    Order order() {
        return run.order();
    }

    Faults faults() {
        return run.faults();
    }

    /** Threads that have not ended. */
    int live() {
        return live;
    }

    int liveInWarp(int warp) {
        return liveInWarp[warp];
    }

    /** A thread ends. */
    void exit(int thread) {
        if (!exited[thread]) {
            exited[thread] = true;
            live--;
            liveInWarp[thread / Active.WARP]--;
        }
    }

    /** A thread leaves the function that runs now. */
    void leave(int thread) {
        returned[thread] = true;
        someReturned = true;
        if (last) {
            exit(thread);
        }
    }

    /** Some threads have come to the end of all that they do: ends them. */
    void exit(Active active) {
        for (int i = 0; i < active.count; i++) {
            exit(active.threads[i]);
        }
    }

    /** Whether every thread that has not ended is here. */
    boolean isAll(Active active) {
        return active.count == live;
    }

    /** A thread that should be here and is not. */
    int missing(Active active) {
        boolean[] here = new boolean[exited.length];
        for (int i = 0; i < active.count; i++) {
            here[active.threads[i]] = true;
        }
        for (int t = 0; t < here.length; t++) {
            if (!here[t] && !exited[t]) {
                return t;
            }
        }
        return -1;
    }

    /** All threads have come to a barrier. */
    void passBarrier() {
        seenByThread.values().forEach(clock::join);
        seenByThread.clear();
        nextSegment();
    }

    private void nextSegment() {
        epoch++;
        segment = run.order().segment(this);
    }

    /** All blocks have come to a barrier of the grid; the others' epochs before it are known. */
    void passGridBarrier(List<Block> all) {
        seenByThread.clear();
        all.forEach(b -> clock.add(b.number, b.epoch));
    }

    /** What a thread did before, to whoever comes later. */
    Clock before(int thread) {
        Clock before = new Clock();
        before.join(clock);
        Clock seen = seenByThread.get(thread);
        if (seen != null) {
            before.join(seen);
        }
        before.add(number, epoch - 1);
        before.add(number, thread, epoch);
        return before;
    }

    /** What a thread sees from now on; its block does after the next barrier. */
    void see(int thread, Clock released) {
        seenByThread.computeIfAbsent(thread, _ -> new Clock()).join(released);
    }

    /** Whether a thread here knows that an access of another one came before. */
    boolean hasSeen(int threadNow, int block, int epoch, int thread) {
        if (clock.covers(block, epoch, thread)) {
            return true;
        }
        Clock seen = seenByThread.get(threadNow);
        return seen != null && seen.covers(block, epoch, thread);
    }

    /** @param end what happens when the copy is awaited */
    void startCopy(int thread, Runnable end) {
        copies(thread).getLast().add(end);
    }

    /** @param later see {@link tilewright.kernel.Statement.AwaitCopies} */
    void awaitCopies(int thread, int later) {
        Deque<List<Runnable>> groups = copies(thread);
        while (groups.size() > later) {
            groups.removeFirst().forEach(Runnable::run);
        }
        groups.addLast(new ArrayList<>());
    }

    private Deque<List<Runnable>> copies(int thread) {
        return copies.computeIfAbsent(thread, _ -> new ArrayDeque<>(List.of(new ArrayList<>())));
    }

    /** Lets other blocks run, where they may wait for this one. */
    void pause() {
        if (turn != null) {
            turn.pause();
        }
    }

    /** Lets other blocks run until one of them has done something. */
    void await() {
        if (turn == null) {
            throw new IllegalStateException("blocks that wait for each other run one after another");
        }
        turn.await();
    }

    /** Has waited for other blocks, and goes on. */
    void goOn() {
        if (turn != null) {
            turn.wake();
        }
    }

    /** Waits until all blocks are here. */
    void gridBarrier() {
        if (turn == null) {
            throw new IllegalStateException("blocks that wait for each other run one after another");
        }
        turn.gridBarrier(this);
        nextSegment();
    }
}
