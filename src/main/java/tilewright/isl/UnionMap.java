package tilewright.isl;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** A union of maps between different spaces. */
public final class UnionMap extends Relation<UnionMap> {
    UnionMap(Context context, long pointer) {
        super(Type.UNION_MAP, context, pointer);
    }

    /** Reads isl's notation. */
    public static UnionMap parse(Context context, String text) {
        return context.take(Type.UNION_MAP, "isl_union_map_read_from_str", context, text);
    }

    public static UnionMap empty(Space space) {
        return space.context().take(Type.UNION_MAP, "isl_union_map_empty", space);
    }

    public UnionMap applyRange(UnionMap other) {
        return take(Type.UNION_MAP, "isl_union_map_apply_range", this, other);
    }

    public UnionMap reverse() {
        return take(Type.UNION_MAP, "isl_union_map_reverse", this);
    }

    public UnionMap product(UnionMap other) {
        return take(Type.UNION_MAP, "isl_union_map_product", this, other);
    }

    public UnionMap intersectDomain(UnionSet set) {
        return take(Type.UNION_MAP, "isl_union_map_intersect_domain", this, set);
    }

    public UnionMap intersectRange(UnionSet set) {
        return take(Type.UNION_MAP, "isl_union_map_intersect_range", this, set);
    }

    public UnionMap zip() {
        return take(Type.UNION_MAP, "isl_union_map_zip", this);
    }

    public UnionSet domain() {
        return take(Type.UNION_SET, "isl_union_map_domain", this);
    }

    public UnionSet range() {
        return take(Type.UNION_SET, "isl_union_map_range", this);
    }

    public UnionSet wrap() {
        return take(Type.UNION_SET, "isl_union_map_wrap", this);
    }

    /** Pairs of domain elements whose images are in order. */
    public UnionMap lexLtUnionMap(UnionMap other) {
        return take(Type.UNION_MAP, "isl_union_map_lex_lt_union_map", this, other);
    }

    public int nMap() {
        return size("isl_union_map_n_map", this);
    }

    @Override
    boolean involvesLocals() {
        return getMapList().stream().anyMatch(Map::involvesLocals);
    }

    @Override
    int pieces() {
        return getMapList().stream().mapToInt(Map::pieces).sum();
    }

    public List<Map> getMapList() {
        return list(Type.MAP, "isl_union_map_get_map_list", this);
    }

    /** A relation computed exactly or, where isl cannot, as an overapproximation. */
    public record Closure(UnionMap relation, boolean exact) {}

    /** All positive powers, from the wrapped exponent to the wrapped pair. */
    public Closure power() {
        return closure("isl_union_map_power");
    }

    private Closure closure(String function) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment exact = arena.allocate(ValueLayout.JAVA_INT);
            return new Closure(take(Type.UNION_MAP, function, this, exact), exact.get(ValueLayout.JAVA_INT, 0) == 1);
        }
    }
}
