package tilewright.isl;

import java.util.List;

/** A union of sets of different spaces. */
public final class UnionSet extends Relation<UnionSet> {
    UnionSet(Context context, long pointer) {
        super(Type.UNION_SET, context, pointer);
    }

    /** Reads isl's notation. */
    public static UnionSet parse(Context context, String text) {
        return context.take(Type.UNION_SET, "isl_union_set_read_from_str", context, text);
    }

    public static UnionSet empty(Space space) {
        return space.context().take(Type.UNION_SET, "isl_union_set_empty", space);
    }

    public UnionSet apply(UnionMap map) {
        return take(Type.UNION_SET, "isl_union_set_apply", this, map);
    }

    public UnionSet universe() {
        return take(Type.UNION_SET, "isl_union_set_universe", this);
    }

    public UnionSet product(UnionSet other) {
        return take(Type.UNION_SET, "isl_union_set_product", this, other);
    }

    public UnionSet affineHull() {
        return take(Type.UNION_SET, "isl_union_set_affine_hull", this);
    }

    public UnionSet polyhedralHull() {
        return take(Type.UNION_SET, "isl_union_set_polyhedral_hull", this);
    }

    public UnionSet simpleHull() {
        return take(Type.UNION_SET, "isl_union_set_simple_hull", this);
    }

    public UnionSet addSet(Set set) {
        return take(Type.UNION_SET, "isl_union_set_add_set", this, set);
    }

    public UnionMap unwrap() {
        return take(Type.UNION_MAP, "isl_union_set_unwrap", this);
    }

    public UnionMap identity() {
        return take(Type.UNION_MAP, "isl_union_set_identity", this);
    }

    public UnionMap wrappedDomainMap() {
        return take(Type.UNION_MAP, "isl_union_set_wrapped_domain_map", this);
    }

    public UnionMap lexLtUnionSet(UnionSet other) {
        return take(Type.UNION_MAP, "isl_union_set_lex_lt_union_set", this, other);
    }

    public UnionMap lexLeUnionSet(UnionSet other) {
        return take(Type.UNION_MAP, "isl_union_set_lex_le_union_set", this, other);
    }

    public UnionMap lexGtUnionSet(UnionSet other) {
        return take(Type.UNION_MAP, "isl_union_set_lex_gt_union_set", this, other);
    }

    public UnionMap lexGeUnionSet(UnionSet other) {
        return take(Type.UNION_MAP, "isl_union_set_lex_ge_union_set", this, other);
    }

    public UnionMap fromDomain() {
        return take(Type.UNION_MAP, "isl_union_map_from_domain", this);
    }

    public UnionMap fromRange() {
        return take(Type.UNION_MAP, "isl_union_map_from_range", this);
    }

    public UnionMap productMap(UnionSet range) {
        return take(Type.UNION_MAP, "isl_union_map_from_domain_and_range", this, range);
    }

    public boolean isaSet() {
        return test("isl_union_set_isa_set", this);
    }

    public Set asSet() {
        return take(Type.SET, "isl_union_set_as_set", this);
    }

    public int nSet() {
        return size("isl_union_set_n_set", this);
    }

    public Point samplePoint() {
        return take(Type.POINT, "isl_union_set_sample_point", this);
    }

    @Override
    boolean involvesLocals() {
        return getSetList().stream().anyMatch(Set::involvesLocals);
    }

    @Override
    int pieces() {
        return getSetList().stream().mapToInt(Set::pieces).sum();
    }

    public List<Set> getSetList() {
        return list(Type.SET, "isl_union_set_get_set_list", this);
    }

    /** The set of one space, empty when there is none. */
    public Set extractSet(Space space) {
        return take(Type.SET, "isl_union_set_extract_set", new Context.Kept(this), space);
    }
}
