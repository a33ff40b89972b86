package tilewright.tiling.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Space;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.tiling.check.Obligations.Obligation;
import tilewright.tiling.plan.PlanPlaces.Launched;
import tilewright.tiling.plan.PlanPlaces.Place;
import tilewright.tiling.rewrite.DescendingSums;
import tilewright.tiling.rewrite.TiledSums;

/**
 * Updates of accumulators that a plan lets change places: those of one launch, in one step of the loops around it, where lanes have partial results,
 * all of a sum that runs down ({@link DescendingSums}), and all of a statement that is run in several places ({@link TiledSums}). Launches follow one another, so that a sum over several steps need be a reduction
 * within each of them only, which is what {@link tilewright.tiling.strategy.ReductionPlanner ReductionPlanner} asks of a part of the nest.
 */
final class FreeUpdates {
    /** By the ids of two statements, the first one's updates before the second one's in the nest as written. */
    private final java.util.Map<List<String>, Map> pairs = new LinkedHashMap<>();

    private final List<Reduction> reductions = new ArrayList<>();

    /**
     * @param dependences of the plan's nest
     * @param places where the plan runs what
     * @param closed statements whose order is free for another reason ({@link Obligations#closedUpdates})
     */
    FreeUpdates(Dependences dependences, List<Place> places, java.util.Set<String> closed) {
        java.util.Set<Node.Loop> down = DescendingSums.of(dependences);
        java.util.Map<String, Map> ofEach = new LinkedHashMap<>();
        boolean apart = false;
        for (PlacedStatement placed : dependences.nest().statements()) {
            String id = placed.statement().id();
            List<Place> partial = places.stream()
                    .filter(p -> p.id().equals(id) && p.isPartial())
                    .toList();
            apart |= isApart(id, places, closed);
            if (placed.loops().stream().anyMatch(down::contains)) {
                ofEach.put(id, Reductions.pairs(dependences, id));
            } else if (!partial.isEmpty()) {
                ofEach.put(id, inOneStep(Reductions.pairs(dependences, id), partial));
            }
        }
        if (apart && ofEach.isEmpty()) {
            Reductions.groups(dependences).stream()
                    .filter(group -> group.stream().anyMatch(r -> isApart(r.statement(), places, closed)))
                    .forEach(group -> addAll(dependences, group));
        } else if (!ofEach.isEmpty()) {
            Reductions.of(dependences, id -> ofEach.getOrDefault(id, none(dependences, id))).stream()
                    .filter(r -> r.mayRegroup() && ofEach.containsKey(r.statement()))
                    .forEach(r -> {
                        reductions.add(r);
                        pairs.put(List.of(r.statement(), r.statement()), ofEach.get(r.statement()));
                    });
        }
    }

    private void addAll(Dependences dependences, List<Reduction> group) {
        reductions.addAll(group);
        for (Reduction first : group) {
            for (Reduction second : group) {
                pairs.put(
                        List.of(first.statement(), second.statement()),
                        Reductions.pairs(dependences, first.statement(), second.statement()));
            }
        }
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

    /** The pairs of updates of two such statements that may change places; nothing where none may. */
    Optional<Map> pairs(String first, String second) {
        return Optional.ofNullable(pairs.get(List.of(first, second)));
    }

    /** Updates of one accumulator that may change places but must not meet. */
    List<Obligation> exclusive() {
        List<Obligation> exclusive = new ArrayList<>();
        pairs.forEach((ids, free) -> exclusive.add(new Obligation(
                Dependence.Kind.OUTPUT,
                ids.getFirst(),
                ids.getLast(),
                1,
                free,
                "updates of one element by " + String.join(" and ", new LinkedHashSet<>(ids)))));
        return exclusive;
    }
}
