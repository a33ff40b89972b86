package tilewright.irregular.loops;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Variable;
import tilewright.model.ArrayData;

/** What must be made of the data before a program of loops runs. */
public sealed interface Inspection permits ColumnArcs, PackedRows, RowItems {
    /** The program's sizes that depend on the data. */
    List<Variable> sizes();

    /** Contents of the program's arrays, and values of its sizes. */
    record Made(Map<String, int[]> arrays, Map<String, Long> sizes) {
        /** The contents of one. */
        int[] array(Memory.Global array) {
            return Objects.requireNonNull(arrays.get(array.name()));
        }
    }

    /**
     * Makes them, in time that grows with the arcs.
     *
     * @param sizes of the nest
     * @param data the nest's arrays, by name
     * @param cacheBytes of the device's second-level cache
     */
    Made make(Map<String, Long> sizes, Function<String, ArrayData> data, long cacheBytes);
}
