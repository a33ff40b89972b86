package tilewright.isl;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A relation given by one conjunction of affine constraints. */
public final class BasicMap extends IslObject {
    BasicMap(Context context, long pointer) {
        super(Type.BASIC_MAP, context, pointer);
    }

    /** Reads isl's notation. */
    public static BasicMap parse(Context context, String text) {
        return context.take(Type.BASIC_MAP, "isl_basic_map_read_from_str", context, text);
    }

    public int dim(Dim type) {
        return size("isl_basic_map_dim", this, type);
    }

    public @Nullable String getDimName(Dim type, int position) {
        return name("isl_basic_map_get_dim_name", this, type, position);
    }

    public int findDimByName(Dim type, String name) {
        return size("isl_basic_map_find_dim_by_name", this, type, name);
    }

    public boolean isEmpty() {
        return test("isl_basic_map_is_empty", this);
    }

    public boolean isUniverse() {
        return test("isl_basic_map_is_universe", this);
    }

    public boolean isEqual(BasicMap other) {
        return test("isl_basic_map_is_equal", this, other);
    }

    public boolean isSubset(BasicMap other) {
        return test("isl_basic_map_is_subset", this, other);
    }

    public boolean involvesDims(Dim type, int first, int count) {
        return test("isl_basic_map_involves_dims", this, type, first, count);
    }

    public int nConstraint() {
        return size("isl_basic_map_n_constraint", this);
    }

    public List<Constraint> getConstraintList() {
        return list(Type.CONSTRAINT, "isl_basic_map_get_constraint_list", this);
    }

    public BasicMap addConstraint(Constraint constraint) {
        return take(Type.BASIC_MAP, "isl_basic_map_add_constraint", this, constraint);
    }

    public BasicMap intersect(BasicMap other) {
        return take(Type.BASIC_MAP, "isl_basic_map_intersect", this, other);
    }

    public BasicMap affineHull() {
        return take(Type.BASIC_MAP, "isl_basic_map_affine_hull", this);
    }

    public BasicMap detectEqualities() {
        return take(Type.BASIC_MAP, "isl_basic_map_detect_equalities", this);
    }

    public BasicMap removeRedundancies() {
        return take(Type.BASIC_MAP, "isl_basic_map_remove_redundancies", this);
    }

    public BasicMap removeDivs() {
        return take(Type.BASIC_MAP, "isl_basic_map_remove_divs", this);
    }

    public BasicMap gist(BasicMap context) {
        return take(Type.BASIC_MAP, "isl_basic_map_gist", this, context);
    }

    public BasicMap projectOut(Dim type, int first, int count) {
        return take(Type.BASIC_MAP, "isl_basic_map_project_out", this, type, first, count);
    }

    public BasicMap eliminate(Dim type, int first, int count) {
        return take(Type.BASIC_MAP, "isl_basic_map_eliminate", this, type, first, count);
    }

    public BasicMap dropConstraintsInvolvingDims(Dim type, int first, int count) {
        return take(Type.BASIC_MAP, "isl_basic_map_drop_constraints_involving_dims", this, type, first, count);
    }

    public BasicMap dropConstraintsNotInvolvingDims(Dim type, int first, int count) {
        return take(Type.BASIC_MAP, "isl_basic_map_drop_constraints_not_involving_dims", this, type, first, count);
    }

    public BasicMap addDims(Dim type, int count) {
        return take(Type.BASIC_MAP, "isl_basic_map_add_dims", this, type, count);
    }

    public BasicMap insertDims(Dim type, int first, int count) {
        return take(Type.BASIC_MAP, "isl_basic_map_insert_dims", this, type, first, count);
    }

    public BasicMap fixSi(Dim type, int position, int value) {
        return take(Type.BASIC_MAP, "isl_basic_map_fix_si", this, type, position, value);
    }

    public BasicMap sample() {
        return take(Type.BASIC_MAP, "isl_basic_map_sample", this);
    }

    public Aff getDiv(int position) {
        return keep(Type.AFF, "isl_basic_map_get_div", this, position);
    }

    public Space getSpace() {
        return keep(Type.SPACE, "isl_basic_map_get_space", this);
    }

    public LocalSpace getLocalSpace() {
        return keep(Type.LOCAL_SPACE, "isl_basic_map_get_local_space", this);
    }

    public static BasicMap universe(Space space) {
        return space.context().take(Type.BASIC_MAP, "isl_basic_map_universe", space);
    }

    public boolean isSingleValued() {
        return test("isl_basic_map_is_single_valued", this);
    }

    public BasicSet wrap() {
        return take(Type.BASIC_SET, "isl_basic_map_wrap", this);
    }

    public BasicSet domain() {
        return take(Type.BASIC_SET, "isl_basic_map_domain", this);
    }

    public BasicSet range() {
        return take(Type.BASIC_SET, "isl_basic_map_range", this);
    }

    public BasicSet deltas() {
        return take(Type.BASIC_SET, "isl_basic_map_deltas", this);
    }

    public BasicMap reverse() {
        return take(Type.BASIC_MAP, "isl_basic_map_reverse", this);
    }

    public BasicMap flatten() {
        return take(Type.BASIC_MAP, "isl_basic_map_flatten", this);
    }

    public BasicMap intersectDomain(BasicSet set) {
        return take(Type.BASIC_MAP, "isl_basic_map_intersect_domain", this, set);
    }

    public BasicMap intersectRange(BasicSet set) {
        return take(Type.BASIC_MAP, "isl_basic_map_intersect_range", this, set);
    }

    public BasicMap applyDomain(BasicMap other) {
        return take(Type.BASIC_MAP, "isl_basic_map_apply_domain", this, other);
    }

    public BasicMap applyRange(BasicMap other) {
        return take(Type.BASIC_MAP, "isl_basic_map_apply_range", this, other);
    }

    public Map lexmin() {
        return take(Type.MAP, "isl_basic_map_lexmin", this);
    }

    public Map lexmax() {
        return take(Type.MAP, "isl_basic_map_lexmax", this);
    }

    public Map union(BasicMap other) {
        return take(Type.MAP, "isl_basic_map_union", this, other);
    }

    public Map toMap() {
        return take(Type.MAP, "isl_map_from_basic_map", this);
    }
}
