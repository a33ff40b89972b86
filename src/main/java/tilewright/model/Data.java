package tilewright.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The contents of all arrays of a nest for given parameter values. */
public final class Data {
    private final Map<String, ArrayData> arrays;

    private Data(Map<String, ArrayData> arrays) {
        this.arrays = arrays;
    }

    /**
     * Zero arrays for these parameters.
     *
     * @throws UserError where a parameter has no value or an array does not fit in memory
     */
    public static Data allocate(LoopNest nest, Map<String, Long> parameters) {
        long[] values = SequentialOrder.parameters(nest, parameters);
        Map<String, ArrayData> arrays = new LinkedHashMap<>();
        for (ArrayDeclaration array : nest.arrays()) {
            arrays.put(array.name(), ArrayData.allocate(array, nest.parameters(), values));
        }
        return new Data(arrays);
    }

    /**
     * Arrays for these parameters, some of them given: they are used, not copied.
     *
     * @param given by name, a {@code float[]}, {@code double[]}, {@code byte[]}, {@code short[]} or {@code int[]} by type
     * @throws UserError where a parameter has no value, an array does not fit in memory, or a given one has another type or
     *     another number of elements
     */
    public static Data of(LoopNest nest, Map<String, Long> parameters, Map<String, Object> given) {
        long[] values = SequentialOrder.parameters(nest, parameters);
        Map<String, ArrayData> arrays = new LinkedHashMap<>();
        for (ArrayDeclaration array : nest.arrays()) {
            Object elements = given.get(array.name());
            arrays.put(
                    array.name(),
                    elements == null
                            ? ArrayData.allocate(array, nest.parameters(), values)
                            : ArrayData.of(array, nest.parameters(), values, elements));
        }
        return new Data(arrays);
    }

    /** The array of that name. */
    public ArrayData array(String name) {
        ArrayData array = arrays.get(name);
        if (array == null) {
            throw new IllegalArgumentException("no array " + name);
        }
        return array;
    }

    /** All arrays, in the nest's order. */
    public Map<String, ArrayData> arrays() {
        return Collections.unmodifiableMap(arrays);
    }

    /** An independent copy. */
    public Data copy() {
        Map<String, ArrayData> copies = new LinkedHashMap<>();
        arrays.forEach((name, array) -> copies.put(name, array.copy()));
        return new Data(copies);
    }

    /**
     * Refuses NaN and infinity: a comparison with them would say nothing.
     *
     * @param when e.g. {@code after the sequential run}
     * @throws UserError that names the first such element and asks for an {@code init}
     */
    public void requireFinite(String when) {
        for (ArrayData array : arrays.values()) {
            for (int i = 0; i < array.size(); i++) {
                if (!Double.isFinite(array.valueAt(i))) {
                    throw UserError.badInput(array.declaration().position() + ": error: "
                            + array.element(array.index(i)) + " is " + array.valueAt(i) + " " + when
                            + "; give the arrays initial values by 'init' lines that keep the computation finite");
                }
            }
        }
    }
}
