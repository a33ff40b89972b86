package tilewright.kernel.emulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which accesses come before which, whatever the interleaving: the happens-before order of a run, as the memory consistency model of
 * PTX (PTX ISA, "Memory Consistency Model": program order, barriers, release and acquire patterns, causality order)
 * and the streams of CUDA (Programming Guide, "Asynchronous Concurrent Execution") give it:
 *
 * <ul>
 *   <li>accesses of one thread, in the order of the program;
 *   <li>accesses of a block's threads before a barrier, before those after it;
 *   <li>accesses of a launch, before those of later launches of its stream, and of other streams once all have met;
 *   <li>with an ordered update, or an ordered store, what the thread did before, and what its block did before its last barrier, before what
 *       follows in a thread that comes to the same element later with an ordered update or load, and, after its next barrier, in its block;
 *   <li>accesses of a launch before a grid barrier, before those after it.
 * </ul>
 *
 * Warp operations order nothing: threads of a warp exchange registers there, and memory needs a barrier. Two accesses to one element are a race where
 * one of them writes, neither comes before the other, and they are not both strong (relaxed, ordered or atomic).
 *
 * <p>A segment is what one block does between two barriers; segments are numbered over the whole run.
 */
final class Order {
    private final List<Launch> launches = new ArrayList<>();
    private int[] launch = new int[64];
    private int[] block = new int[64];
    private int[] epoch = new int[64];
    private int segments;

    void begin(Launch next) {
        launches.add(next);
    }

    /** Begins a segment. */
    int segment(Block of) {
        if (segments == launch.length) {
            launch = Arrays.copyOf(launch, 2 * segments);
            block = Arrays.copyOf(block, 2 * segments);
            epoch = Arrays.copyOf(epoch, 2 * segments);
        }
        launch[segments] = of.launch.number();
        block[segments] = of.number;
        epoch[segments] = of.epoch;
        return segments++;
    }

    int launch(int segment) {
        return launch[segment];
    }

    /** Whether what a thread did in a segment comes before what another thread of a running block does now. */
    boolean precedes(int segment, int thread, Block now, int threadNow) {
        if (launch[segment] != now.launch.number()) {
            Launch before = launches.get(launch[segment]);
            return before.stream() == now.launch.stream() || before.meets() < now.launch.meets();
        }
        if (block[segment] == now.number && (epoch[segment] < now.epoch || thread == threadNow)) {
            return true;
        }
        return now.hasSeen(threadNow, block[segment], epoch[segment], thread);
    }

    /** Who it was, in words. */
    String who(int segment, int thread, Launch now) {
        String ofLaunch = launch[segment] == now.number()
                ? ""
                : " of kernel " + launches.get(launch[segment]).kernel() + ", launch " + launch[segment];
        return "block " + block[segment] + ", thread " + thread + ofLaunch;
    }
}
