package tilewright.locality;

import java.util.List;
import java.util.stream.IntStream;
import tilewright.isl.BasicSet;
import tilewright.isl.Set;

/** The part of a set that decides about the number of its points. */
final class LeadingPart {
    /** A hull may hold this fraction of points more than the parts it joins. */
    private static final double TOLERANCE = 0.02;

    private LeadingPart() {}

    /**
     * Of a union, the convex parts of the highest order; their hull where it has hardly more points.
     *
     * @param from first of the dimensions whose growth decides, counted without parameters
     * @param to the one after the last of them
     * @param sizes values of the parameters, to which the result is fixed
     */
    static Set of(Set set, int from, int to, Set sizes) {
        List<BasicSet> parts = set.computeDivs().getBasicSetList();
        if (parts.size() <= 1) {
            return set.intersectParams(sizes);
        }
        List<Order> orders = parts.stream().map(p -> Order.of(p, from, to)).toList();
        Order highest = orders.stream().reduce((a, b) -> a.isBelow(b) ? b : a).orElseThrow();
        Set leading = IntStream.range(0, parts.size())
                .filter(i -> orders.get(i).equals(highest))
                .mapToObj(i -> parts.get(i).toSet())
                .reduce(Set::union)
                .orElseThrow();
        Set fixed = leading.intersectParams(sizes);
        Set hull = leading.simpleHull().toSet().intersectParams(sizes);
        boolean close = hull.isBounded() && PointCounter.count(hull) <= (1 + TOLERANCE) * PointCounter.count(fixed);
        return close ? hull : fixed;
    }

    private record Order(int exponent, int directions) {
        static Order of(BasicSet part, int from, int to) {
            ConstraintSystem system = ConstraintSystem.of(part);
            Growth growth = Growth.of(system);
            int[] columns = IntStream.range(system.parameters() + from, system.parameters() + to)
                    .toArray();
            return new Order(growth.exponent(columns), growth.directions(columns));
        }

        boolean isBelow(Order other) {
            return exponent < other.exponent || exponent == other.exponent && directions < other.directions;
        }
    }
}
