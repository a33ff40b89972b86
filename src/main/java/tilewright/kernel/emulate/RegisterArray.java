package tilewright.kernel.emulate;

import java.util.Arrays;
import tilewright.kernel.Memory;

/** An array of each thread of a block. */
final class RegisterArray {
    final Memory.Register array;
    private final int threads;
    private final long[] bits;
    private final int[] origin;

    RegisterArray(Memory.Register array, int threads) {
        this.array = array;
        this.threads = threads;
        bits = new long[array.elements() * threads];
        origin = new int[array.elements() * threads];
        Arrays.fill(origin, Lanes.UNWRITTEN);
    }

    long bits(int element, int thread) {
        return bits[element * threads + thread];
    }

    int origin(int element, int thread) {
        return origin[element * threads + thread];
    }

    void set(int element, int thread, long value, int from) {
        bits[element * threads + thread] = value;
        origin[element * threads + thread] = from;
    }

    String element(int element) {
        return Subscripts.text(array.name(), array.shape(), element);
    }
}
