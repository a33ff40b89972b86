package tilewright.tiling.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.tiling.schedule.CoalescedLoops.Axis;
import tilewright.tiling.space.Iterations;
import tilewright.tiling.space.OrderCheck;

/**
 * Whether a nest with several loops as one computes what the nest as written does.
 *
 * <p>Numbers in a mixed radix are ordered as their digits are, lexicographically. So an axis runs its loops one inside another, and the coalesced nest
 * runs the iterations of the nest as written in the order of all digits, axis after axis: its loops, interchanged. That keeps every dependence where the
 * source comes before the sink in this order too, which is asked of isl, for all sizes. Elements are the same ones: accesses of written arrays are one
 * to one ({@link ViewBuilder}), and what is only read may be seen in any way.
 */
public final class CoalescedCheck {
    private final Dependences dependences;
    private final Context context;

    /** @param dependences of the nest as written, silent iterations included */
    public CoalescedCheck(Dependences dependences) {
        this.dependences = dependences;
        this.context = dependences.context();
    }

    /** What is wrong with it; nothing where it is right. */
    public Optional<String> difference(CoalescedLoops loops) {
        LoopNest written = dependences.nest();
        if (!CoalescedLoops.of(written, loops.groups()).equals(Optional.of(loops))) {
            return Optional.of("the nest of coalesced loops is not the one that these loops make");
        }
        Map<String, tilewright.isl.Map> times = new HashMap<>();
        for (PlacedStatement placed : written.statements()) {
            String id = placed.statement().id();
            times.put(id, times(placed, loops.nest().statement(id), loops));
        }
        for (Dependence dependence : dependences.dependences()) {
            tilewright.isl.Map from = times.get(dependence.source());
            tilewright.isl.Map to = times.get(dependence.sink());
            if (from == null
                    || to == null
                    || OrderCheck.notBefore(dependence, from, to).isPresent()) {
                return Optional.of("coalesced loops: " + dependence.inWords()
                        + " does not keep its order with the loops interchanged");
            }
        }
        return Optional.empty();
    }

    /** When the iterations of a statement run in the coalesced nest: its place before each axis, and the digits. */
    private tilewright.isl.Map times(PlacedStatement placed, PlacedStatement coalesced, CoalescedLoops loops) {
        List<String> time = new ArrayList<>();
        int depth = coalesced.depth();
        for (int a = 0; a < loops.axes().size(); a++) {
            Axis axis = loops.axes().get(a);
            time.add(a <= depth ? String.valueOf(coalesced.order().get(a)) : "0");
            time.addAll(
                    a < depth ? axis.loops() : Collections.nCopies(axis.loops().size(), "0"));
        }
        time.add(depth == loops.axes().size() ? String.valueOf(coalesced.order().getLast()) : "0");
        String tuple = placed.statement().id() + "[" + String.join(", ", placed.loopVariables()) + "]";
        tilewright.isl.Map all = tilewright.isl.Map.parse(
                context,
                new SetNotation(dependences.nest()).parameters() + "{ " + tuple + " -> [" + String.join(", ", time)
                        + "] }");
        return all.intersectDomain(Iterations.domain(dependences, placed, true));
    }
}
