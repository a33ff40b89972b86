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

    public UnionMap applyDomain(UnionMap other) {
        return take(Type.UNION_MAP, "isl_union_map_apply_domain", this, other);
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

    public UnionMap domainProduct(UnionMap other) {
        return take(Type.UNION_MAP, "isl_union_map_domain_product", this, other);
    }

    public UnionMap rangeProduct(UnionMap other) {
        return take(Type.UNION_MAP, "isl_union_map_range_product", this, other);
    }

    public UnionMap flatDomainProduct(UnionMap other) {
        return take(Type.UNION_MAP, "isl_union_map_flat_domain_product", this, other);
    }

    public UnionMap flatRangeProduct(UnionMap other) {
        return take(Type.UNION_MAP, "isl_union_map_flat_range_product", this, other);
    }

    /** From each pair, wrapped, to its first element. */
    public UnionMap domainMap() {
        return take(Type.UNION_MAP, "isl_union_map_domain_map", this);
    }

    /** From each pair, wrapped, to its second element. */
    public UnionMap rangeMap() {
        return take(Type.UNION_MAP, "isl_union_map_range_map", this);
    }

    public UnionMap intersectDomain(UnionSet set) {
        return take(Type.UNION_MAP, "isl_union_map_intersect_domain", this, set);
    }

    public UnionMap intersectRange(UnionSet set) {
        return take(Type.UNION_MAP, "isl_union_map_intersect_range", this, set);
    }

    public UnionMap subtractDomain(UnionSet set) {
        return take(Type.UNION_MAP, "isl_union_map_subtract_domain", this, set);
    }

    public UnionMap subtractRange(UnionSet set) {
        return take(Type.UNION_MAP, "isl_union_map_subtract_range", this, set);
    }

    public UnionMap gistDomain(UnionSet context) {
        return take(Type.UNION_MAP, "isl_union_map_gist_domain", this, context);
    }

    public UnionMap gistRange(UnionSet context) {
        return take(Type.UNION_MAP, "isl_union_map_gist_range", this, context);
    }

    public UnionMap deltasMap() {
        return take(Type.UNION_MAP, "isl_union_map_deltas_map", this);
    }

    public UnionMap zip() {
        return take(Type.UNION_MAP, "isl_union_map_zip", this);
    }

    public UnionMap curry() {
        return take(Type.UNION_MAP, "isl_union_map_curry", this);
    }

    public UnionMap uncurry() {
        return take(Type.UNION_MAP, "isl_union_map_uncurry", this);
    }

    public UnionMap domainFactorDomain() {
        return take(Type.UNION_MAP, "isl_union_map_domain_factor_domain", this);
    }

    public UnionMap domainFactorRange() {
        return take(Type.UNION_MAP, "isl_union_map_domain_factor_range", this);
    }

    public UnionMap rangeFactorDomain() {
        return take(Type.UNION_MAP, "isl_union_map_range_factor_domain", this);
    }

    public UnionMap rangeFactorRange() {
        return take(Type.UNION_MAP, "isl_union_map_range_factor_range", this);
    }

    public UnionMap factorDomain() {
        return take(Type.UNION_MAP, "isl_union_map_factor_domain", this);
    }

    public UnionMap factorRange() {
        return take(Type.UNION_MAP, "isl_union_map_factor_range", this);
    }

    public UnionMap fixedPowerVal(Val exponent) {
        return take(Type.UNION_MAP, "isl_union_map_fixed_power_val", this, exponent);
    }

    public UnionMap preimageDomainMultiAff(MultiAff function) {
        return take(Type.UNION_MAP, "isl_union_map_preimage_domain_multi_aff", this, function);
    }

    public UnionMap preimageRangeMultiAff(MultiAff function) {
        return take(Type.UNION_MAP, "isl_union_map_preimage_range_multi_aff", this, function);
    }

    public UnionMap preimageDomainPwMultiAff(PwMultiAff function) {
        return take(Type.UNION_MAP, "isl_union_map_preimage_domain_pw_multi_aff", this, function);
    }

    public UnionMap preimageRangePwMultiAff(PwMultiAff function) {
        return take(Type.UNION_MAP, "isl_union_map_preimage_range_pw_multi_aff", this, function);
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

    public UnionSet deltas() {
        return take(Type.UNION_SET, "isl_union_map_deltas", this);
    }

    public boolean isSingleValued() {
        return test("isl_union_map_is_single_valued", this);
    }

    public boolean isInjective() {
        return test("isl_union_map_is_injective", this);
    }

    public boolean isBijective() {
        return test("isl_union_map_is_bijective", this);
    }

    public boolean isIdentity() {
        return test("isl_union_map_is_identity", this);
    }

    public UnionMap universe() {
        return take(Type.UNION_MAP, "isl_union_map_universe", this);
    }

    public UnionMap affineHull() {
        return take(Type.UNION_MAP, "isl_union_map_affine_hull", this);
    }

    public UnionMap polyhedralHull() {
        return take(Type.UNION_MAP, "isl_union_map_polyhedral_hull", this);
    }

    public UnionMap simpleHull() {
        return take(Type.UNION_MAP, "isl_union_map_simple_hull", this);
    }

    public UnionMap addMap(Map map) {
        return take(Type.UNION_MAP, "isl_union_map_add_map", this, map);
    }

    /** Pairs of domain elements whose images are in order. */
    public UnionMap lexLtUnionMap(UnionMap other) {
        return take(Type.UNION_MAP, "isl_union_map_lex_lt_union_map", this, other);
    }

    public UnionMap lexLeUnionMap(UnionMap other) {
        return take(Type.UNION_MAP, "isl_union_map_lex_le_union_map", this, other);
    }

    public UnionMap lexGtUnionMap(UnionMap other) {
        return take(Type.UNION_MAP, "isl_union_map_lex_gt_union_map", this, other);
    }

    public UnionMap lexGeUnionMap(UnionMap other) {
        return take(Type.UNION_MAP, "isl_union_map_lex_ge_union_map", this, other);
    }

    public boolean isaMap() {
        return test("isl_union_map_isa_map", this);
    }

    public Map asMap() {
        return take(Type.MAP, "isl_union_map_as_map", this);
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

    /** The map of one space, empty when there is none. */
    public Map extractMap(Space space) {
        return take(Type.MAP, "isl_union_map_extract_map", new Context.Kept(this), space);
    }

    /** A relation computed exactly or, where isl cannot, as an overapproximation. */
    public record Closure(UnionMap relation, boolean exact) {}

    /** The union of all positive powers. */
    public Closure transitiveClosure() {
        return closure("isl_union_map_transitive_closure");
    }

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
