package tilewright.kernel.emulate;

import java.util.Arrays;
import tilewright.kernel.Memory;

/** An array in a block's memory while a function runs. */
final class SharedArray {
    final Memory.Shared array;
    final long[] bits;
    final int[] origin;
    /** Bytes from the start of the block's memory. */
    private final int start;

    SharedArray(Memory.Shared array, int start) {
        this.array = array;
        this.start = start;
        bits = new long[array.elements()];
        origin = new int[array.elements()];
        forget();
    }

    /** The same array of another block. */
    SharedArray fresh() {
        return new SharedArray(array, start);
    }

    /** What was here before is nothing to whoever comes now. */
    void forget() {
        Arrays.fill(origin, Lanes.UNWRITTEN);
    }

    /** Bytes of an element from the start of the block's memory. */
    int address(int element) {
        return start + element * array.type().bytes();
    }

    boolean overlaps(SharedArray other) {
        return start < other.start + other.array.bytes() && other.start < start + array.bytes();
    }

    String element(int element) {
        return Subscripts.text(array.name(), array.shape(), element);
    }
}
