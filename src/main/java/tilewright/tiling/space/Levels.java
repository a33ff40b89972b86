package tilewright.tiling.space;

import java.util.ArrayList;
import java.util.List;
import tilewright.isl.Dim;
import tilewright.isl.IslLimitException;
import tilewright.isl.Scope;
import tilewright.isl.UnionMap;
import tilewright.isl.UnionSet;

/**
 * Level sets of a dependence graph: level 0 holds what depends on nothing, level l + 1 what depends on level l
 * and on no later one. Everything in one level may run at the same time, and levels run in order.
 *
 * <p>Example: for one step K of blocked elimination, with blocks (I,J) and the flow between them, the levels are
 * {(K,K)}, {(K,J), (I,K)} and the rest: the three phases.
 */
public final class Levels {
    /** Steps of isl: levels that take more are as many as the iterations of some loop, each cut off by a piece of its own. */
    private static final long MOST_OPERATIONS = 3_000_000;

    /** So many loops have nests usually; with d of them a step goes through d x d numbers. */
    private static final int USUAL_LOOPS = 6;

    private Levels() {}

    /**
     * @param sets the levels, in order
     * @param remainder what could not be placed: empty on success; else it holds a cycle, or more than the
     *     allowed number of levels
     */
    public record Result(List<UnionSet> sets, UnionSet remainder) {
        public boolean complete() {
            return remainder.isEmpty();
        }
    }

    /**
     * @param nodes all nodes
     * @param before edges, from a node to one that must come later; edges from a node to itself are not allowed
     * @param limit the largest number of levels
     */
    public static Result of(UnionSet nodes, UnionMap before, int limit) {
        List<UnionSet> levels = new ArrayList<>();
        try (Scope scope = nodes.context().scope()) {
            UnionSet[] remaining = {nodes.coalesce()};
            try {
                nodes.context()
                        .withMaxOperations(
                                mostOperations(nodes), () -> peel(remaining, before.coalesce(), limit, levels));
            } catch (IslLimitException tooComplex) {
                // What is left has more levels than can be told apart.
            }
            levels.forEach(scope::promote);
            return new Result(levels, scope.promote(remaining[0]));
        }
    }

    /** As many steps as take the same time whatever the number of loops. */
    private static long mostOperations(UnionSet nodes) {
        long loops = nodes.getSetList().stream()
                .mapToInt(set -> set.dim(Dim.SET))
                .max()
                .orElse(0);
        return loops <= USUAL_LOOPS ? MOST_OPERATIONS : MOST_OPERATIONS * USUAL_LOOPS * USUAL_LOOPS / (loops * loops);
    }

    /** Moves level after level from what remains to the levels, until there is none more. */
    private static UnionSet peel(UnionSet[] remaining, UnionMap before, int limit, List<UnionSet> levels) {
        UnionMap edges = before;
        while (!remaining[0].isEmpty() && levels.size() < limit) {
            edges = edges.intersectDomain(remaining[0]).intersectRange(remaining[0]);
            UnionSet level = remaining[0].subtract(edges.range()).coalesce();
            if (level.isEmpty()) {
                break;
            }
            UnionSet rest = remaining[0].subtract(level).coalesce();
            levels.add(level);
            remaining[0] = rest;
        }
        return remaining[0];
    }
}
