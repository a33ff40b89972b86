package tilewright.kernel.emulate;

import java.util.function.IntPredicate;
import tilewright.kernel.Simt;

/**
 * The threads of a block that execute something together, in the order in which they do; the threads of one warp stand together.
 * A list that grows up to all threads of the block.
 */
final class Active {
    /** Threads of a warp. */
    static final int WARP = Simt.WARP;

    final int[] threads;
    int count;
    private int warps = -1;

    Active(int most) {
        threads = new int[most];
    }

    /** The threads of a list that satisfy a condition. */
    static Active of(Active from, IntPredicate condition) {
        Active active = new Active(from.count);
        for (int i = 0; i < from.count; i++) {
            if (condition.test(from.threads[i])) {
                active.add(from.threads[i]);
            }
        }
        return active.count == from.count ? from : active;
    }

    void add(int thread) {
        threads[count++] = thread;
        warps = -1;
    }

    /** Number of warps that have a thread here. */
    int warps() {
        if (warps < 0) {
            int found = 0;
            int last = -1;
            for (int i = 0; i < count; i++) {
                int warp = threads[i] / WARP;
                found += warp == last ? 0 : 1;
                last = warp;
            }
            warps = found;
        }
        return warps;
    }

    /** Position behind the last thread of the warp whose first thread here stands at a position. */
    int endOfWarp(int position) {
        int warp = threads[position] / WARP;
        int end = position + 1;
        while (end < count && threads[end] / WARP == warp) {
            end++;
        }
        return end;
    }
}
