package tilewright.graph;

import java.util.Arrays;
import java.util.BitSet;
import tilewright.model.ArrayData;

/** Index arrays as integers. */
final class Integers {
    /** A bit per value of the range is worth it up to that many bits per element. */
    private static final int BITS_PER_ELEMENT = 64;

    private Integers() {}

    /** The elements; those of a 32-bit array themselves, not copied. */
    static int[] of(ArrayData array) {
        if (array.elements() instanceof int[] elements) {
            return elements;
        }
        int[] copy = new int[array.size()];
        Arrays.setAll(copy, i -> (int) array.valueAt(i));
        return copy;
    }

    /** The first position whose value stands at an earlier one too, or -1. */
    static int firstRepeated(int[] values) {
        if (values.length == 0) {
            return -1;
        }
        int least = Arrays.stream(values).min().orElseThrow();
        int most = Arrays.stream(values).max().orElseThrow();
        long range = (long) most - least + 1;
        if (range <= (long) BITS_PER_ELEMENT * values.length && range < TupleList.MOST) {
            BitSet seen = new BitSet((int) range);
            for (int i = 0; i < values.length; i++) {
                int bit = values[i] - least;
                if (seen.get(bit)) {
                    return i;
                }
                seen.set(bit);
            }
            return -1;
        }
        long[] keys = new long[values.length];
        Arrays.setAll(keys, i -> (long) values[i] << 32 | i);
        Arrays.parallelSort(keys);
        int found = -1;
        for (int i = 1; i < keys.length; i++) {
            int position = (int) keys[i];
            if (keys[i] >> 32 == keys[i - 1] >> 32 && (found < 0 || position < found)) {
                found = position;
            }
        }
        return found;
    }
}
