package tilewright.codegen.ir;

import java.util.List;
import java.util.function.ToLongFunction;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;

/**
 * An array in memory: row-major, rows padded so that 16-byte accesses are aligned. Element (x_1..x_m) stands at
 * {@code ((x_1 - l_1) * e_2 + (x_2 - l_2)) * .. * pitch + (x_m - l_m)}, with lower bounds l and extents e; base
 * addresses are multiples of {@value #BASE_ALIGNMENT} bytes. A scalar is one element.
 *
 * @param bounds inclusive bounds of each dimension, affine in the parameters
 * @param window rows and columns of the part of it that is in memory, where that is one of its {@link tilewright.tiling.window.Windows}; else 0
 * @param narrow whether it has two dimensions, the last of constant length, and fewer than 2^31 elements at all sizes at
 *     which the program runs: offsets are 32 bits wide
 */
public record ArrayLayout(
        String name, DataType type, List<ArrayDeclaration.Bounds> bounds, boolean narrow, int window) {
    /** Bytes to which base addresses are aligned. */
    public static final int BASE_ALIGNMENT = 256;

    public ArrayLayout {
        bounds = List.copyOf(bounds);
    }

    /** An array of any size. */
    public ArrayLayout(String name, DataType type, List<ArrayDeclaration.Bounds> bounds) {
        this(name, type, bounds, false, 0);
    }

    public static ArrayLayout of(ArrayDeclaration array) {
        return new ArrayLayout(array.name(), array.type(), array.bounds());
    }

    /** The layout of a {@link #narrow} array. */
    public static ArrayLayout narrow(ArrayDeclaration array) {
        return new ArrayLayout(array.name(), array.type(), array.bounds(), true, 0);
    }

    /** The layout of a window of an array, which has the array's bounds. */
    public static ArrayLayout window(ArrayDeclaration array, int size) {
        return new ArrayLayout(array.name(), array.type(), array.bounds(), false, size);
    }

    /** Elements from one row in memory to the next: the array's, or those of its window. */
    public Affine rowLength() {
        return window > 0 ? Affine.constant(window) : pitch();
    }

    public int dimensions() {
        return bounds.size();
    }

    /** Elements from one row to the next: the last extent rounded up; 1 for a scalar. */
    public Affine pitch() {
        return bounds.isEmpty()
                ? Affine.constant(1)
                : GenerationLimits.pitch(bounds.getLast().extent(), type);
    }

    /** Number of rows: the product of all extents but the last; none where an extent is not positive. */
    public long rows(ToLongFunction<String> values) {
        long rows = 1;
        for (int d = 0; d + 1 < bounds.size(); d++) {
            rows = Math.multiplyExact(rows, Math.max(0, bounds.get(d).extent().evaluate(values)));
        }
        return rows;
    }

    /** Elements to allocate, padding included. */
    public long elements(ToLongFunction<String> values) {
        long elements = Math.multiplyExact(rows(values), Math.max(0, pitch().evaluate(values)));
        return narrow ? Math.toIntExact(elements) : elements;
    }

    /** Bytes to allocate, padding included; overflow throws {@link ArithmeticException}. */
    public long bytes(ToLongFunction<String> values) {
        return Math.multiplyExact(elements(values), (long) type.bytes());
    }
}
