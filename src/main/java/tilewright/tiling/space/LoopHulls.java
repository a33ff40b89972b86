package tilewright.tiling.space;

import tilewright.isl.Dim;
import tilewright.isl.Set;

/** Supersets of iterations that loops can run through, or that have bounds a guard can be made of. */
public final class LoopHulls {
    private LoopHulls() {}

    /** A convex superset, so that bounds and guards stay conjunctions; membership is tested exactly elsewhere. */
    public static Set hull(Set set) {
        return set.simpleHull().toSet();
    }

    /** The hull, unless it is so coarse that it loses the bounds of the last dimension. */
    public static Set boundedHull(Set set) {
        Set hull = hull(set);
        return isLastBounded(hull) ? hull : set;
    }

    /** Whether the last dimension has bounds; isl takes what a remainder says ({@code i mod 2 = 1}) for one. */
    private static boolean isLastBounded(Set set) {
        return set.removeDivs().dimIsBounded(Dim.SET, set.dim(Dim.SET) - 1);
    }

    /**
     * What nested loops from the smallest to the largest value of each dimension run through, where loops further out have iterations
     * further inside: what the bounds of the loops are read from.
     */
    public static Set loopBounds(Set set) {
        Set bounds = Set.universe(set.getSpace());
        int dimensions = set.dim(Dim.SET);
        for (int d = 0; d < dimensions; d++) {
            int rest = dimensions - d - 1;
            Set upToHere = set.projectOut(Dim.SET, d + 1, rest);
            bounds = bounds.intersect(hullOfLast(upToHere).addDims(Dim.SET, rest));
        }
        return bounds.coalesce();
    }

    /**
     * What is known of a loop's variable inside it: its range where the iteration around it has one at all. A loop over
     * {@code i} runs through the odd values too, though only even ones have iterations further inside.
     *
     * @param around the values of the variables around it that the loops run through
     */
    public static Set ifReached(Set inner, Set around) {
        Set missed = around.subtract(inner.projectOut(Dim.SET, inner.dim(Dim.SET) - 1, 1));
        return missed.isEmpty()
                ? inner
                : inner.union(missed.addDims(Dim.SET, 1)).coalesce();
    }

    /** All values of the last dimension between its extremes, for given values of the others. */
    public static Set hullOfLast(Set set) {
        Set universe = Set.universe(set.getSpace());
        Set notBelow = fromFirst(set);
        Set notAbove = set.apply(withOthersEqual(universe.lexGeSet(universe)));
        return notBelow.intersect(notAbove).coalesce();
    }

    /** All values of the last dimension from its smallest one on, for given values of the others. */
    public static Set fromFirst(Set set) {
        Set universe = Set.universe(set.getSpace());
        return set.apply(withOthersEqual(universe.lexLeSet(universe)));
    }

    /** The part of an order of tuples in which all components but the last are equal. */
    private static tilewright.isl.Map withOthersEqual(tilewright.isl.Map order) {
        tilewright.isl.Map result = order;
        for (int d = 0; d < order.dim(Dim.IN) - 1; d++) {
            result = result.equate(Dim.IN, d, Dim.OUT, d);
        }
        return result;
    }
}
