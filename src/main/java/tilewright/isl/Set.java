package tilewright.isl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** A set of integer points, parametric and possibly of several convex pieces. */
public final class Set extends Relation.Dimensioned<Set> {
    Set(Context context, long pointer) {
        super(Type.SET, context, pointer);
    }

    /** Reads isl's notation. */
    public static Set parse(Context context, String text) {
        return context.read(Type.SET, text);
    }

    public static Set empty(Space space) {
        return space.context().take(Type.SET, "isl_set_empty", space);
    }

    public static Set universe(Space space) {
        return space.context().take(Type.SET, "isl_set_universe", space);
    }

    public static Set fromPoint(Point point) {
        return point.context().take(Type.SET, "isl_set_from_point", point);
    }

    public Set apply(Map map) {
        return take(Type.SET, "isl_set_apply", this, map);
    }

    public Set flatten() {
        return take(Type.SET, "isl_set_flatten", this);
    }

    public Set product(Set other) {
        return take(Type.SET, "isl_set_product", this, other);
    }

    public Set flatProduct(Set other) {
        return take(Type.SET, "isl_set_flat_product", this, other);
    }

    public Map unwrap() {
        return take(Type.MAP, "isl_set_unwrap", this);
    }

    /** The pairs whose first element, of this set, precedes the second, of the other. */
    public Map lexLtSet(Set other) {
        return take(Type.MAP, "isl_set_lex_lt_set", this, other);
    }

    public Map lexLeSet(Set other) {
        return take(Type.MAP, "isl_set_lex_le_set", this, other);
    }

    public Map lexGeSet(Set other) {
        return take(Type.MAP, "isl_set_lex_ge_set", this, other);
    }

    public Map productMap(Set range) {
        return take(Type.MAP, "isl_map_from_domain_and_range", this, range);
    }

    @Override
    boolean involvesLocals() {
        return test("isl_set_involves_locals", this);
    }

    @Override
    public int pieces() {
        return size("isl_set_n_basic_set", this);
    }

    public boolean dimIsBounded(Dim type, int position) {
        return test("isl_set_dim_is_bounded", this, type, position);
    }

    public Set resetTupleId() {
        return take(Type.SET, "isl_set_reset_tuple_id", this);
    }

    /** The largest value over all parameters: infinite when unbounded, NaN when empty. */
    public Val dimMaxVal(int position) {
        return take(Type.VAL, "isl_set_dim_max_val", this, position);
    }

    /** The least value over all parameters: minus infinity when unbounded, NaN when empty. */
    public Val dimMinVal(int position) {
        return take(Type.VAL, "isl_set_dim_min_val", this, position);
    }

    /** The number of points; parameters must be fixed and the set bounded. */
    public Val countVal() {
        return keep(Type.VAL, "isl_set_count_val", this);
    }

    /** Some point of the set, void when it is empty. */
    public Point samplePoint() {
        return take(Type.POINT, "isl_set_sample_point", this);
    }

    public BasicSet sample() {
        return take(Type.BASIC_SET, "isl_set_sample", this);
    }

    public BasicSet affineHull() {
        return take(Type.BASIC_SET, "isl_set_affine_hull", this);
    }

    public BasicSet simpleHull() {
        return take(Type.BASIC_SET, "isl_set_simple_hull", this);
    }

    /** The convex pieces; they may overlap unless {@link #makeDisjoint} was called. */
    public List<BasicSet> getBasicSetList() {
        return list(Type.BASIC_SET, "isl_set_get_basic_set_list", this);
    }

    public UnionSet toUnionSet() {
        return take(Type.UNION_SET, "isl_union_set_from_set", this);
    }

    /** Calls the receiver with the coordinates of every point; parameters must be fixed and the set bounded. */
    public void forEachPoint(Consumer<long[]> receiver) {
        int dims = dim(Dim.SET);
        Callbacks.one(this, "isl_set_foreach_point", point -> {
            long[] coordinates = Point.coordinates(point, dims);
            Native.pointers(Native.Returns.POINTER, "isl_point_free", point);
            receiver.accept(coordinates);
        });
    }

    /** The coordinates of every point in lexicographic order; parameters must be fixed and the set bounded. */
    public List<long[]> points() {
        List<long[]> points = new ArrayList<>();
        forEachPoint(points::add);
        points.sort(Arrays::compare);
        return points;
    }

    /** The least value of an expression over this set: minus infinity when unbounded, NaN when the set is empty. */
    public Val minVal(Aff objective) {
        return keep(Type.VAL, "isl_set_min_val", this, objective);
    }

    /** The largest value of an expression over this set: infinity when unbounded, NaN when the set is empty. */
    public Val maxVal(Aff objective) {
        return keep(Type.VAL, "isl_set_max_val", this, objective);
    }
}
