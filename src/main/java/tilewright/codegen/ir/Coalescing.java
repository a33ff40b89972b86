package tilewright.codegen.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.FreshName;
import tilewright.model.LoopNest;
import tilewright.tiling.schedule.CoalescedLoops;

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
        lengths = Collections.unmodifiableMap(new LinkedHashMap<>(lengths));
        arrays = List.copyOf(arrays);
    }

    /**
     * The arrays that are seen otherwise, and names for the tables of where their elements stand.
     *
     * @param nest of the plan, whose names are taken
     */
    public static Coalescing of(CoalescedLoops loops, LoopNest nest) {
        Set<String> taken = FreshName.taken(nest);
        List<ScatteredArray> arrays = new ArrayList<>();
        for (ArrayDeclaration array : loops.written().arrays()) {
            CoalescedLoops.View view = loops.views().get(array.name());
            if (view != null) {
                List<String> tables = view.axes().stream()
                        .map(a -> a.isSeveral()
                                ? FreshName.numbered(array.name() + "_at_" + a.variable(), "_", taken::add)
                                : "")
                        .toList();
                arrays.add(new ScatteredArray(ArrayLayout.of(array), view, tables));
            }
        }
        return new Coalescing(loops.lengths(), arrays);
    }

    /** Lengths of axes by their parameters. */
    public Map<String, Long> lengths(Map<String, Long> sizes) {
        return CoalescedLoops.lengths(lengths, sizes);
    }

    /** Memory for the tables. */
    public List<ArrayLayout> layouts() {
        return tables().stream()
                .map(t -> new ArrayLayout(
                        t.name(),
                        DataType.LONG,
                        t.axis().digits().stream()
                                .map(d -> new ArrayDeclaration.Bounds(
                                        Affine.constant(0), d.extent().plus(-1)))
                                .toList()))
                .toList();
    }

    /** The nest where views of arrays have neighbours that are neighbours in memory, as far as they ever are. */
    public LoopNest withNeighbours(LoopNest nest) {
        return nest.with(
                nest.arrays().stream()
                        .map(a -> array(a.name())
                                .filter(s -> !s.isAligned().equals(Condition.FALSE))
                                .map(_ -> a.apart(Condition.FALSE))
                                .orElse(a))
                        .toList(),
                nest.body());
    }

    /** The same for a launch that accesses some arrays alone. */
    public Coalescing of(Set<String> used) {
        return new Coalescing(
                lengths,
                arrays.stream().filter(a -> used.contains(a.layout().name())).toList());
    }

    /** The array, where kernels see it so. */
    public Optional<ScatteredArray> array(String name) {
        return arrays.stream().filter(a -> a.layout().name().equals(name)).findFirst();
    }

    /** The bounds of an array's dimensions, as kernels see it. */
    public List<ArrayDeclaration.Bounds> bounds(ArrayLayout layout) {
        return array(layout.name()).map(ScatteredArray::bounds).orElse(layout.bounds());
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
