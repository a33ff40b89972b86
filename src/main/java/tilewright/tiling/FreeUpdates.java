package tilewright.tiling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Space;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.tiling.Obligations.Obligation;
import tilewright.tiling.PlanPlaces.Launched;
import tilewright.tiling.PlanPlaces.Place;

/**
 * Updates of accumulators that a plan lets change places: those of one launch, in one step of the loops around it, where lanes have partial results,
 * all of a sum that runs down ({@link DescendingSums}), and all of a statement that is run in several places ({@link TiledSums}). Launches follow one another, so that a sum over several steps need be a reduction
 * within each of them only, which is what {@link ReductionPlanner} asks of a part of the nest.
 */
final class FreeUpdates {
    private final java.util.Map<String, Map> pairs = new HashMap<>();
    private final List<Reduction> reductions;

    /**
     * @param dependences of the plan's nest
     * @param places where the plan runs what
     * @param closed statements whose order is free for another reason ({@link Obligations#closedUpdates})
     */
    FreeUpdates(Dependences dependences, List<Place> places, java.util.Set<String> closed) {
        java.util.Set<Node.Loop> down = DescendingSums.of(dependences.nest());
        for (PlacedStatement placed : dependences.nest().statements()) {
            String id = placed.statement().id();
            List<Place> partial = places.stream()
                    .filter(p -> p.id().equals(id) && p.isPartial())
                    .toList();
            if (!placed.loops().isEmpty() && down.contains(placed.loops().getLast())) {
                pairs.put(id, Reductions.pairs(dependences, id));
            } else if (isApart(id, places, closed)) {
                pairs.put(id, Reductions.pairs(dependences, id));
            } else if (!partial.isEmpty()) {
                pairs.put(id, inOneStep(Reductions.pairs(dependences, id), partial));
            }
        }
        this.reductions = pairs.isEmpty()
                ? List.of()
                : Reductions.of(dependences, id -> pairs.getOrDefault(id, none(dependences, id))).stream()
                        .filter(r -> r.mayRegroup() && pairs.containsKey(r.statement()))
                        .toList();
    }

    /** Whether several kinds of blocks, or several statements of one, run the updates: in an order of their own then. */
    private static boolean isApart(String statement, List<Place> places, java.util.Set<String> closed) {
        return !closed.contains(statement)
                && places.stream().filter(p -> p.id().equals(statement)).count() > 1;
    }

    private static Map none(Dependences dependences, String statement) {
        Space space = dependences.domain(statement).getSpace();
        return Map.empty(space.mapFromSet());
    }

    /** Pairs of which one launch runs both, for the same values of the host's loops. */
    private static Map inOneStep(Map pairs, List<Place> partial) {
        java.util.Map<Launched, Map> runs = new LinkedHashMap<>();
        for (Place place : partial) {
            int rest = place.runs().dim(Dim.IN) - place.hosts();
            runs.merge(place.launched(), place.runs().projectOut(Dim.IN, place.hosts(), rest), Map::union);
        }
        return runs.values().stream()
                .map(steps -> pairs.intersect(steps.reverse().applyRange(steps)))
                .reduce(Map::union)
                .orElseThrow();
    }

    /** The reductions of which some piece makes partial results, and those that run in another order. */
    List<Reduction> reductions() {
        return reductions;
    }

    /** The pairs of updates of such a reduction's statement that may change places. */
    Map pairs(String statement) {
        return java.util.Objects.requireNonNull(pairs.get(statement), statement);
    }

    /** Updates of one accumulator that may change places but must not meet. */
    List<Obligation> exclusive() {
        List<Obligation> exclusive = new ArrayList<>();
        for (Reduction r : reductions) {
            exclusive.add(new Obligation(
                    Dependence.Kind.OUTPUT,
                    r.statement(),
                    r.statement(),
                    1,
                    pairs(r.statement()),
                    "updates of one element of " + r.array() + " by " + r.statement()));
        }
        return exclusive;
    }
}
