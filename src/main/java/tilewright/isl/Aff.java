package tilewright.isl;

import org.jspecify.annotations.Nullable;

/** A quasi-affine expression over the dimensions of a space: it may hold integer divisions. */
public final class Aff extends IslObject {
    Aff(Context context, long pointer) {
        super(Type.AFF, context, pointer);
    }

    /** Reads isl's notation. */
    public static Aff parse(Context context, String text) {
        return context.read(Type.AFF, text);
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

    public LocalSpace getDomainLocalSpace() {
        return keep(Type.LOCAL_SPACE, "isl_aff_get_domain_local_space", this);
    }

    public boolean isCst() {
        return test("isl_aff_is_cst", this);
    }

    public boolean plainIsEqual(Aff other) {
        return test("isl_aff_plain_is_equal", this, other);
    }

    public Aff sub(Aff other) {
        return take(Type.AFF, "isl_aff_sub", this, other);
    }

    public Aff setDimName(Dim type, int position, String name) {
        return take(Type.AFF, "isl_aff_set_dim_name", this, type, position, name);
    }

    public Set eqSet(Aff other) {
        return take(Type.SET, "isl_aff_eq_set", this, other);
    }

    public Set neSet(Aff other) {
        return take(Type.SET, "isl_aff_ne_set", this, other);
    }
}
