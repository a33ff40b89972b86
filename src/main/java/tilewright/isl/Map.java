package tilewright.isl;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A relation between integer tuples, parametric and possibly of several convex pieces. */
public final class Map extends Relation.Dimensioned<Map> {
    Map(Context context, long pointer) {
        super(Type.MAP, context, pointer);
    }

    /** Reads isl's notation. */
    public static Map parse(Context context, String text) {
        return context.take(Type.MAP, "isl_map_read_from_str", context, text);
    }

    public static Map empty(Space space) {
        return space.context().take(Type.MAP, "isl_map_empty", space);
    }

    public static Map universe(Space space) {
        return space.context().take(Type.MAP, "isl_map_universe", space);
    }

    public static Map identity(Space space) {
        return space.context().take(Type.MAP, "isl_map_identity", space);
    }

    /** All pairs of a space whose first element precedes the second. */
    public static Map lexLt(Space setSpace) {
        return setSpace.context().take(Type.MAP, "isl_map_lex_lt", setSpace);
    }

    public static Map lexLe(Space setSpace) {
        return setSpace.context().take(Type.MAP, "isl_map_lex_le", setSpace);
    }

    public static Map lexGt(Space setSpace) {
        return setSpace.context().take(Type.MAP, "isl_map_lex_gt", setSpace);
    }

    public static Map lexGe(Space setSpace) {
        return setSpace.context().take(Type.MAP, "isl_map_lex_ge", setSpace);
    }

    public static Map lexLtFirst(Space space, int count) {
        return space.context().take(Type.MAP, "isl_map_lex_lt_first", space, count);
    }

    public static Map lexLeFirst(Space space, int count) {
        return space.context().take(Type.MAP, "isl_map_lex_le_first", space, count);
    }

    public Map applyDomain(Map other) {
        return take(Type.MAP, "isl_map_apply_domain", this, other);
    }

    public Map applyRange(Map other) {
        return take(Type.MAP, "isl_map_apply_range", this, other);
    }

    public Map reverse() {
        return take(Type.MAP, "isl_map_reverse", this);
    }

    public Map product(Map other) {
        return take(Type.MAP, "isl_map_product", this, other);
    }

    public Map domainProduct(Map other) {
        return take(Type.MAP, "isl_map_domain_product", this, other);
    }

    public Map rangeProduct(Map other) {
        return take(Type.MAP, "isl_map_range_product", this, other);
    }

    public Map flatDomainProduct(Map other) {
        return take(Type.MAP, "isl_map_flat_domain_product", this, other);
    }

    public Map flatRangeProduct(Map other) {
        return take(Type.MAP, "isl_map_flat_range_product", this, other);
    }

    /** From each pair, wrapped, to its first element. */
    public Map domainMap() {
        return take(Type.MAP, "isl_map_domain_map", this);
    }

    /** From each pair, wrapped, to its second element. */
    public Map rangeMap() {
        return take(Type.MAP, "isl_map_range_map", this);
    }

    public Map intersectDomain(Set set) {
        return take(Type.MAP, "isl_map_intersect_domain", this, set);
    }

    public Map intersectRange(Set set) {
        return take(Type.MAP, "isl_map_intersect_range", this, set);
    }

    public Map subtractDomain(Set set) {
        return take(Type.MAP, "isl_map_subtract_domain", this, set);
    }

    public Map subtractRange(Set set) {
        return take(Type.MAP, "isl_map_subtract_range", this, set);
    }

    public Map gistDomain(Set context) {
        return take(Type.MAP, "isl_map_gist_domain", this, context);
    }

    public Map gistRange(Set context) {
        return take(Type.MAP, "isl_map_gist_range", this, context);
    }

    public Map deltasMap() {
        return take(Type.MAP, "isl_map_deltas_map", this);
    }

    public Map zip() {
        return take(Type.MAP, "isl_map_zip", this);
    }

    public Map curry() {
        return take(Type.MAP, "isl_map_curry", this);
    }

    public Map uncurry() {
        return take(Type.MAP, "isl_map_uncurry", this);
    }

    public Map domainFactorDomain() {
        return take(Type.MAP, "isl_map_domain_factor_domain", this);
    }

    public Map domainFactorRange() {
        return take(Type.MAP, "isl_map_domain_factor_range", this);
    }

    public Map rangeFactorDomain() {
        return take(Type.MAP, "isl_map_range_factor_domain", this);
    }

    public Map rangeFactorRange() {
        return take(Type.MAP, "isl_map_range_factor_range", this);
    }

    public Map factorDomain() {
        return take(Type.MAP, "isl_map_factor_domain", this);
    }

    public Map factorRange() {
        return take(Type.MAP, "isl_map_factor_range", this);
    }

    public Map fixedPowerVal(Val exponent) {
        return take(Type.MAP, "isl_map_fixed_power_val", this, exponent);
    }

    public Map preimageDomainMultiAff(MultiAff function) {
        return take(Type.MAP, "isl_map_preimage_domain_multi_aff", this, function);
    }

    public Map preimageRangeMultiAff(MultiAff function) {
        return take(Type.MAP, "isl_map_preimage_range_multi_aff", this, function);
    }

    public Map preimageDomainPwMultiAff(PwMultiAff function) {
        return take(Type.MAP, "isl_map_preimage_domain_pw_multi_aff", this, function);
    }

    public Map preimageRangePwMultiAff(PwMultiAff function) {
        return take(Type.MAP, "isl_map_preimage_range_pw_multi_aff", this, function);
    }

    public Set domain() {
        return take(Type.SET, "isl_map_domain", this);
    }

    public Set range() {
        return take(Type.SET, "isl_map_range", this);
    }

    public Set wrap() {
        return take(Type.SET, "isl_map_wrap", this);
    }

    public Set deltas() {
        return take(Type.SET, "isl_map_deltas", this);
    }

    public boolean isSingleValued() {
        return test("isl_map_is_single_valued", this);
    }

    public boolean isInjective() {
        return test("isl_map_is_injective", this);
    }

    public boolean isBijective() {
        return test("isl_map_is_bijective", this);
    }

    public boolean isIdentity() {
        return test("isl_map_is_identity", this);
    }

    /** Pairs of domain elements whose images are in order. */
    public Map lexLtMap(Map other) {
        return take(Type.MAP, "isl_map_lex_lt_map", this, other);
    }

    public Map lexLeMap(Map other) {
        return take(Type.MAP, "isl_map_lex_le_map", this, other);
    }

    public Map lexGtMap(Map other) {
        return take(Type.MAP, "isl_map_lex_gt_map", this, other);
    }

    public Map lexGeMap(Map other) {
        return take(Type.MAP, "isl_map_lex_ge_map", this, other);
    }

    public Map flatProduct(Map other) {
        return take(Type.MAP, "isl_map_flat_product", this, other);
    }

    public Map flatten() {
        return take(Type.MAP, "isl_map_flatten", this);
    }

    public Map flattenDomain() {
        return take(Type.MAP, "isl_map_flatten_domain", this);
    }

    public Map flattenRange() {
        return take(Type.MAP, "isl_map_flatten_range", this);
    }

    /** Maps with the same domain added point by point. */
    public Map sum(Map other) {
        return take(Type.MAP, "isl_map_sum", this, other);
    }

    public Map neg() {
        return take(Type.MAP, "isl_map_neg", this);
    }

    public Map rangeCurry() {
        return take(Type.MAP, "isl_map_range_curry", this);
    }

    public boolean domainIsWrapping() {
        return test("isl_map_domain_is_wrapping", this);
    }

    public boolean rangeIsWrapping() {
        return test("isl_map_range_is_wrapping", this);
    }

    public @Nullable String getTupleName(Dim type) {
        return name("isl_map_get_tuple_name", this, type);
    }

    public Map setTupleName(Dim type, String name) {
        return take(Type.MAP, "isl_map_set_tuple_name", this, type, name);
    }

    public Map resetTupleId(Dim type) {
        return take(Type.MAP, "isl_map_reset_tuple_id", this, type);
    }

    public Map addConstraint(Constraint constraint) {
        return take(Type.MAP, "isl_map_add_constraint", this, constraint);
    }

    public Map orderLt(Dim firstType, int first, Dim secondType, int second) {
        return take(Type.MAP, "isl_map_order_lt", this, firstType, first, secondType, second);
    }

    public Map orderGt(Dim firstType, int first, Dim secondType, int second) {
        return take(Type.MAP, "isl_map_order_gt", this, firstType, first, secondType, second);
    }

    public Map orderLe(Dim firstType, int first, Dim secondType, int second) {
        return take(Type.MAP, "isl_map_order_le", this, firstType, first, secondType, second);
    }

    public Map orderGe(Dim firstType, int first, Dim secondType, int second) {
        return take(Type.MAP, "isl_map_order_ge", this, firstType, first, secondType, second);
    }

    public Map oppose(Dim firstType, int first, Dim secondType, int second) {
        return take(Type.MAP, "isl_map_oppose", this, firstType, first, secondType, second);
    }

    public BasicMap affineHull() {
        return take(Type.BASIC_MAP, "isl_map_affine_hull", this);
    }

    public BasicMap polyhedralHull() {
        return take(Type.BASIC_MAP, "isl_map_polyhedral_hull", this);
    }

    public BasicMap convexHull() {
        return take(Type.BASIC_MAP, "isl_map_convex_hull", this);
    }

    public BasicMap simpleHull() {
        return take(Type.BASIC_MAP, "isl_map_simple_hull", this);
    }

    public BasicMap unshiftedSimpleHull() {
        return take(Type.BASIC_MAP, "isl_map_unshifted_simple_hull", this);
    }

    /** The convex pieces; they may overlap unless {@link #makeDisjoint} was called. */
    @Override
    boolean involvesLocals() {
        return wrap().involvesLocals();
    }

    @Override
    int pieces() {
        return size("isl_map_n_basic_map", this);
    }

    public List<BasicMap> getBasicMapList() {
        return list(Type.BASIC_MAP, "isl_map_get_basic_map_list", this);
    }

    public UnionMap toUnionMap() {
        return take(Type.UNION_MAP, "isl_union_map_from_map", this);
    }

    /** A relation computed exactly or, where isl cannot, as an overapproximation. */
    public record Closure(Map relation, boolean exact) {}

    /** The union of all positive powers. */
    public Closure transitiveClosure() {
        return closure("isl_map_transitive_closure");
    }

    /** All positive powers, from the wrapped exponent to the wrapped pair. */
    public Closure power() {
        return closure("isl_map_power");
    }

    private Closure closure(String function) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment exact = arena.allocate(ValueLayout.JAVA_INT);
            return new Closure(take(Type.MAP, function, this, exact), exact.get(ValueLayout.JAVA_INT, 0) == 1);
        }
    }
}
