package tilewright.isl;

import org.jspecify.annotations.Nullable;

/** A tuple of quasi-affine expressions. */
public final class MultiAff extends IslObject {
    MultiAff(Context context, long pointer) {
        super(Type.MULTI_AFF, context, pointer);
    }

    /** Reads isl's notation. */
    public static MultiAff parse(Context context, String text) {
        return context.take(Type.MULTI_AFF, "isl_multi_aff_read_from_str", context, text);
    }

    public static MultiAff zero(Space space) {
        return space.context().take(Type.MULTI_AFF, "isl_multi_aff_zero", space);
    }

    public static MultiAff identityOnDomainSpace(Space space) {
        return space.context().take(Type.MULTI_AFF, "isl_multi_aff_identity_on_domain_space", space);
    }

    public int dim(Dim type) {
        return size("isl_multi_aff_dim", this, type);
    }

    public int size() {
        return size("isl_multi_aff_size", this);
    }

    public Aff getAff(int position) {
        return keep(Type.AFF, "isl_multi_aff_get_aff", this, position);
    }

    public MultiAff setAff(int position, Aff aff) {
        return take(Type.MULTI_AFF, "isl_multi_aff_set_aff", this, position, aff);
    }

    public Space getSpace() {
        return keep(Type.SPACE, "isl_multi_aff_get_space", this);
    }

    public Space getDomainSpace() {
        return keep(Type.SPACE, "isl_multi_aff_get_domain_space", this);
    }

    public @Nullable String getTupleName(Dim type) {
        return name("isl_multi_aff_get_tuple_name", this, type);
    }

    public MultiAff setTupleName(Dim type, String name) {
        return take(Type.MULTI_AFF, "isl_multi_aff_set_tuple_name", this, type, name);
    }

    public MultiAff flatRangeProduct(MultiAff other) {
        return take(Type.MULTI_AFF, "isl_multi_aff_flat_range_product", this, other);
    }

    public MultiAff rangeProduct(MultiAff other) {
        return take(Type.MULTI_AFF, "isl_multi_aff_range_product", this, other);
    }

    public MultiAff pullbackMultiAff(MultiAff other) {
        return take(Type.MULTI_AFF, "isl_multi_aff_pullback_multi_aff", this, other);
    }

    public MultiAff gist(Set context) {
        return take(Type.MULTI_AFF, "isl_multi_aff_gist", this, context);
    }

    public MultiAff add(MultiAff other) {
        return take(Type.MULTI_AFF, "isl_multi_aff_add", this, other);
    }

    public MultiAff sub(MultiAff other) {
        return take(Type.MULTI_AFF, "isl_multi_aff_sub", this, other);
    }

    public boolean plainIsEqual(MultiAff other) {
        return test("isl_multi_aff_plain_is_equal", this, other);
    }

    public PwMultiAff toPwMultiAff() {
        return take(Type.PW_MULTI_AFF, "isl_pw_multi_aff_from_multi_aff", this);
    }

    public Map asMap() {
        return take(Type.MAP, "isl_map_from_multi_aff", this);
    }
}
