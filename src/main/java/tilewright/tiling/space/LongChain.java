package tilewright.tiling.space;

import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Scope;
import tilewright.isl.Set;
import tilewright.isl.UnionMap;
import tilewright.isl.UnionSet;

/**
 * Looks for a chain of iterations, each depending on the one before, at one size of the parameters. A chain of more iterations than there
 * may be levels proves that level sets ({@link Levels}) are too many, at the price of a few points; to find that out level by level
 * takes sets whose pieces grow with every level.
 *
 * <p>Example: {(i, j) -> (i + 1, j - 1)} over 0 &lt;= i, j &lt; n has at n = 256 the chain (0, 255), (1, 254), .. of 256 iterations.
 */
public final class LongChain {
    /** Values of a parameter, tried in this order: chains of long steps, and of steps that double, are long at the first. */
    private static final int[] SIZES = {1 << 16, 1 << 8, -(1 << 16), -(1 << 8)};

    /** So many points are visited for every iteration of the chain: dead ends are few, and a chain that is not found costs no plan. */
    private static final int VISITS = 3;

    private final UnionMap edges;
    private final boolean forward;
    private int visits;

    private LongChain(UnionMap edges, boolean forward, int visits) {
        this.edges = edges;
        this.forward = forward;
        this.visits = visits;
    }

    /**
     * Whether a chain of more than {@code limit} iterations was found; false means "not known".
     *
     * @param nodes all iterations, finitely many at each value of the parameters
     * @param before edges, from an iteration to one that must come later
     */
    public static boolean isIn(UnionSet nodes, UnionMap before, int limit) {
        try (Scope _ = nodes.context().scope()) {
            UnionSet sized = nodes.intersectParams(size(nodes.params()));
            UnionMap edges = before.intersectDomain(sized).intersectRange(sized);
            return from(edges, limit, true) || from(edges.reverse(), limit, false);
        }
    }

    /**
     * Whether one dependence of a statement on itself makes such a chain, without looking for it: so many of its steps one after the other
     * lead from some iteration to another one. Asked of pairs that are always the same distance apart, whose steps are as simple, however
     * many they are.
     */
    public static boolean isOfOneStep(Map pairs, int limit) {
        try (Scope _ = pairs.context().scope()) {
            Map steps = pairs;
            Map chain = limit % 2 == 0 ? null : pairs;
            for (int left = limit / 2; left > 0 && !steps.isEmpty(); left /= 2) {
                steps = steps.applyRange(steps);
                chain = left % 2 == 0 ? chain : chain == null ? steps : chain.applyRange(steps);
            }
            return chain != null && !steps.isEmpty() && !chain.isEmpty();
        }
    }

    /** One value of the parameters, far from zero where that is allowed. */
    private static Set size(Set params) {
        Set chosen = params;
        for (int p = 0; p < params.dim(Dim.PARAM); p++) {
            for (int value : SIZES) {
                Set fixed = chosen.fixSi(Dim.PARAM, p, value);
                if (!fixed.isEmpty()) {
                    chosen = fixed;
                    break;
                }
            }
        }
        return Set.fromPoint(chosen.samplePoint());
    }

    /** A chain that begins at the first source of some statement or in the middle of its sources; backwards, one that ends at a last sink. */
    private static boolean from(UnionMap edges, int limit, boolean forward) {
        LongChain chain = new LongChain(edges, forward, VISITS * limit);
        return edges.domain().getSetList().stream()
                .anyMatch(sources -> chain.goesOn(chain.nearest(sources), limit)
                        || chain.goesOn(chain.nearest(middle(sources)), limit));
    }

    /** What is half way between the bounds of every loop, from the outermost inwards. */
    private static Set middle(Set points) {
        Set middle = points;
        for (int d = 0; d < points.dim(Dim.SET); d++) {
            long least = middle.dimMinVal(d).getNumSi();
            long greatest = middle.dimMaxVal(d).getNumSi();
            Set half = middle.fixSi(Dim.SET, d, (int) Math.floorDiv(least + greatest, 2));
            middle = half.isEmpty() ? middle : half;
        }
        return middle;
    }

    /** Whether a path of so many edges goes out from a point. */
    private boolean goesOn(Set point, int length) {
        if (length == 0) {
            return true;
        }
        if (visits-- <= 0) {
            return false;
        }
        return edges.intersectDomain(point.toUnionSet()).range().getSetList().stream()
                .anyMatch(next -> goesOn(nearest(next), length - 1));
    }

    private Set nearest(Set points) {
        return forward ? points.lexmin() : points.lexmax();
    }
}
