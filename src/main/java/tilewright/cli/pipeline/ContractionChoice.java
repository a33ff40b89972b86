package tilewright.cli.pipeline;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import tilewright.cli.argument.Inputs;
import tilewright.dependence.Dependences;
import tilewright.ranking.description.GpuDescription;
import tilewright.report.Quantity;
import tilewright.tiling.schedule.CoalescedLoops;
import tilewright.tiling.schedule.PlannedNest;
import tilewright.tiling.schedule.Schedule;

/** Whether loops of a contraction are one axis each, and operands copied first: by predicted time. */
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
                .map(loops -> best(choices(loops, given), notes))
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

    private Schedule best(List<Schedule> choices, PrintWriter notes) {
        if (choices.size() == 1) {
            return choices.getFirst();
        }
        List<Predicted> all = choices.stream()
                .map(s -> new Predicted(
                        s,
                        Pipeline.rank(Pipeline.tiler(dependences, s), sizes, device)
                                .leastProgramSeconds()))
                .sorted(Comparator.comparingDouble(Predicted::seconds))
                .toList();
        Predicted best = all.getFirst();
        if (best.schedule() instanceof Schedule.Packed) {
            notes.println("note: operands are copied first, in the order in which the product reads them, --schedule "
                    + best.schedule().text() + ": predicted " + Quantity.seconds(best.seconds())
                    + ", where they stand " + Quantity.seconds(all.get(1).seconds()));
        }
        return best.schedule();
    }

    private record Predicted(Schedule schedule, double seconds) {}
}
