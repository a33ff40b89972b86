package tilewright.tiling.rewrite;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.IslException;
import tilewright.isl.IslLimitException;
import tilewright.isl.Schedule;
import tilewright.isl.ScheduleConstraints;
import tilewright.isl.UnionMap;
import tilewright.isl.UnionSet;
import tilewright.model.Access;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.tiling.space.Instances;
import tilewright.tiling.space.OrderCheck;

/**
 * The order that isl's scheduler finds (S. Verdoolaege, G. Janssens, Scheduling for PPCG, KU Leuven CW 706, 2017): all
 * dependences are valid; statements are fused, shifted and skewed so that loops are parallel outermost where they can be,
 * and values are close to their uses and inputs to their next uses.
 *
 * <p>Each order is compared with all dependences before it is used, whatever isl says.
 */
public final class FusedTimes {
    private static final String TREAT_COALESCING = "isl_options_set_schedule_treat_coalescing";

    private FusedTimes() {}

    /**
     * The times by statement, {@code { S[..] -> [..] }}.
     *
     * @param dependences of the nest as written, none removed
     */
    public static Map<String, tilewright.isl.Map> of(Dependences dependences) {
        Context context = dependences.context();
        UnionSet domains = dependences.domains().stream()
                .map(d -> d.iterations().toUnionSet())
                .reduce(UnionSet::union)
                .orElseThrow();
        UnionMap valid = UnionMap.empty(domains.getSpace());
        UnionMap near = sameInput(context, dependences.nest());
        for (Dependence dependence : dependences.dependences()) {
            UnionMap relation = dependence.relation().toUnionMap();
            valid = valid.union(relation);
            near = dependence.kind() == Dependence.Kind.FLOW ? near.union(relation) : near;
        }
        context.set("isl_options_set_schedule_outer_coincidence", 1);
        context.set("isl_options_set_schedule_maximize_band_depth", 1);
        Schedule schedule = schedule(context, domains, valid, near);
        UnionMap all = schedule.getMap().intersectDomain(domains);
        Map<String, tilewright.isl.Map> times = new LinkedHashMap<>();
        for (tilewright.isl.Map map : all.getMapList()) {
            times.put(String.valueOf(map.getTupleName(Dim.IN)), map);
        }
        for (PlacedStatement placed : dependences.nest().statements()) {
            times.putIfAbsent(
                    placed.statement().id(),
                    tilewright.isl.Map.empty(
                            tilewright.isl.Map.parse(context, new SetNotation(dependences.nest()).schedule(placed))
                                    .getSpace()));
        }
        requireOrder(dependences, times);
        return times;
    }

    /**
     * What isl finds. It looks for schedules whose coefficients do not grow with the numbers of iterations, and may then find that no loop
     * carries what is left, e.g. in loops with steps; there is one without that wish.
     */
    private static Schedule schedule(Context context, UnionSet domains, UnionMap valid, UnionMap near) {
        try {
            return constraints(domains, valid, near).computeSchedule();
        } catch (IslLimitException limit) {
            throw limit;
        } catch (IslException none) {
            context.set(TREAT_COALESCING, 0);
            try {
                return constraints(domains, valid, near).computeSchedule();
            } finally {
                context.set(TREAT_COALESCING, 1);
            }
        }
    }

    private static ScheduleConstraints constraints(UnionSet domains, UnionMap valid, UnionMap near) {
        return ScheduleConstraints.onDomain(domains)
                .setValidity(valid)
                .setCoincidence(valid)
                .setProximity(near);
    }

    /** From an iteration to another one, of any statement, that reads the same element of an array that nothing writes. */
    private static UnionMap sameInput(Context context, LoopNest nest) {
        SetNotation notation = new SetNotation(nest);
        UnionMap reads = UnionMap.parse(context, notation.parameters() + "{ }");
        for (PlacedStatement placed : nest.statements()) {
            for (Access access : placed.statement().accesses()) {
                if (!nest.isWritten(access.array())) {
                    reads = reads.union(UnionMap.parse(context, notation.accessRelation(placed, access)));
                }
            }
        }
        UnionMap before = nest.statements().stream()
                .map(p -> UnionMap.parse(context, notation.schedule(p)))
                .reduce(UnionMap::union)
                .orElseThrow();
        return reads.applyRange(reads.reverse()).intersect(before.lexLtUnionMap(before));
    }

    private static void requireOrder(Dependences dependences, Map<String, tilewright.isl.Map> times) {
        for (Dependence dependence : dependences.dependences()) {
            Optional<tilewright.isl.Map> broken = OrderCheck.notBefore(
                    dependence,
                    java.util.Objects.requireNonNull(times.get(dependence.source())),
                    java.util.Objects.requireNonNull(times.get(dependence.sink())));
            if (broken.isPresent()) {
                throw new IllegalStateException("isl's schedule breaks the " + dependence.inWords() + ": "
                        + Instances.pair(dependence.source(), dependence.sink(), broken.get()));
            }
        }
    }
}
