package tilewright.isl;

/** A schedule tree. */
public final class Schedule extends IslObject {
    Schedule(Context context, long pointer) {
        super(Type.SCHEDULE, context, pointer);
    }

    public UnionMap getMap() {
        return keep(Type.UNION_MAP, "isl_schedule_get_map", this);
    }
}
