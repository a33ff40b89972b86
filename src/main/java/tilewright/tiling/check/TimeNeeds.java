package tilewright.tiling.check;

import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tilewright.isl.Map;
import tilewright.isl.Val;
import tilewright.model.Access;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.space.Instances;

/**
 * Whether blocks of time tiles hold what their own elements depend on. From the end of a launch back to its start, statement
 * by statement: where an element is needed and a statement writes it, what the statement reads is needed before. All of it
 * must be in the block's box; what is needed at the start must be an element of the array, and for arrays computed anew
 * in every iteration, one that nothing writes, as others are not loaded.
 *
 * <p>Needs of arrays that are carried on only grow on the way back, and unions are taken wider than they are where that
 * keeps them simple: what holds for more holds for less. Where that fails, the exact sets decide.
 */
final class TimeNeeds {
    private final TimePlaces places;
    private final TimeTile tile;
    private final Map boxes;

    TimeNeeds(TimePlaces bounded) {
        this.places = bounded.unbounded();
        this.tile = places.tile();
        this.boxes = places.boxes();
    }

    /** What is wrong, in words. */
    Optional<String> wrong() {
        return places.owns().stream().flatMap(own -> wrong(own).stream()).findFirst();
    }

    private Optional<String> wrong(Map own) {
        Optional<String> wrong = wrong(own, TimeNeeds::hull);
        return wrong.isEmpty() ? wrong : wrong(own, Map::coalesce);
    }

    private static Map hull(Map needs) {
        Map simple = needs.coalesce();
        return simple.pieces() < 2 ? simple : simple.simpleHull().toMap();
    }

    private Optional<String> wrong(Map own, UnaryOperator<Map> wider) {
        java.util.Map<String, Map> start = new HashMap<>();
        java.util.Map<String, Map> anew = new HashMap<>();
        Map none = Map.empty(boxes.getSpace());
        for (TimeTile.HeldArray held : tile.arrays()) {
            String array = held.array();
            Map carried = held.transfer() == TimeTile.Transfer.CARRIED ? own.intersect(places.elements(array)) : none;
            Map written = own.intersect(places.where(held.written()));
            start.put(array, held.transfer() == TimeTile.Transfer.IN_PLACE ? written : carried);
            anew.put(array, held.transfer() == TimeTile.Transfer.RECOMPUTED ? written : none);
        }
        long iterations = iterations();
        for (long back = 1; back <= iterations; back++) {
            java.util.Map<String, Map> before = new HashMap<>(start);
            Optional<String> wrong = iteration(start, anew, wider, back);
            if (wrong.isPresent()) {
                return wrong;
            }
            if (back > 1 && before.keySet().stream().allMatch(a -> of(before, a).isEqual(of(start, a)))) {
                break;
            }
        }
        return tile.arrays().stream()
                .filter(a -> !of(start, a.array()).isSubset(places.elements(a.array())))
                .findFirst()
                .map(a -> "blocks need elements beyond the bounds of " + a.array());
    }

    private static Map of(java.util.Map<String, Map> needs, String array) {
        return Objects.requireNonNull(needs.get(array), array);
    }

    /** The most iterations of a launch. Where there is no such number, needs stop growing or leave the box. */
    private long iterations() {
        TimeTile.Time time = tile.time();
        Val most =
                places.ofHost(time.last().minus(time.first()).plus(1)).range().dimMaxVal(0);
        return most.isNan() ? 0 : most.isInt() ? most.longValue() : Long.MAX_VALUE;
    }

    /**
     * One iteration back.
     *
     * @param start what is needed when the launch starts, as far as is known; grows
     * @param anew needs of arrays that are computed in every iteration, at the end of this one; empty afterwards
     */
    private Optional<String> iteration(
            java.util.Map<String, Map> start, java.util.Map<String, Map> anew, UnaryOperator<Map> wider, long back) {
        for (TimePlaces.Timed timed : places.statements().reversed()) {
            Map domain = places.where(timed.statement().domain());
            String target = timed.target();
            Map now = of(anew, target);
            Map computed = now.union(of(start, target)).intersect(domain);
            anew.put(target, now.subtract(domain).coalesce());
            for (Access access : timed.written().statement().accesses()) {
                List<Integer> offset = timed.statement().offsets().get(access.index());
                if (access.index() == 1 || offset == null) {
                    continue;
                }
                Map read = computed.applyRange(places.shift(offset));
                if (!read.isSubset(boxes)) {
                    return Optional.of(beyond(timed, access, read.subtract(boxes), back));
                }
                boolean recomputed = tile.held(access.array()).transfer().isAnew();
                java.util.Map<String, Map> needs = recomputed ? anew : start;
                Map both = of(needs, access.array()).union(read);
                needs.put(
                        access.array(),
                        recomputed ? both.coalesce() : wider.apply(both).intersect(boxes));
            }
        }
        return untilStart(start, anew);
    }

    /** What no statement of the iteration computes must be there when the launch starts. */
    private Optional<String> untilStart(java.util.Map<String, Map> start, java.util.Map<String, Map> anew) {
        for (TimeTile.HeldArray held : tile.arrays()) {
            Map left = of(anew, held.array());
            if (!left.isDisjoint(places.where(held.written()))) {
                return Optional.of("blocks need values of " + held.array()
                        + " from an earlier iteration, but it is not carried on from launch to launch");
            }
            start.merge(held.array(), left, (l, r) -> l.union(r).coalesce());
            anew.put(held.array(), Map.empty(boxes.getSpace()));
        }
        return Optional.empty();
    }

    private String beyond(TimePlaces.Timed timed, Access access, Map missing, long back) {
        return "blocks do not hold " + Instances.example(access.array(), missing.range()) + " of another block, which "
                + timed.id() + " needs (access " + access + ") in iteration " + back
                + " from the end: the halo is too small";
    }
}
