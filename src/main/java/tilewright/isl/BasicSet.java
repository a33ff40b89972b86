package tilewright.isl;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A set of integer points given by one conjunction of affine constraints. */
public final class BasicSet extends IslObject {
    BasicSet(Context context, long pointer) {
        super(Type.BASIC_SET, context, pointer);
    }

    /** Reads isl's notation. */
    public static BasicSet parse(Context context, String text) {
        return context.take(Type.BASIC_SET, "isl_basic_set_read_from_str", context, text);
    }

    public int dim(Dim type) {
        return size("isl_basic_set_dim", this, type);
    }

    public @Nullable String getDimName(Dim type, int position) {
        return name("isl_basic_set_get_dim_name", this, type, position);
    }

    public boolean isEmpty() {
        return test("isl_basic_set_is_empty", this);
    }

    public boolean isUniverse() {
        return test("isl_basic_set_is_universe", this);
    }

    public boolean isEqual(BasicSet other) {
        return test("isl_basic_set_is_equal", this, other);
    }

    public boolean isSubset(BasicSet other) {
        return test("isl_basic_set_is_subset", this, other);
    }

    public boolean involvesDims(Dim type, int first, int count) {
        return test("isl_basic_set_involves_dims", this, type, first, count);
    }

    public int nConstraint() {
        return size("isl_basic_set_n_constraint", this);
    }

    public List<Constraint> getConstraintList() {
        return list(Type.CONSTRAINT, "isl_basic_set_get_constraint_list", this);
    }

    /**
     * All constraints at once, much faster than one coefficient after the other: rows of isl's PolyLib notation. Columns:
     * 0 for an equality and 1 for an inequality, set dimensions, integer divisions, parameters, the constant.
     *
     * @throws IslException when a coefficient does not fit
     */
    public List<long[]> constraintRows() {
        String[] words = context()
                .printed(this, "isl_printer_print_basic_set", Context.FORMAT_POLYLIB)
                .strip()
                .split("\\s+");
        try {
            int columns = Integer.parseInt(words[1]);
            List<long[]> rows = new ArrayList<>();
            for (int next = 2; next < words.length; next += columns) {
                long[] row = new long[columns];
                for (int c = 0; c < columns; c++) {
                    row[c] = Long.parseLong(words[next + c]);
                }
                rows.add(row);
            }
            return rows;
        } catch (NumberFormatException tooLarge) {
            throw new IslException("isl_printer_print_basic_set: " + tooLarge.getMessage());
        }
    }

    public BasicSet addConstraint(Constraint constraint) {
        return take(Type.BASIC_SET, "isl_basic_set_add_constraint", this, constraint);
    }

    public BasicSet intersect(BasicSet other) {
        return take(Type.BASIC_SET, "isl_basic_set_intersect", this, other);
    }

    public BasicSet affineHull() {
        return take(Type.BASIC_SET, "isl_basic_set_affine_hull", this);
    }

    public BasicSet detectEqualities() {
        return take(Type.BASIC_SET, "isl_basic_set_detect_equalities", this);
    }

    public BasicSet removeRedundancies() {
        return take(Type.BASIC_SET, "isl_basic_set_remove_redundancies", this);
    }

    public BasicSet removeDivs() {
        return take(Type.BASIC_SET, "isl_basic_set_remove_divs", this);
    }

    public BasicSet gist(BasicSet context) {
        return take(Type.BASIC_SET, "isl_basic_set_gist", this, context);
    }

    public BasicSet projectOut(Dim type, int first, int count) {
        return take(Type.BASIC_SET, "isl_basic_set_project_out", this, type, first, count);
    }

    public BasicSet eliminate(Dim type, int first, int count) {
        return take(Type.BASIC_SET, "isl_basic_set_eliminate", this, type, first, count);
    }

    public BasicSet dropConstraintsInvolvingDims(Dim type, int first, int count) {
        return take(Type.BASIC_SET, "isl_basic_set_drop_constraints_involving_dims", this, type, first, count);
    }

    public BasicSet dropConstraintsNotInvolvingDims(Dim type, int first, int count) {
        return take(Type.BASIC_SET, "isl_basic_set_drop_constraints_not_involving_dims", this, type, first, count);
    }

    public BasicSet addDims(Dim type, int count) {
        return take(Type.BASIC_SET, "isl_basic_set_add_dims", this, type, count);
    }

    public BasicSet insertDims(Dim type, int first, int count) {
        return take(Type.BASIC_SET, "isl_basic_set_insert_dims", this, type, first, count);
    }

    public BasicSet fixSi(Dim type, int position, int value) {
        return take(Type.BASIC_SET, "isl_basic_set_fix_si", this, type, position, value);
    }

    public BasicSet sample() {
        return take(Type.BASIC_SET, "isl_basic_set_sample", this);
    }

    public Aff getDiv(int position) {
        return keep(Type.AFF, "isl_basic_set_get_div", this, position);
    }

    public Space getSpace() {
        return keep(Type.SPACE, "isl_basic_set_get_space", this);
    }

    public LocalSpace getLocalSpace() {
        return keep(Type.LOCAL_SPACE, "isl_basic_set_get_local_space", this);
    }

    public static BasicSet universe(Space space) {
        return space.context().take(Type.BASIC_SET, "isl_basic_set_universe", space);
    }

    public static BasicSet fromConstraint(Constraint constraint) {
        return constraint.context().take(Type.BASIC_SET, "isl_basic_set_from_constraint", constraint);
    }

    public boolean isBounded() {
        return test("isl_basic_set_is_bounded", this);
    }

    public BasicSet params() {
        return take(Type.BASIC_SET, "isl_basic_set_params", this);
    }

    public BasicSet flatten() {
        return take(Type.BASIC_SET, "isl_basic_set_flatten", this);
    }

    public BasicSet intersectParams(BasicSet params) {
        return take(Type.BASIC_SET, "isl_basic_set_intersect_params", this, params);
    }

    public BasicSet apply(BasicMap map) {
        return take(Type.BASIC_SET, "isl_basic_set_apply", this, map);
    }

    public BasicMap unwrap() {
        return take(Type.BASIC_MAP, "isl_basic_set_unwrap", this);
    }

    public Point samplePoint() {
        return take(Type.POINT, "isl_basic_set_sample_point", this);
    }

    public Set lexmin() {
        return take(Type.SET, "isl_basic_set_lexmin", this);
    }

    public Set lexmax() {
        return take(Type.SET, "isl_basic_set_lexmax", this);
    }

    public Set union(BasicSet other) {
        return take(Type.SET, "isl_basic_set_union", this, other);
    }

    public Set toSet() {
        return take(Type.SET, "isl_set_from_basic_set", this);
    }

    public Val dimMaxVal(int position) {
        return take(Type.VAL, "isl_basic_set_dim_max_val", this, position);
    }

    /** The largest value of an expression over this set: infinite when unbounded, NaN when the set is empty. */
    public Val maxVal(Aff objective) {
        return keep(Type.VAL, "isl_basic_set_max_val", this, objective);
    }
}
