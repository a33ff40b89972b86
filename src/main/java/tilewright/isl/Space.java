package tilewright.isl;

import org.jspecify.annotations.Nullable;

/** A space: parameters and the tuples of a set or map. */
public final class Space extends IslObject {
    Space(Context context, long pointer) {
        super(Type.SPACE, context, pointer);
    }

    /** Reads isl's notation. */
    public static Space parse(Context context, String text) {
        return context.take(Type.SPACE, "isl_space_read_from_str", context, text);
    }

    public int dim(Dim type) {
        return size("isl_space_dim", this, type);
    }

    public boolean isEqual(Space other) {
        return test("isl_space_is_equal", this, other);
    }

    public boolean hasEqualParams(Space other) {
        return test("isl_space_has_equal_params", this, other);
    }

    public boolean hasEqualTuples(Space other) {
        return test("isl_space_has_equal_tuples", this, other);
    }

    public boolean isSet() {
        return test("isl_space_is_set", this);
    }

    public boolean isMap() {
        return test("isl_space_is_map", this);
    }

    public boolean isParams() {
        return test("isl_space_is_params", this);
    }

    public boolean isWrapping() {
        return test("isl_space_is_wrapping", this);
    }

    public @Nullable String getTupleName(Dim type) {
        return name("isl_space_get_tuple_name", this, type);
    }

    public @Nullable String getDimName(Dim type, int position) {
        return name("isl_space_get_dim_name", this, type, position);
    }

    public int findDimByName(Dim type, String name) {
        return size("isl_space_find_dim_by_name", this, type, name);
    }

    public Space setTupleName(Dim type, String name) {
        return take(Type.SPACE, "isl_space_set_tuple_name", this, type, name);
    }

    public Space setDimName(Dim type, int position, String name) {
        return take(Type.SPACE, "isl_space_set_dim_name", this, type, position, name);
    }

    public Space addDims(Dim type, int count) {
        return take(Type.SPACE, "isl_space_add_dims", this, type, count);
    }

    public Space insertDims(Dim type, int first, int count) {
        return take(Type.SPACE, "isl_space_insert_dims", this, type, first, count);
    }

    public Space dropDims(Dim type, int first, int count) {
        return take(Type.SPACE, "isl_space_drop_dims", this, type, first, count);
    }

    public Space alignParams(Space model) {
        return take(Type.SPACE, "isl_space_align_params", this, model);
    }

    public Space params() {
        return take(Type.SPACE, "isl_space_params", this);
    }

    public Space domain() {
        return take(Type.SPACE, "isl_space_domain", this);
    }

    public Space range() {
        return take(Type.SPACE, "isl_space_range", this);
    }

    public Space reverse() {
        return take(Type.SPACE, "isl_space_reverse", this);
    }

    public Space wrap() {
        return take(Type.SPACE, "isl_space_wrap", this);
    }

    public Space unwrap() {
        return take(Type.SPACE, "isl_space_unwrap", this);
    }

    public Space mapFromSet() {
        return take(Type.SPACE, "isl_space_map_from_set", this);
    }

    public Space setFromParams() {
        return take(Type.SPACE, "isl_space_set_from_params", this);
    }

    public Space fromDomain() {
        return take(Type.SPACE, "isl_space_from_domain", this);
    }

    public Space fromRange() {
        return take(Type.SPACE, "isl_space_from_range", this);
    }

    public Space mapFromDomainAndRange(Space range) {
        return take(Type.SPACE, "isl_space_map_from_domain_and_range", this, range);
    }

    public Space product(Space other) {
        return take(Type.SPACE, "isl_space_product", this, other);
    }

    public Space flattenDomain() {
        return take(Type.SPACE, "isl_space_flatten_domain", this);
    }

    public Space flattenRange() {
        return take(Type.SPACE, "isl_space_flatten_range", this);
    }

    /** The set space of {@code params} parameters and {@code dims} dimensions. */
    public static Space setAlloc(Context context, int params, int dims) {
        return context.take(Type.SPACE, "isl_space_set_alloc", context, params, dims);
    }

    /** The map space of {@code params} parameters, {@code in} input and {@code out} output dimensions. */
    public static Space alloc(Context context, int params, int in, int out) {
        return context.take(Type.SPACE, "isl_space_alloc", context, params, in, out);
    }

    public static Space paramsAlloc(Context context, int params) {
        return context.take(Type.SPACE, "isl_space_params_alloc", context, params);
    }
}
