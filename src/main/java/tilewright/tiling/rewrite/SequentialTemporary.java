package tilewright.tiling.rewrite;

import java.util.List;
import java.util.stream.IntStream;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.model.Access;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.tiling.space.OrderCheck;

/**
 * A statement of the deepest loops that sets one scalar again and again, as {@code t = a(i,j)} does inside loops over i and j: as written, each of
 * its iterations overwrites what the one before it left, so that no order of the loops lets any of them run in parallel.
 */
public final class SequentialTemporary {
    private SequentialTemporary() {}

    /** Whether a nest has one: then no way to take it apart is parallel unless the scalar gets other memory. */
    public static boolean isIn(Dependences dependences) {
        LoopNest nest = dependences.nest();
        int deepest = nest.statements().stream()
                .mapToInt(PlacedStatement::depth)
                .max()
                .orElse(0);
        return nest.statements().stream()
                .filter(p -> p.depth() == deepest && deepest > 0 && setsScalar(p, nest))
                .anyMatch(p -> overwritesInEveryLoop(p, dependences));
    }

    /** Sums and minima, which read what they set, may run in other orders. */
    private static boolean setsScalar(PlacedStatement placed, LoopNest nest) {
        Access target = placed.statement().target();
        return nest.array(target.array()).dimensions() == 0
                && placed.statement().value().reads().stream()
                        .noneMatch(read -> read.array().equals(target.array()));
    }

    private static boolean overwritesInEveryLoop(PlacedStatement placed, Dependences dependences) {
        String id = placed.statement().id();
        List<Dependence> own = dependences.ofKind(Dependence.Kind.OUTPUT).stream()
                .filter(d -> d.source().equals(id) && d.sink().equals(id))
                .toList();
        return IntStream.range(0, placed.depth())
                .allMatch(z -> own.stream().anyMatch(d -> isCarriedBy(z, placed.depth(), d)));
    }

    /** Whether it leads from some iteration to another one that differs in this loop alone. */
    private static boolean isCarriedBy(int loop, int depth, Dependence dependence) {
        List<Integer> others =
                IntStream.range(0, depth).filter(z -> z != loop).boxed().toList();
        return !OrderCheck.agreeingIn(dependence.relation(), others).isEmpty();
    }
}
