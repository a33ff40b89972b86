package tilewright.isl;

/** A point of a set, with values for parameters and dimensions. */
public final class Point extends IslObject {
    Point(Context context, long pointer) {
        super(Type.POINT, context, pointer);
    }

    public Val getCoordinateVal(Dim type, int position) {
        return keep(Type.VAL, "isl_point_get_coordinate_val", this, type, position);
    }

    public Space getSpace() {
        return keep(Type.SPACE, "isl_point_get_space", this);
    }

    /** Whether the point was sampled from an empty set. */
    public boolean isVoid() {
        return test("isl_point_is_void", this);
    }

    /** The values of the set dimensions. */
    public long[] coordinates() {
        return coordinates(pointer(), getSpaceDim());
    }

    private int getSpaceDim() {
        try (Scope _ = context().scope()) {
            return getSpace().dim(Dim.SET);
        }
    }

    /** Reads coordinates without making a handle for each of them. */
    static long[] coordinates(long point, int dims) {
        long[] result = new long[dims];
        for (int i = 0; i < dims; i++) {
            Object[] shape = {point, Dim.SET, i};
            long[] arguments = {point, Dim.SET.ordinal(), i};
            long value = Native.call(Native.Returns.POINTER, "isl_point_get_coordinate_val", shape, arguments);
            result[i] = Native.pointers(Native.Returns.LONG, "isl_val_get_num_si", value);
            Native.pointers(Native.Returns.POINTER, "isl_val_free", value);
        }
        return result;
    }
}
