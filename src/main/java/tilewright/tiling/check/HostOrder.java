package tilewright.tiling.check;

import java.util.IdentityHashMap;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.tiling.plan.PlanPlaces;
import tilewright.tiling.plan.PlanPlaces.Launched;
import tilewright.tiling.plan.PlanPlaces.Place;

/**
 * What the host's loops alone say about the order of two launches: mostly that is all there is to ask, and sets over the few variables of
 * these loops are cheap. Nothing is lost: a pair of iterations is in the wrong order of launches exactly where the
 * values of the host's variables at which they run are.
 *
 * <p>Example: iterations {@code k} of blocks of 16 in a loop {@code kb} of the host have {@code { [k,i,j] -> [kb] : 16 kb <= k < 16 kb + 16 }},
 * whichever blocks run them.
 */
final class HostOrder {
    private final PlanPlaces plans;
    private final java.util.Map<Place, Map> times = new IdentityHashMap<>();

    HostOrder(PlanPlaces plans) {
        this.plans = plans;
    }

    /** When the host runs a statement's iterations at a place, {@code { S[..] -> [host..] }}. */
    private Map times(Place place) {
        return times.computeIfAbsent(
                place,
                p -> p.runs()
                        .projectOut(Dim.IN, p.hosts(), p.end() - p.hosts())
                        .reverse()
                        .coalesce());
    }

    /** When the host runs the sources of a relation between iterations, {@code { [host..] -> S[..] }}, and perhaps more: what is broken is then asked of the places. */
    Map fromTimes(Place source, Map relation) {
        return relation.applyDomain(times(source)).coalesceOrEnlarge();
    }

    /** What the host's loops say of pairs of iterations. */
    enum Answer {
        /** The sources are launched before their sinks. */
        KEPT,
        /** No source is launched after its sink, but some in the same iterations of the host's loops that both are in. */
        TIED,
        /** Some are in the wrong order, or in two lanes that do not meet. */
        BROKEN
    }

    /**
     * Whether the host launches the sources before their sinks.
     *
     * @param fromTimes of {@link #fromTimes}, which serves all sinks
     */
    Answer order(Place source, Place sink, Map fromTimes) {
        Launched from = source.launched();
        Launched to = sink.launched();
        Map pairs = fromTimes.applyRange(times(sink));
        if (pairs.isEmpty()) {
            return Answer.KEPT;
        }
        if (areLanesTwo(source, sink)
                && !withoutMeeting(pairs, plans.hostTime(from), plans.hostTime(to))
                        .isEmpty()) {
            return Answer.BROKEN;
        }
        int shared = from.shared(to);
        Map tied = pairs;
        for (int h = 0; h < shared; h++) {
            if (!tied.orderGt(Dim.IN, h, Dim.OUT, h).isEmpty()) {
                return Answer.BROKEN;
            }
            tied = tied.equate(Dim.IN, h, Dim.OUT, h);
        }
        if (from.path().get(shared) < to.path().get(shared) || tied.isEmpty()) {
            return Answer.KEPT;
        }
        return from.isSame(to) ? Answer.TIED : Answer.BROKEN;
    }

    /** Whether launches of the two places may run at the same time. */
    static boolean areLanesTwo(Place source, Place sink) {
        return source.launched().launch().lane().ahead()
                != sink.launched().launch().lane().ahead();
    }

    /**
     * Pairs of two lanes that do not meet after the source and before the sink, or at it.
     *
     * @param from when the host runs the sources, in the terms of {@link PlanPlaces#times}
     * @param to the same of the sinks
     */
    Map withoutMeeting(Map pairs, Map from, Map to) {
        Map left = pairs;
        for (Launched launched : plans.launches()) {
            if (launched.launch().lane().meets()) {
                Set times = plans.times(launched);
                Map met = from.applyRange(Map.lexLt(times.getSpace()).intersectRange(times))
                        .applyRange(Map.lexLe(times.getSpace()))
                        .applyRange(to.reverse());
                left = left.subtract(met);
            }
        }
        return left;
    }
}
