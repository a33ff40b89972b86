package tilewright.isl;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A relation between integer tuples, parametric and possibly of several convex pieces. */
public final class Map extends Relation.Dimensioned<Map> {
    Map(Context context, long pointer) {
        super(Type.MAP, context, pointer);
    }

    /** Reads isl's notation. */
    public static Map parse(Context context, String text) {
        return context.read(Type.MAP, text);
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

    public Map applyDomain(Map other) {
        return take(Type.MAP, "isl_map_apply_domain", this, other);
    }

    public Map applyRange(Map other) {
        return take(Type.MAP, "isl_map_apply_range", this, other);
    }

    public Map reverse() {
        return take(Type.MAP, "isl_map_reverse", this);
    }

    public Map flatRangeProduct(Map other) {
        return take(Type.MAP, "isl_map_flat_range_product", this, other);
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

    public Map subtractRange(Set set) {
        return take(Type.MAP, "isl_map_subtract_range", this, set);
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

    /** Pairs of domain elements whose images are in order. */
    public Map lexLtMap(Map other) {
        return take(Type.MAP, "isl_map_lex_lt_map", this, other);
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

    public Map orderLt(Dim firstType, int first, Dim secondType, int second) {
        return take(Type.MAP, "isl_map_order_lt", this, firstType, first, secondType, second);
    }

    public Map orderGt(Dim firstType, int first, Dim secondType, int second) {
        return take(Type.MAP, "isl_map_order_gt", this, firstType, first, secondType, second);
    }

    public Map orderGe(Dim firstType, int first, Dim secondType, int second) {
        return take(Type.MAP, "isl_map_order_ge", this, firstType, first, secondType, second);
    }

    public BasicMap affineHull() {
        return take(Type.BASIC_MAP, "isl_map_affine_hull", this);
    }

    public BasicMap simpleHull() {
        return take(Type.BASIC_MAP, "isl_map_simple_hull", this);
    }

    /** The convex pieces; they may overlap unless {@link #makeDisjoint} was called. */
    @Override
    boolean involvesLocals() {
        return wrap().involvesLocals();
    }

    @Override
    public int pieces() {
        return size("isl_map_n_basic_map", this);
    }

    public List<BasicMap> getBasicMapList() {
        return list(Type.BASIC_MAP, "isl_map_get_basic_map_list", this);
    }

    public UnionMap toUnionMap() {
        return take(Type.UNION_MAP, "isl_union_map_from_map", this);
    }
}
