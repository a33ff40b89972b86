package tilewright.isl;

/** The input of isl's scheduler. */
public final class ScheduleConstraints extends IslObject {
    ScheduleConstraints(Context context, long pointer) {
        super(Type.SCHEDULE_CONSTRAINTS, context, pointer);
    }

    public static ScheduleConstraints onDomain(UnionSet domain) {
        return domain.context().take(Type.SCHEDULE_CONSTRAINTS, "isl_schedule_constraints_on_domain", domain);
    }

    public ScheduleConstraints setValidity(UnionMap validity) {
        return take(Type.SCHEDULE_CONSTRAINTS, "isl_schedule_constraints_set_validity", this, validity);
    }

    public ScheduleConstraints setCoincidence(UnionMap coincidence) {
        return take(Type.SCHEDULE_CONSTRAINTS, "isl_schedule_constraints_set_coincidence", this, coincidence);
    }

    public ScheduleConstraints setProximity(UnionMap proximity) {
        return take(Type.SCHEDULE_CONSTRAINTS, "isl_schedule_constraints_set_proximity", this, proximity);
    }

    public Schedule computeSchedule() {
        return take(Type.SCHEDULE, "isl_schedule_constraints_compute_schedule", this);
    }
}
