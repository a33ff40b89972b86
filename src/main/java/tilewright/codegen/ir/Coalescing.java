package tilewright.codegen.ir;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.model.Affine;

/**
 * What a program needs to know of loops that are one axis.
 *
 * @param lengths of such axes, by the parameters that kernels get, as factors
 * @param arrays that kernels see otherwise than they lie in memory
 */
public record Coalescing(Map<String, List<Affine>> lengths, List<ScatteredArray> arrays) {
    /** Every loop is by itself. */
    public static final Coalescing NONE = new Coalescing(Map.of(), List.of());

    public Coalescing {
        lengths = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(lengths));
        arrays = List.copyOf(arrays);
    }

    /** The array, where kernels see it so. */
    public Optional<ScatteredArray> array(String name) {
        return arrays.stream().filter(a -> a.layout().name().equals(name)).findFirst();
    }

    /** All tables. */
    public List<ScatteredArray.Table> tables() {
        return arrays.stream().flatMap(a -> a.ownTables().stream()).toList();
    }
}
