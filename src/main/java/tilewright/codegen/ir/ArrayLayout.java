package tilewright.codegen.ir;

import java.util.List;
import java.util.function.ToLongFunction;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.LinearForm;

/**
 * An array in memory: row-major, rows padded so that 16-byte accesses are aligned. A row is the last dimension, and where that is short
 * ({@link GenerationLimits#isShort}) the one before as well, and so on: components of points lie beside each other, points in a row. Element (x_1..x_m) stands at
 * {@code ((x_1 - l_1) * e_2 + (x_2 - l_2)) * .. * pitch + column}, with lower bounds l and extents e; its column is {@code x_m - l_m}, in rows
 * of two dimensions {@code (x_(m-1) - l_(m-1)) * e_m + (x_m - l_m)}. Base addresses are multiples of {@value #BASE_ALIGNMENT} bytes. A scalar is one element.
 *
 * <p>Example: a row of {@code float image[h][w][3]} is {@code 3*w} elements.
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

    /** How many dimensions a row has, the last ones; 0 for a scalar. */
    public int inRow() {
        int dimensions = Math.min(1, bounds.size());
        while (!narrow
                && window == 0
                && dimensions < bounds.size()
                && GenerationLimits.isShort(
                        bounds.get(bounds.size() - dimensions).extent())) {
            dimensions++;
        }
        return dimensions;
    }

    /** The dimensions that are no part of a row, outermost first. */
    public List<ArrayDeclaration.Bounds> outer() {
        return bounds.subList(0, bounds.size() - inRow());
    }

    /** Whether it has several rows, so that where an element stands depends on the {@link #pitch}. */
    public boolean hasRows() {
        return inRow() < bounds.size();
    }

    /** Elements of a row, without padding; 1 for a scalar. */
    public Affine columns() {
        Affine columns = Affine.constant(1);
        for (ArrayDeclaration.Bounds each :
                bounds.subList(outer().size(), bounds.size()).reversed()) {
            columns = each.extent().times(LinearForm.of(columns).constant());
        }
        return columns;
    }

    /** The place of an element in its row. */
    public Affine column(List<Affine> indices) {
        Affine column = Affine.constant(0);
        for (int d = outer().size(); d < bounds.size(); d++) {
            boolean first = d == outer().size();
            long extent = first ? 0 : LinearForm.of(bounds.get(d).extent()).constant();
            Affine step = indices.get(d).minus(bounds.get(d).lower());
            column = first ? step : column.times(extent).plus(step);
        }
        return column;
    }

    /** Elements from one row to the next: those of a row rounded up; 1 for a scalar. */
    public Affine pitch() {
        return bounds.isEmpty() ? Affine.constant(1) : GenerationLimits.pitch(columns(), type);
    }

    /** Number of rows: the product of all {@link #outer} extents; none where an extent is not positive. */
    public long rows(ToLongFunction<String> values) {
        long rows = 1;
        for (ArrayDeclaration.Bounds each : outer()) {
            rows = Math.multiplyExact(rows, Math.max(0, each.extent().evaluate(values)));
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
