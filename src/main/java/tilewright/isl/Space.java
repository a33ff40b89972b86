package tilewright.isl;

import org.jspecify.annotations.Nullable;

/** A space: parameters and the tuples of a set or map. */
public final class Space extends IslObject {
    Space(Context context, long pointer) {
        super(Type.SPACE, context, pointer);
    }

    /** Reads isl's notation. */
    public static Space parse(Context context, String text) {
        return context.read(Type.SPACE, text);
    }

    public int dim(Dim type) {
        return size("isl_space_dim", this, type);
    }

    public @Nullable String getDimName(Dim type, int position) {
        return name("isl_space_get_dim_name", this, type, position);
    }

    public Space params() {
        return take(Type.SPACE, "isl_space_params", this);
    }

    public Space range() {
        return take(Type.SPACE, "isl_space_range", this);
    }

    public Space mapFromSet() {
        return take(Type.SPACE, "isl_space_map_from_set", this);
    }
}
