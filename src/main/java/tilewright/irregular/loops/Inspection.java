package tilewright.irregular.loops;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tilewright.kernel.Variable;
import tilewright.model.ArrayData;

/** What must be made of the data before a program of loops runs. */
public sealed interface Inspection permits ColumnArcs, RowItems {
    /** The program's sizes that depend on the data. */
    List<Variable> sizes();

    /** Contents of the program's arrays, and values of its sizes. */
    record Made(Map<String, int[]> arrays, Map<String, Long> sizes) {}

    /**
     * Makes them, in time that grows with the arcs.
     *
     * @param sizes of the nest
     * @param data the nest's arrays, by name
     * @param cacheBytes of the device's second-level cache
     */
    Made make(Map<String, Long> sizes, Function<String, ArrayData> data, long cacheBytes);
}
