package tilewright.isl;

import java.util.List;

/** A union of maps between different spaces. */
public final class UnionMap extends Relation<UnionMap> {
    UnionMap(Context context, long pointer) {
        super(Type.UNION_MAP, context, pointer);
    }

    /** Reads isl's notation. */
    public static UnionMap parse(Context context, String text) {
        return context.read(Type.UNION_MAP, text);
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

    public UnionMap intersectDomain(UnionSet set) {
        return take(Type.UNION_MAP, "isl_union_map_intersect_domain", this, set);
    }

    public UnionMap intersectRange(UnionSet set) {
        return take(Type.UNION_MAP, "isl_union_map_intersect_range", this, set);
    }

    public UnionSet domain() {
        return take(Type.UNION_SET, "isl_union_map_domain", this);
    }

    public UnionSet range() {
        return take(Type.UNION_SET, "isl_union_map_range", this);
    }

    /** Pairs of domain elements whose images are in order. */
    public UnionMap lexLtUnionMap(UnionMap other) {
        return take(Type.UNION_MAP, "isl_union_map_lex_lt_union_map", this, other);
    }

    @Override
    boolean involvesLocals() {
        return getMapList().stream().anyMatch(Map::involvesLocals);
    }

    @Override
    public int pieces() {
        return getMapList().stream().mapToInt(Map::pieces).sum();
    }

    public List<Map> getMapList() {
        return list(Type.MAP, "isl_union_map_get_map_list", this);
    }
}
