package tilewright.kernel.count;

import java.util.Arrays;
import java.util.function.IntPredicate;

/** Some threads of a block, by number, in order. */
final class Threads {
    private Threads() {}

    static int[] those(int[] active, IntPredicate some) {
        int[] found = new int[active.length];
        int count = 0;
        for (int t : active) {
            if (some.test(t)) {
                found[count++] = t;
            }
        }
        return count == active.length ? active : Arrays.copyOf(found, count);
    }

    static int[] where(Numbers condition, int[] active, boolean holds) {
        if (active.length > 0 && condition.isCommon()) {
            return condition.of(active[0]) != 0 == holds ? active : new int[0];
        }
        return those(active, t -> condition.of(t) != 0 == holds);
    }
}
