package tilewright.cli.pipeline;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import tilewright.cli.argument.Inputs;
import tilewright.dependence.Dependences;
import tilewright.ranking.description.GpuDescription;
import tilewright.report.Quantity;
import tilewright.tiling.schedule.CoalescedLoops;
import tilewright.tiling.schedule.PlannedNest;
import tilewright.tiling.schedule.Schedule;

/** Whether loops of a contraction are one axis each, operands copied first, and long sums in shares: by predicted time. */
record ContractionChoice(Dependences dependences, SequencedMap<String, Long> sizes, GpuDescription device) {
    /**
     * The fastest of those that take so many block sizes.
     *
     * @param given how many block sizes are given; 0 where none are
     * @param notes is told where operands are copied, which takes memory
     * @return nothing where the nest is no contraction of several loops, or each loop is best by itself
     */
    Optional<Schedule> best(int given, PrintWriter notes) {
        return CoalescedLoops.ofContraction(PlannedNest.start(dependences))
                .filter(loops -> loops.isCounted(sizes))
                .map(loops -> best(choices(loops, given), given, notes))
                .filter(schedule -> !(schedule instanceof Schedule.Auto));
    }

    private List<Schedule> choices(CoalescedLoops loops, int given) {
        List<Schedule> choices = new ArrayList<>();
        if (given == 0 || given != loops.axes().size()) {
            choices.add(new Schedule.Auto());
        }
        if (given == 0 || given == loops.axes().size()) {
            choices.add(new Schedule.Coalesced());
            loops.packed()
                    .filter(nest -> Inputs.beyond(nest, new LinkedHashMap<>(loops.sizes(sizes)), device)
                            .isEmpty())
                    .ifPresent(_ -> choices.add(new Schedule.Packed()));
        }
        return choices;
    }

    /** @param given how many block sizes are given, which are those of whole sums */
    private Schedule best(List<Schedule> choices, int given, PrintWriter notes) {
        if (choices.size() == 1) {
            return choices.getFirst();
        }
        List<Predicted> all = choices.stream()
                .map(s -> given > 0 ? whole(s) : predicted(s))
                .sorted(Comparator.comparingDouble(Predicted::seconds))
                .toList();
        Predicted best = all.getFirst();
        if (best.base() instanceof Schedule.Packed) {
            notes.println("note: operands are copied first, in the order in which the product reads them, --schedule "
                    + best.schedule().text() + ": predicted " + Quantity.seconds(best.seconds())
                    + ", where they stand " + Quantity.seconds(all.get(1).seconds()));
        }
        if (best.shares() != null) {
            best.shares().said(notes);
        }
        return best.schedule();
    }

    private Predicted whole(Schedule schedule) {
        return new Predicted(
                schedule,
                null,
                Pipeline.rank(Pipeline.tiler(dependences, schedule), sizes, device)
                        .leastProgramSeconds());
    }

    private Predicted predicted(Schedule schedule) {
        return new SplitChoice(dependences, schedule, sizes, device)
                .best()
                .map(found -> new Predicted(schedule, found, found.seconds()))
                .orElseGet(() -> whole(schedule));
    }

    /**
     * A choice.
     *
     * @param shares in which its sums are predicted to take less; null where they are whole
     */
    private record Predicted(Schedule base, SplitChoice.@Nullable Found shares, double seconds) {
        Schedule schedule() {
            return shares == null ? base : shares.schedule();
        }
    }
}
