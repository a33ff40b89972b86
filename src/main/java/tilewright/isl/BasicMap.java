package tilewright.isl;

/** A relation given by one conjunction of affine constraints. */
public final class BasicMap extends IslObject {
    BasicMap(Context context, long pointer) {
        super(Type.BASIC_MAP, context, pointer);
    }

    /** Reads isl's notation. */
    public static BasicMap parse(Context context, String text) {
        return context.read(Type.BASIC_MAP, text);
    }

    public int dim(Dim type) {
        return size("isl_basic_map_dim", this, type);
    }

    public BasicMap projectOut(Dim type, int first, int count) {
        return take(Type.BASIC_MAP, "isl_basic_map_project_out", this, type, first, count);
    }

    public boolean isSingleValued() {
        return test("isl_basic_map_is_single_valued", this);
    }

    public BasicSet wrap() {
        return take(Type.BASIC_SET, "isl_basic_map_wrap", this);
    }

    public Map toMap() {
        return take(Type.MAP, "isl_map_from_basic_map", this);
    }
}
