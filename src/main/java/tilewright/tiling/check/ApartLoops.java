package tilewright.tiling.check;

import java.util.List;
import java.util.Optional;
import tilewright.isl.Map;
import tilewright.tiling.check.Obligations.Obligation;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.PlanPlaces.Place;
import tilewright.tiling.space.Instances;

/** Proves of host loops that are said to be {@link HostStep.HostLoop#apart} that nothing which must stay in order, or apart, leads from one of their iterations to another. */
final class ApartLoops {
    private ApartLoops() {}

    /**
     * @param places all of the plan's
     * @param obligations what must run one after the other, or not at the same time
     */
    static void check(List<Place> places, List<Obligation> obligations) throws PlanViolation {
        for (Obligation obligation : obligations) {
            for (Place source : places) {
                for (Place sink : places) {
                    if (source.id().equals(obligation.source()) && sink.id().equals(obligation.sink())) {
                        check(obligation, source, sink);
                    }
                }
            }
        }
    }

    private static void check(Obligation obligation, Place source, Place sink) throws PlanViolation {
        List<HostStep.HostLoop> loops = source.launched().loops();
        int shared = source.launched().shared(sink.launched());
        for (int h = 0; h < shared; h++) {
            if (loops.get(h).apart()) {
                apart(obligation, source, sink, h);
            }
        }
    }

    /** Within one iteration of the loops around it. */
    private static void apart(Obligation obligation, Place source, Place sink, int loop) throws PlanViolation {
        Map pairs = obligation
                .relation()
                .applyDomain(source.runs().reverse())
                .applyRange(sink.runs().reverse());
        Optional<Map> different = PlannedOrder.differing(PlannedOrder.tied(pairs, loop), loop, loop + 1);
        if (different.isPresent()) {
            Map instances = different.get().applyDomain(source.runs()).applyRange(sink.runs());
            throw new PlanViolation("iterations of "
                    + source.launched().loops().get(loop).variable() + " are said to do without each other, and the "
                    + obligation.words() + " leads from one to another, e.g. "
                    + Instances.pair(obligation.source(), obligation.sink(), instances));
        }
    }
}
