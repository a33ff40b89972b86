package tilewright.device;

import java.util.stream.LongStream;
import tilewright.model.DataType;
import tilewright.model.LargeArrays;

/**
 * An array in memory at given sizes: {@code rows} rows of {@code columns} elements, each row followed by padding up to
 * {@code pitch} elements. A scalar is one row of one element.
 *
 * @param rows product of all extents but the last
 * @param columns last extent
 * @param pitch elements from one row to the next
 */
public record ArrayShape(String name, DataType type, long rows, long columns, long pitch) {
    public ArrayShape {
        if (rows < 0 || columns < 0 || pitch < columns) {
            throw new IllegalArgumentException(
                    "array " + name + ": " + rows + " rows of " + columns + " elements with pitch " + pitch);
        }
    }

    /** Bytes with padding, without guard zones: a multiple of {@value Integer#BYTES}. */
    public long bytes() {
        long bytes = Math.multiplyExact(Math.multiplyExact(rows, pitch), (long) type.bytes());
        return Math.ceilDiv(bytes, Integer.BYTES) * Integer.BYTES;
    }

    /** Number of elements, without padding. */
    public long elements() {
        return Math.multiplyExact(rows, columns);
    }

    /** All rows from 0, in order; those of a large array are shared by all processors. */
    LongStream eachRow() {
        LongStream each = LongStream.range(0, rows);
        return isLarge() ? each.parallel() : each;
    }

    /** Whether looking at all elements is worth several processors. */
    boolean isLarge() {
        return LargeArrays.areWorthSharing(elements());
    }

    /** Where the element of a row and column stands, in elements. */
    public long position(long row, long column) {
        return row * pitch + column;
    }
}
