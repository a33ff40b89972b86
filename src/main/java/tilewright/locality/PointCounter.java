package tilewright.locality;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import tilewright.isl.BasicSet;
import tilewright.isl.Scope;
import tilewright.isl.Set;
import tilewright.model.UserError;

/**
 * Counts the integer points of a bounded convex set.
 *
 * <p>isl counts point by point. Sets of blocks and values have structure to spare: once one loop variable is fixed the
 * constraints usually fall apart into independent groups of variables, whose counts multiply, and a single variable is an
 * interval. Floyd-Warshall's values per block are counted in O(n / r) steps instead of O(n^3), Gaussian elimination's in
 * O(n).
 */
public final class PointCounter {
    /** About ten seconds of work. */
    private static final long MAX_STEPS = 50_000_000;

    private final int variables;
    private final VariableBounds whole;
    private final long maxSteps;
    private long steps;

    private PointCounter(int variables, VariableBounds whole, long maxSteps) {
        this.variables = variables;
        this.whole = whole;
        this.maxSteps = maxSteps;
    }

    /** The number of points of a set whose parameters are fixed. */
    public static long count(Set set) {
        long count = 0;
        try (Scope _ = set.context().scope()) {
            for (BasicSet part : set.computeDivs().makeDisjoint().getBasicSetList()) {
                count = Math.addExact(count, count(ConstraintSystem.of(part)));
            }
        }
        return count;
    }

    /**
     * The number of integer points over all columns. Integer divisions are counted as variables: they must be determined
     * by the others.
     *
     * @throws UserError when the count would take too long
     * @throws ArithmeticException when the number does not fit a long
     */
    static long count(ConstraintSystem system) {
        return count(system, MAX_STEPS);
    }

    /**
     * The same with a limit of its own.
     *
     * @param maxSteps a step takes about 0.2 microseconds
     */
    static long count(ConstraintSystem system, long maxSteps) {
        ConstraintSystem set = system.parameters() == 0 ? system : system.withoutParameters();
        return new CountablePart(set).count(new long[0], maxSteps);
    }

    /**
     * The number of points over some variables that satisfy constraints which join all of them.
     *
     * @param rows one column per variable, the constant last
     * @param joined the variables that occur
     * @param variables number of columns
     */
    static long count(List<long[]> rows, BitSet joined, int variables, long maxSteps) {
        VariableBounds whole = VariableBounds.of(rows, joined, variables);
        return new PointCounter(variables, whole, maxSteps).countComponent(rows, joined);
    }

    private static boolean isConstant(long[] row) {
        for (int v = 0; v < row.length - 1; v++) {
            if (row[v] != 0) {
                return false;
            }
        }
        return true;
    }

    private void spend(long more) {
        steps += more;
        if (steps > maxSteps) {
            throw UserError.badInput("the exact number takes too long to count for these sizes; "
                    + "use smaller sizes or leave --block out");
        }
    }

    /** The number of points over the free variables that satisfy all rows. */
    private long count(List<long[]> given, BitSet free) {
        spend(1);
        List<long[]> rows = new ArrayList<>(given.size());
        for (long[] row : given) {
            if (!isConstant(row)) {
                rows.add(row);
            } else if (row[variables] < 0) {
                return 0;
            }
        }
        BitSet left = (BitSet) free.clone();
        dropDetermined(rows, left);
        long product = 1;
        while (!left.isEmpty() && product != 0) {
            BitSet component = component(rows, left);
            left.andNot(component);
            List<long[]> own = rows.stream().filter(r -> touches(r, component)).toList();
            product = Math.multiplyExact(product, countComponent(own, component));
        }
        return product;
    }

    /** Removes variables that occur only in a x &lt;= e &lt;= a x + a - 1: the rest determines them, x = floor(e / a). */
    private void dropDetermined(List<long[]> rows, BitSet left) {
        for (int v = left.nextSetBit(0); v >= 0; v = left.nextSetBit(v + 1)) {
            long[] first = null;
            long[] second = null;
            int occurrences = 0;
            for (long[] row : rows) {
                if (row[v] != 0) {
                    second = first;
                    first = row;
                    occurrences++;
                }
            }
            if (occurrences == 2 && first != null && second != null && isFloor(first, second, v)) {
                rows.remove(first);
                rows.remove(second);
                left.clear(v);
            }
        }
    }

    private boolean isFloor(long[] first, long[] second, int v) {
        for (int c = 0; c < variables; c++) {
            if (first[c] != -second[c]) {
                return false;
            }
        }
        return first[variables] + second[variables] == Math.abs(first[v]) - 1;
    }

    private BitSet component(List<long[]> rows, BitSet left) {
        BitSet component = new BitSet(variables);
        component.set(left.nextSetBit(0));
        boolean grown = true;
        while (grown) {
            grown = false;
            for (long[] row : rows) {
                if (touches(row, component)) {
                    for (int v = left.nextSetBit(0); v >= 0; v = left.nextSetBit(v + 1)) {
                        if (row[v] != 0 && !component.get(v)) {
                            component.set(v);
                            grown = true;
                        }
                    }
                }
            }
        }
        return component;
    }

    private static boolean touches(long[] row, BitSet component) {
        for (int v = component.nextSetBit(0); v >= 0; v = component.nextSetBit(v + 1)) {
            if (row[v] != 0) {
                return true;
            }
        }
        return false;
    }

    private long countComponent(List<long[]> rows, BitSet component) {
        VariableBounds bounds = whole.tightened(rows, component);
        if (bounds.isEmpty()) {
            return 0;
        }
        int first = component.nextSetBit(0);
        if (component.cardinality() == 1) {
            return bounds.size(first);
        }
        int split = splitting(rows, component, bounds);
        if (IntervalSum.applies(rows, component, split)) {
            spend(bounds.size(split) / 64);
            return new IntervalSum(rows, component, split, bounds).value();
        }
        BitSet rest = (BitSet) component.clone();
        rest.clear(split);
        long sum = 0;
        for (long value = bounds.least(split); value <= bounds.greatest(split); value++) {
            sum = Math.addExact(sum, count(fixed(rows, split, value), rest));
        }
        return sum;
    }

    private List<long[]> fixed(List<long[]> rows, int variable, long value) {
        List<long[]> result = new ArrayList<>(rows.size());
        for (long[] row : rows) {
            if (row[variable] == 0) {
                result.add(row);
            } else {
                long[] copy = row.clone();
                copy[variables] = Math.addExact(copy[variables], Math.multiplyExact(copy[variable], value));
                copy[variable] = 0;
                result.add(copy);
            }
        }
        return result;
    }

    /** The variable without which the rest falls into the smallest groups; among equals, the one with fewest values. */
    private int splitting(List<long[]> rows, BitSet component, VariableBounds bounds) {
        int best = -1;
        int bestGroup = Integer.MAX_VALUE;
        for (int v = component.nextSetBit(0); v >= 0; v = component.nextSetBit(v + 1)) {
            int group = largestGroupWithout(rows, component, v);
            if (group < bestGroup || group == bestGroup && bounds.size(v) < bounds.size(best)) {
                best = v;
                bestGroup = group;
            }
        }
        return best;
    }

    private int largestGroupWithout(List<long[]> rows, BitSet component, int variable) {
        BitSet left = (BitSet) component.clone();
        left.clear(variable);
        int largest = 0;
        while (!left.isEmpty()) {
            BitSet group = component(rows, left);
            left.andNot(group);
            largest = Math.max(largest, group.cardinality());
        }
        return largest;
    }
}
