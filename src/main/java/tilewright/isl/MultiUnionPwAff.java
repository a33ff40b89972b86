package tilewright.isl;

/** A tuple of affine functions on several spaces: a partial schedule. */
public final class MultiUnionPwAff extends IslObject {
    MultiUnionPwAff(Context context, long pointer) {
        super(Type.MULTI_UNION_PW_AFF, context, pointer);
    }

    /** Reads isl's notation. */
    public static MultiUnionPwAff parse(Context context, String text) {
        return context.take(Type.MULTI_UNION_PW_AFF, "isl_multi_union_pw_aff_read_from_str", context, text);
    }

    public static MultiUnionPwAff fromUnionMap(UnionMap map) {
        return map.context().take(Type.MULTI_UNION_PW_AFF, "isl_multi_union_pw_aff_from_union_map", map);
    }

    public int dim(Dim type) {
        return size("isl_multi_union_pw_aff_dim", this, type);
    }

    public Space getSpace() {
        return keep(Type.SPACE, "isl_multi_union_pw_aff_get_space", this);
    }

    public UnionMap asUnionMap() {
        return take(Type.UNION_MAP, "isl_union_map_from_multi_union_pw_aff", this);
    }
}
