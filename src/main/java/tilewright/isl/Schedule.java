package tilewright.isl;

/** A schedule tree. */
public final class Schedule extends IslObject {
    Schedule(Context context, long pointer) {
        super(Type.SCHEDULE, context, pointer);
    }

    /** Reads isl's notation. */
    public static Schedule parse(Context context, String text) {
        return context.take(Type.SCHEDULE, "isl_schedule_read_from_str", context, text);
    }

    public static Schedule fromDomain(UnionSet domain) {
        return domain.context().take(Type.SCHEDULE, "isl_schedule_from_domain", domain);
    }

    public UnionMap getMap() {
        return keep(Type.UNION_MAP, "isl_schedule_get_map", this);
    }

    public UnionSet getDomain() {
        return keep(Type.UNION_SET, "isl_schedule_get_domain", this);
    }

    public ScheduleNode getRoot() {
        return keep(Type.SCHEDULE_NODE, "isl_schedule_get_root", this);
    }

    public Schedule insertPartialSchedule(MultiUnionPwAff schedule) {
        return take(Type.SCHEDULE, "isl_schedule_insert_partial_schedule", this, schedule);
    }

    public Schedule sequence(Schedule next) {
        return take(Type.SCHEDULE, "isl_schedule_sequence", this, next);
    }

    public Schedule intersectDomain(UnionSet domain) {
        return take(Type.SCHEDULE, "isl_schedule_intersect_domain", this, domain);
    }
}
