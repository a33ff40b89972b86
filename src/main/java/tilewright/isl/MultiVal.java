package tilewright.isl;

/** A tuple of numbers. */
public final class MultiVal extends IslObject {
    MultiVal(Context context, long pointer) {
        super(Type.MULTI_VAL, context, pointer);
    }

    /** Reads isl's notation. */
    public static MultiVal parse(Context context, String text) {
        return context.take(Type.MULTI_VAL, "isl_multi_val_read_from_str", context, text);
    }

    public int size() {
        return size("isl_multi_val_size", this);
    }

    public Val getVal(int position) {
        return keep(Type.VAL, "isl_multi_val_get_val", this, position);
    }
}
