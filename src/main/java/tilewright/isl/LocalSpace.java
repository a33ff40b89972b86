package tilewright.isl;

/** A space together with integer divisions. */
public final class LocalSpace extends IslObject {
    LocalSpace(Context context, long pointer) {
        super(Type.LOCAL_SPACE, context, pointer);
    }

    public static LocalSpace fromSpace(Space space) {
        return space.context().take(Type.LOCAL_SPACE, "isl_local_space_from_space", space);
    }
}
