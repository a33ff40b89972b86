package tilewright.isl;

import org.jspecify.annotations.Nullable;

/** A quasi-affine expression over the dimensions of a space: it may hold integer divisions. */
public final class Aff extends IslObject {
    Aff(Context context, long pointer) {
        super(Type.AFF, context, pointer);
    }

    /** Reads isl's notation. */
    public static Aff parse(Context context, String text) {
        return context.take(Type.AFF, "isl_aff_read_from_str", context, text);
    }

    public static Aff zeroOnDomainSpace(Space space) {
        return space.context().take(Type.AFF, "isl_aff_zero_on_domain_space", space);
    }

    public static Aff varOnDomain(LocalSpace space, Dim type, int position) {
        return space.context().take(Type.AFF, "isl_aff_var_on_domain", space, type, position);
    }

    public static Aff valOnDomain(LocalSpace space, Val value) {
        return space.context().take(Type.AFF, "isl_aff_val_on_domain", space, value);
    }

    /** The number of dimensions; those of the domain are {@link Dim#IN}. */
    public int dim(Dim type) {
        return size("isl_aff_dim", this, type);
    }

    public Val getConstantVal() {
        return keep(Type.VAL, "isl_aff_get_constant_val", this);
    }

    /** The coefficient, denominator divided in; {@link Dim#DIV} for integer divisions. */
    public Val getCoefficientVal(Dim type, int position) {
        return keep(Type.VAL, "isl_aff_get_coefficient_val", this, type, position);
    }

    public Val getDenominatorVal() {
        return keep(Type.VAL, "isl_aff_get_denominator_val", this);
    }

    /** The argument of integer division {@code position}: its value is the floor of this. */
    public Aff getDiv(int position) {
        return keep(Type.AFF, "isl_aff_get_div", this, position);
    }

    public @Nullable String getDimName(Dim type, int position) {
        return name("isl_aff_get_dim_name", this, type, position);
    }

    public Space getSpace() {
        return keep(Type.SPACE, "isl_aff_get_space", this);
    }

    public Space getDomainSpace() {
        return keep(Type.SPACE, "isl_aff_get_domain_space", this);
    }

    public LocalSpace getDomainLocalSpace() {
        return keep(Type.LOCAL_SPACE, "isl_aff_get_domain_local_space", this);
    }

    public boolean isCst() {
        return test("isl_aff_is_cst", this);
    }

    public boolean isNan() {
        return test("isl_aff_is_nan", this);
    }

    public boolean plainIsZero() {
        return test("isl_aff_plain_is_zero", this);
    }

    public boolean plainIsEqual(Aff other) {
        return test("isl_aff_plain_is_equal", this, other);
    }

    public boolean involvesDims(Dim type, int first, int count) {
        return test("isl_aff_involves_dims", this, type, first, count);
    }

    public Aff setConstantSi(int value) {
        return take(Type.AFF, "isl_aff_set_constant_si", this, value);
    }

    public Aff addConstantSi(int value) {
        return take(Type.AFF, "isl_aff_add_constant_si", this, value);
    }

    public Aff setCoefficientSi(Dim type, int position, int value) {
        return take(Type.AFF, "isl_aff_set_coefficient_si", this, type, position, value);
    }

    public Aff addCoefficientSi(Dim type, int position, int value) {
        return take(Type.AFF, "isl_aff_add_coefficient_si", this, type, position, value);
    }

    public Aff neg() {
        return take(Type.AFF, "isl_aff_neg", this);
    }

    public Aff floor() {
        return take(Type.AFF, "isl_aff_floor", this);
    }

    public Aff ceil() {
        return take(Type.AFF, "isl_aff_ceil", this);
    }

    public Aff add(Aff other) {
        return take(Type.AFF, "isl_aff_add", this, other);
    }

    public Aff sub(Aff other) {
        return take(Type.AFF, "isl_aff_sub", this, other);
    }

    public Aff mul(Aff other) {
        return take(Type.AFF, "isl_aff_mul", this, other);
    }

    public Aff div(Aff other) {
        return take(Type.AFF, "isl_aff_div", this, other);
    }

    public Aff scaleVal(Val factor) {
        return take(Type.AFF, "isl_aff_scale_val", this, factor);
    }

    public Aff scaleDownVal(Val divisor) {
        return take(Type.AFF, "isl_aff_scale_down_val", this, divisor);
    }

    public Aff modVal(Val modulus) {
        return take(Type.AFF, "isl_aff_mod_val", this, modulus);
    }

    public Aff gist(Set context) {
        return take(Type.AFF, "isl_aff_gist", this, context);
    }

    public Aff gistParams(Set context) {
        return take(Type.AFF, "isl_aff_gist_params", this, context);
    }

    public Aff pullbackMultiAff(MultiAff function) {
        return take(Type.AFF, "isl_aff_pullback_multi_aff", this, function);
    }

    public Aff projectDomainOnParams() {
        return take(Type.AFF, "isl_aff_project_domain_on_params", this);
    }

    public Aff alignParams(Space model) {
        return take(Type.AFF, "isl_aff_align_params", this, model);
    }

    public Aff insertDims(Dim type, int first, int count) {
        return take(Type.AFF, "isl_aff_insert_dims", this, type, first, count);
    }

    public Aff dropDims(Dim type, int first, int count) {
        return take(Type.AFF, "isl_aff_drop_dims", this, type, first, count);
    }

    public Aff setDimName(Dim type, int position, String name) {
        return take(Type.AFF, "isl_aff_set_dim_name", this, type, position, name);
    }

    public Val eval(Point point) {
        return take(Type.VAL, "isl_aff_eval", this, point);
    }

    public BasicSet zeroBasicSet() {
        return take(Type.BASIC_SET, "isl_aff_zero_basic_set", this);
    }

    public Set eqSet(Aff other) {
        return take(Type.SET, "isl_aff_eq_set", this, other);
    }

    public Set neSet(Aff other) {
        return take(Type.SET, "isl_aff_ne_set", this, other);
    }

    public Set leSet(Aff other) {
        return take(Type.SET, "isl_aff_le_set", this, other);
    }

    public Set ltSet(Aff other) {
        return take(Type.SET, "isl_aff_lt_set", this, other);
    }

    public Set geSet(Aff other) {
        return take(Type.SET, "isl_aff_ge_set", this, other);
    }

    public Set gtSet(Aff other) {
        return take(Type.SET, "isl_aff_gt_set", this, other);
    }

    public PwAff toPwAff() {
        return take(Type.PW_AFF, "isl_pw_aff_from_aff", this);
    }
}
