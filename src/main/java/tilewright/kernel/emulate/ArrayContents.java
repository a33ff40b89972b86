package tilewright.kernel.emulate;

import java.util.BitSet;
import tilewright.kernel.ScalarType;

/**
 * What stands in an array.
 *
 * @param bits of each element: integers as they are, floating-point numbers as their bits
 * @param set elements that have a value; others, such as the padding of rows, have none to be used
 */
public record ArrayContents(ScalarType type, long[] bits, BitSet set) {
    /** An array whose elements are all set. */
    public static ArrayContents of(ScalarType type, long... bits) {
        BitSet all = new BitSet(bits.length);
        all.set(0, bits.length);
        return new ArrayContents(type, bits, all);
    }

    /** Floating-point numbers or integers, as a type. */
    public static ArrayContents of(ScalarType type, double... values) {
        long[] bits = new long[values.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Arithmetic.ofDouble(type, values[i]);
        }
        return of(type, bits);
    }

    public int elements() {
        return bits.length;
    }

    /** An element as a number. */
    public double at(int element) {
        return Arithmetic.toDouble(type, bits[element]);
    }

    GlobalArray array(String name) {
        int[] origin = new int[bits.length];
        for (int i = set.nextClearBit(0); i < bits.length; i = set.nextClearBit(i + 1)) {
            origin[i] = Lanes.UNWRITTEN;
        }
        return new GlobalArray(name, type, bits.clone(), origin);
    }
}
