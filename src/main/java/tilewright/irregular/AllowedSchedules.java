package tilewright.irregular;

import java.util.List;

/** Which schedules of a fixpoint its laws allow. */
public final class AllowedSchedules {
    private AllowedSchedules() {}

    /**
     * The schedules of a device that the laws allow, in its order.
     *
     * @return at least one
     */
    public static List<Schedule> of(Fixpoint fixpoint, GraphDevice device) {
        return device.schedules().stream()
                .map(Schedule::parse)
                .filter(s -> allows(fixpoint, s))
                .toList();
    }

    /** The same of the device that stands in for others. */
    public static List<Schedule> of(Fixpoint fixpoint) {
        return of(fixpoint, GraphDevice.reference());
    }

    /** Whether the laws that a schedule rests on hold, and values and weights have a form that it knows. */
    public static boolean allows(Fixpoint fixpoint, Schedule schedule) {
        Relaxation relaxation = fixpoint.relaxation();
        boolean words = relaxation.type().bytes() == Integer.BYTES && relaxation.bits();
        boolean oneWeight = relaxation.inputs().size() <= 1
                && relaxation.inputs().stream().allMatch(i -> i.type().bytes() == Integer.BYTES);
        return switch (schedule) {
            case Schedule.ByLevels _ -> fixpoint.levels();
            case Schedule.Cells _ -> fixpoint.levels() && fixpoint.symmetric();
            case Schedule.ByRows _ -> fixpoint.window() && words && oneWeight;
            case Schedule.Segments _ -> fixpoint.symmetric() && words && oneWeight;
            case Schedule.Queue q ->
                words && oneWeight && (q.window() == 0 || fixpoint.window() && relaxation.least() && relaxation.adds());
            case Schedule.Edges e ->
                e.racing() || relaxation.bits() && relaxation.type().bytes() >= Integer.BYTES;
        };
    }
}
