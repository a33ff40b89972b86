package tilewright.locality;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tilewright.isl.BasicSet;
import tilewright.isl.Dim;
import tilewright.isl.Scope;
import tilewright.isl.Set;

/**
 * The number of points of some sets together, as a function of their parameters: taken apart once, counted often, without
 * isl. Sets of different spaces have no point in common.
 */
final class CountableSets {
    /** Counts for formulas are at small sizes. */
    private static final long MAX_STEPS = 500_000;

    /** A convex part; where its parameters stand among all names. */
    private record Part(int[] places, CountablePart points, ConstraintSystem system) {}

    private final List<String> names = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();

    /** The sets, each of another space. */
    CountableSets(Iterable<Set> sets) {
        for (Set set : sets) {
            try (Scope _ = set.context().scope()) {
                for (BasicSet part : set.coalesce().computeDivs().makeDisjoint().getBasicSetList()) {
                    ConstraintSystem system = ConstraintSystem.of(part);
                    parts.add(new Part(places(parameters(set)), new CountablePart(system), system));
                }
            }
        }
    }

    private int[] places(List<String> parameters) {
        parameters.stream().filter(p -> !names.contains(p)).forEach(names::add);
        return parameters.stream().mapToInt(names::indexOf).toArray();
    }

    private static List<String> parameters(Set set) {
        return IntStream.range(0, set.dim(Dim.PARAM))
                .mapToObj(p -> String.valueOf(set.getDimName(Dim.PARAM, p)))
                .toList();
    }

    /**
     * The number of points.
     *
     * @param values of all parameters
     * @throws tilewright.model.UserError when there are too many cases to count
     */
    long count(Map<String, Long> values) {
        long[] all = new long[names.size()];
        for (int p = 0; p < all.length; p++) {
            Long value = values.get(names.get(p));
            if (value == null) {
                throw new IllegalArgumentException("no value for parameter " + names.get(p));
            }
            all[p] = value;
        }
        long count = 0;
        for (Part part : parts) {
            long[] at = new long[part.places.length];
            for (int p = 0; p < at.length; p++) {
                at[p] = all[part.places[p]];
            }
            count = Math.addExact(count, part.points.count(at, MAX_STEPS));
        }
        return count;
    }

    /** Whether the number depends on a parameter, as far as the constraints show. */
    boolean involves(String parameter) {
        int name = names.indexOf(parameter);
        return parts.stream()
                .anyMatch(part -> IntStream.range(0, part.places.length)
                        .anyMatch(column -> part.places[column] == name && part.system.involves(column)));
    }
}
