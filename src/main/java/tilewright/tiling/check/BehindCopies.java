package tilewright.tiling.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Access;
import tilewright.model.LoopNest;
import tilewright.tiling.check.Obligations.Obligation;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.PlanPlaces.Place;
import tilewright.tiling.rewrite.KeptCopies;
import tilewright.tiling.rewrite.Substitution;

/**
 * The reads of a plan that take an element itself, where the statement of the nest names a copy of it. The nest in which these statements read elements
 * everywhere must be equivalent ({@link ExpansionCheck}), and of such reads its dependences are to be kept.
 */
public final class BehindCopies {
    /** An access of a statement. */
    public record Key(String statement, int access) {}

    private final LoopNest nest;
    private final Map<Key, Access> reads = new HashMap<>();

    /**
     * @param nest the plan's
     * @throws PlanViolation if places read the same from behind different copies
     */
    BehindCopies(LoopNest nest, List<Place> places) throws PlanViolation {
        this.nest = nest;
        for (Place place : places.stream().filter(p -> !p.isTimed()).toList()) {
            for (Piece.PlannedAccess planned : place.statement().accesses()) {
                if (reads(place, planned.access().index())) {
                    Access known = reads.putIfAbsent(
                            new Key(place.id(), planned.access().index()), planned.access());
                    if (known != null && !known.equals(planned.access())) {
                        throw new PlanViolation(
                                "access " + planned.access() + " of " + place.id() + " is " + known + " elsewhere");
                    }
                }
            }
        }
    }

    /** Whether a place reads by another access than its statement's. */
    boolean reads(Place place, int access) {
        if (place.isTimed()) {
            return false;
        }
        Access own = place.statement().statement().accesses().get(access - 1);
        return !place.statement().access(access).access().equals(own);
    }

    /**
     * What is to be kept of such reads.
     *
     * @throws PlanViolation if these elements do not hold what the copies do
     */
    List<Obligation> obligations(Context context, List<Place> places) throws PlanViolation {
        if (reads.isEmpty()) {
            return List.of();
        }
        Dependences own = direct(context, nest, reads);
        Optional<String> difference = difference(own, context, nest);
        if (difference.isPresent()) {
            throw new PlanViolation("elements do not hold what is copied of them: " + difference.get());
        }
        return new Obligations(own, context)
                .of(places, new FreeUpdates(own, places, Obligations.closedUpdates(own))).stream()
                        .filter(this::isOfRead)
                        .toList();
    }

    /** Whether the element behind a copy holds, at a read of the copy, what the copy does. */
    public static boolean hold(Context context, LoopNest nest, Key read, Access behind) {
        return difference(direct(context, nest, Map.of(read, behind)), context, nest)
                .isEmpty();
    }

    /** Dependences of the nest in which some reads take the elements behind copies. */
    private static Dependences direct(Context context, LoopNest nest, Map<Key, Access> reads) {
        LoopNest direct = new LoopNest(
                nest.name(),
                nest.parameters(),
                nest.arrays(),
                nest.assumptions(),
                nest.initializers(),
                Substitution.ofAccesses(
                        nest.body(), (id, access) -> reads.getOrDefault(new Key(id, access.index()), access)),
                nest.associative());
        return DependenceAnalysis.analyze(context, direct, false);
    }

    private static Optional<String> difference(Dependences direct, Context context, LoopNest nest) {
        Dependences copied = DependenceAnalysis.analyze(context, nest, false);
        return new ExpansionCheck(direct, copied, KeptCopies.of(nest).statements()).difference();
    }

    private boolean isOfRead(Obligation obligation) {
        return switch (obligation.kind()) {
            case FLOW -> reads.containsKey(new Key(obligation.sink(), obligation.access()));
            case ANTI -> reads.containsKey(new Key(obligation.source(), obligation.access()));
            case OUTPUT -> false;
        };
    }
}
