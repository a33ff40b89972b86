package tilewright.codegen.ir;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.model.Affine;
import tilewright.model.Condition;

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

    /** When elements that are neighbours in views of arrays are neighbours in memory, as far as they ever are; false where they are nowhere. */
    public Condition isAligned() {
        List<Condition> some = arrays.stream()
                .map(ScatteredArray::isAligned)
                .filter(c -> !c.equals(Condition.FALSE))
                .distinct()
                .toList();
        return some.isEmpty() ? Condition.FALSE : some.size() == 1 ? some.getFirst() : new Condition.And(some);
    }

    /** All tables. */
    public List<ScatteredArray.Table> tables() {
        return arrays.stream().flatMap(a -> a.ownTables().stream()).toList();
    }
}
