package tilewright.kernel.emulate;

import java.util.HashMap;
import java.util.Map;

/**
 * What came before, of the blocks of one launch: of some blocks all accesses up to an epoch (the number of barriers that the
 * block has passed), of some threads their own accesses up to an epoch.
 */
final class Clock {
    private final Map<Integer, Integer> blocks = new HashMap<>();
    private final Map<Thread, Integer> threads = new HashMap<>();

    private record Thread(int block, int thread) {}

    /** Whether accesses of a thread in an epoch of its block came before. */
    boolean covers(int block, int epoch, int thread) {
        return blocks.getOrDefault(block, -1) >= epoch || threads.getOrDefault(new Thread(block, thread), -1) >= epoch;
    }

    /** All accesses of a block up to an epoch. */
    void add(int block, int epoch) {
        blocks.merge(block, epoch, Math::max);
    }

    /** All accesses of one thread up to an epoch. */
    void add(int block, int thread, int epoch) {
        threads.merge(new Thread(block, thread), epoch, Math::max);
    }

    void join(Clock that) {
        that.blocks.forEach((block, epoch) -> blocks.merge(block, epoch, Math::max));
        that.threads.forEach((thread, epoch) -> threads.merge(thread, epoch, Math::max));
    }
}
