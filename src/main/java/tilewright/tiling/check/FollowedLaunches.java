package tilewright.tiling.check;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import tilewright.isl.Map;
import tilewright.tiling.check.Obligations.Obligation;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.PlanPlaces;
import tilewright.tiling.plan.PlanPlaces.Place;
import tilewright.tiling.space.Instances;

/**
 * Proves of launches that {@link HostStep.Launch#follows follow} one another that a block of one launch may do what their blocks with its coordinates do: what must stay in order, or apart, from one of these launches
 * to another is in blocks of equal coordinates.
 */
final class FollowedLaunches {
    private final List<Place> places;
    /** The number of the launches that follow one another, by launch. */
    private final java.util.Map<HostStep.Launch, Integer> chains = new IdentityHashMap<>();

    private FollowedLaunches(PlanPlaces plans, List<Place> places) throws PlanViolation {
        this.places = places;
        PlanPlaces.Launched before = null;
        int chain = 0;
        for (PlanPlaces.Launched each : plans.launches()) {
            if (each.launch().follows()) {
                if (before == null || !isNext(before.path(), each.path())) {
                    throw new PlanViolation(
                            "launch " + each.launch().name() + " has no launch before it that it follows");
                }
                if (!each.launch().hasBlocksOf(before.launch())) {
                    throw new PlanViolation(
                            "blocks of launch " + each.launch().name() + " are not those of the one that it follows");
                }
            } else {
                chain++;
            }
            chains.put(each.launch(), chain);
            before = each;
        }
    }

    private static boolean isNext(List<Integer> path, List<Integer> next) {
        List<Integer> expected = new ArrayList<>(path);
        expected.set(path.size() - 1, path.getLast() + 1);
        return expected.equals(next);
    }

    /**
     * @param places all of the plan's
     * @param obligations what must run one after the other, or apart
     */
    static void check(PlanPlaces plans, List<Place> places, List<Obligation> obligations) throws PlanViolation {
        if (plans.launches().stream().noneMatch(l -> l.launch().follows())) {
            return;
        }
        FollowedLaunches check = new FollowedLaunches(plans, places);
        for (Obligation obligation : obligations) {
            check.check(obligation);
        }
    }

    private void check(Obligation obligation) throws PlanViolation {
        for (Place source : places) {
            for (Place sink : places) {
                if (source.id().equals(obligation.source())
                        && sink.id().equals(obligation.sink())
                        && !source.launched().isSame(sink.launched())
                        && chain(source) == chain(sink)) {
                    inOneBlock(obligation, source, sink);
                }
            }
        }
    }

    private int chain(Place place) {
        return chains.getOrDefault(place.launched().launch(), 0);
    }

    private static void inOneBlock(Obligation obligation, Place source, Place sink) throws PlanViolation {
        Map pairs = obligation
                .relation()
                .applyDomain(source.runs().reverse())
                .applyRange(sink.runs().reverse());
        Map tied = PlannedOrder.tied(pairs, source.hosts());
        Optional<Map> apart = PlannedOrder.differing(tied, source.hosts(), source.firstSequential());
        if (apart.isPresent()) {
            Map instances = apart.get().applyDomain(source.runs()).applyRange(sink.runs());
            throw new PlanViolation(
                    "launch " + sink.launchName() + " follows launch " + source.launchName() + ", and the "
                            + obligation.words() + " leads from one block to another, e.g. "
                            + Instances.pair(obligation.source(), obligation.sink(), instances));
        }
    }
}
