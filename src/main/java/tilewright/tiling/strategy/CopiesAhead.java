package tilewright.tiling.strategy;

import java.util.List;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.OrderCheck;

/** Which values a piece may copy to shared memory before the iterations that use them. */
final class CopiesAhead {
    private CopiesAhead() {}

    /**
     * Whether what an access reads may change while the piece runs, so that it is not copied before the iterations that use it. An array that the piece writes does not where one statement in a
     * box of iterations overwrites elements after their last read: copies are for all iterations of a box, and none of them was overwritten before. Example: of {@code y(i,j) = y(i,j) + y(i,j - 1)}
     * the first read. Silent iterations, of which the dependences know nothing, are holes in a box.
     */
    static boolean mayChange(
            Dependences dependences,
            BlockSpace space,
            PlacedStatement placed,
            Access access,
            List<PlacedStatement> statements) {
        if (statements.stream().noneMatch(s -> s.statement().target().array().equals(access.array()))) {
            return false;
        }
        List<String> fixed = dependences.nest().parameters();
        boolean box = statements.size() == 1
                && placed.guards().isEmpty()
                && !hasSilent(dependences, placed)
                && placed.loops().stream()
                        .allMatch(l -> fixed.containsAll(l.lower().variables())
                                && fixed.containsAll(l.upper().variables()));
        return !box
                || dependences.dependences().stream()
                        .anyMatch(d -> d.kind() == Dependence.Kind.FLOW
                                && d.sink().equals(placed.statement().id())
                                && d.source().equals(d.sink())
                                && d.access() == access.index()
                                && !OrderCheck.agreeingIn(d.relation(), hosts(d, space))
                                        .isEmpty());
    }

    private static boolean hasSilent(Dependences dependences, PlacedStatement placed) {
        return dependences.silentRemoved()
                && dependences.silent().stream()
                        .anyMatch(s -> s.statement().equals(placed.statement().id())
                                && !s.iterations().isEmpty());
    }

    /** Outermost loops of both ends of a dependence of which a step is one iteration. */
    private static int hosts(Dependence dependence, BlockSpace space) {
        int shared = Math.min(
                dependence.relation().dim(Dim.IN), dependence.relation().dim(Dim.OUT));
        int hosts = 0;
        while (hosts < Math.min(shared, space.host().size())
                && space.host().get(hosts).loop() == hosts) {
            hosts++;
        }
        return hosts;
    }
}
