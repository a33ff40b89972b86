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

    /** Convex parts; the parameters of each by name. */
    private record Part(List<String> parameters, ConstraintSystem system) {}

    private final List<Part> parts = new ArrayList<>();

    /** The sets, each of another space. */
    CountableSets(Iterable<Set> sets) {
        for (Set set : sets) {
            try (Scope _ = set.context().scope()) {
                for (BasicSet part : set.coalesce().computeDivs().makeDisjoint().getBasicSetList()) {
                    parts.add(new Part(parameters(set), ConstraintSystem.of(part)));
                }
            }
        }
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
        long count = 0;
        for (Part part : parts) {
            long[] at = new long[part.parameters.size()];
            for (int p = 0; p < at.length; p++) {
                Long value = values.get(part.parameters.get(p));
                if (value == null) {
                    throw new IllegalArgumentException("no value for parameter " + part.parameters.get(p));
                }
                at[p] = value;
            }
            count = Math.addExact(count, PointCounter.count(part.system.at(at), MAX_STEPS));
        }
        return count;
    }

    /** Whether the number depends on a parameter, as far as the constraints show. */
    boolean involves(String parameter) {
        return parts.stream().anyMatch(part -> {
            int column = part.parameters.indexOf(parameter);
            return column >= 0
                    && (part.system.equalities().stream().anyMatch(r -> r[column] != 0)
                            || part.system.inequalities().stream().anyMatch(r -> r[column] != 0));
        });
    }
}
