package tilewright.locality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A convex set prepared to be counted for many values of its parameters: equalities are solved once, and the variables fall into
 * groups that no constraint joins, whose counts multiply. A group of one variable is an interval, read off its constraints;
 * {@link PointCounter} counts the others.
 *
 * <p>Rows have one column per parameter, one per variable, and the constant last.
 */
final class CountablePart {
    private final int parameters;
    private final int variables;
    private final List<long[]> conditions = new ArrayList<>();
    private final List<long[]> divisible = new ArrayList<>();
    private final List<Interval> intervals = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();

    /** One variable and its constraints. */
    private record Interval(int column, List<long[]> rows) {}

    /** Several variables and the constraints that join them. */
    private record Group(BitSet variables, List<long[]> rows) {}

    CountablePart(ConstraintSystem system) {
        this.parameters = system.parameters();
        this.variables = system.columns() - parameters;
        List<long[]> rows = copies(system.inequalities());
        List<long[]> equalities = copies(system.equalities());
        BitSet free = new BitSet(variables);
        free.set(0, variables);
        solve(equalities, rows, free);
        for (long[] equality : equalities) {
            divisible.add(equality);
            rows.add(equality);
            rows.add(Arrays.stream(equality).map(c -> -c).toArray());
        }
        rows.removeIf(row -> isCondition(row) && conditions.add(row));
        dropDetermined(rows, free);
        group(rows, free);
    }

    private static List<long[]> copies(List<long[]> rows) {
        List<long[]> copies = new ArrayList<>(rows.size());
        rows.forEach(row -> copies.add(row.clone()));
        return copies;
    }

    /** Removes equalities in which a variable has coefficient 1 or -1, and the variable from all other rows. */
    private void solve(List<long[]> equalities, List<long[]> rows, BitSet free) {
        for (int next = solvable(equalities); next >= 0; next = solvable(equalities)) {
            long[] equality = equalities.remove(next);
            int column = unitColumn(equality);
            free.clear(column - parameters);
            equalities.forEach(e -> eliminate(e, equality, column));
            rows.forEach(r -> eliminate(r, equality, column));
        }
    }

    private int solvable(List<long[]> equalities) {
        for (int i = 0; i < equalities.size(); i++) {
            if (unitColumn(equalities.get(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    private int unitColumn(long[] row) {
        for (int c = row.length - 2; c >= parameters; c--) {
            if (Math.abs(row[c]) == 1) {
                return c;
            }
        }
        return -1;
    }

    private static void eliminate(long[] row, long[] equality, int column) {
        long factor = Math.multiplyExact(-row[column], equality[column]);
        if (factor != 0) {
            for (int c = 0; c < row.length; c++) {
                row[c] = Math.addExact(row[c], Math.multiplyExact(factor, equality[c]));
            }
        }
    }

    /** Whether a row is about parameters alone. */
    private boolean isCondition(long[] row) {
        for (int c = parameters; c < row.length - 1; c++) {
            if (row[c] != 0) {
                return false;
            }
        }
        return true;
    }

    /** Removes variables that occur only in a x &lt;= e &lt;= a x + a - 1: the rest determines them, x = floor(e / a). */
    private void dropDetermined(List<long[]> rows, BitSet free) {
        for (int v = free.nextSetBit(0); v >= 0; v = free.nextSetBit(v + 1)) {
            int column = parameters + v;
            List<long[]> own = rows.stream().filter(row -> row[column] != 0).toList();
            if (own.size() == 2 && isFloor(own.getFirst(), own.getLast(), column)) {
                rows.removeAll(own);
                free.clear(v);
            }
        }
    }

    private static boolean isFloor(long[] first, long[] second, int column) {
        int last = first.length - 1;
        for (int c = 0; c < last; c++) {
            if (first[c] != -second[c]) {
                return false;
            }
        }
        return first[last] + second[last] == Math.abs(first[column]) - 1;
    }

    private void group(List<long[]> rows, BitSet free) {
        BitSet left = (BitSet) free.clone();
        while (!left.isEmpty()) {
            BitSet group = new BitSet(variables);
            group.set(left.nextSetBit(0));
            List<long[]> own = new ArrayList<>();
            grow(group, own, new ArrayList<>(rows));
            left.andNot(group);
            if (group.cardinality() == 1) {
                intervals.add(new Interval(parameters + group.nextSetBit(0), own));
            } else {
                groups.add(new Group(group, own));
            }
        }
    }

    /** Takes every row that has a variable of the group, and the row's variables into the group. */
    private void grow(BitSet group, List<long[]> own, List<long[]> others) {
        boolean grown = true;
        while (grown) {
            grown = false;
            for (int i = others.size() - 1; i >= 0; i--) {
                long[] row = others.get(i);
                if (group.stream().anyMatch(v -> row[parameters + v] != 0)) {
                    own.add(others.remove(i));
                    for (int v = 0; v < variables; v++) {
                        if (row[parameters + v] != 0) {
                            group.set(v);
                        }
                    }
                    grown = true;
                }
            }
        }
    }

    /**
     * The number of points.
     *
     * @param values of the parameters
     * @param maxSteps limit of {@link PointCounter}
     */
    long count(long[] values, long maxSteps) {
        if (!holds(values)) {
            return 0;
        }
        long product = 1;
        for (Interval interval : intervals) {
            product = Math.multiplyExact(product, length(interval, values));
            if (product == 0) {
                return 0;
            }
        }
        for (Group group : groups) {
            List<long[]> rows = new ArrayList<>(group.rows.size());
            for (long[] row : group.rows) {
                rows.add(at(row, values));
            }
            product = Math.multiplyExact(product, PointCounter.count(rows, group.variables, variables, maxSteps));
            if (product == 0) {
                return 0;
            }
        }
        return product;
    }

    private boolean holds(long[] values) {
        for (long[] row : conditions) {
            if (constant(row, values) < 0) {
                return false;
            }
        }
        for (long[] equality : divisible) {
            if (constant(equality, values) % divisor(equality) != 0) {
                return false;
            }
        }
        return true;
    }

    private long divisor(long[] row) {
        long divisor = 0;
        for (int c = parameters; c < row.length - 1; c++) {
            long a = Math.abs(row[c]);
            while (a != 0) {
                long remainder = divisor % a;
                divisor = a;
                a = remainder;
            }
        }
        return Math.max(1, divisor);
    }

    private long length(Interval interval, long[] values) {
        long least = Long.MIN_VALUE;
        long greatest = Long.MAX_VALUE;
        for (long[] row : interval.rows) {
            long rest = constant(row, values);
            long coefficient = row[interval.column];
            if (coefficient > 0) {
                least = Math.max(least, -Math.floorDiv(rest, coefficient));
            } else {
                greatest = Math.min(greatest, Math.floorDiv(rest, -coefficient));
            }
        }
        if (least == Long.MIN_VALUE || greatest == Long.MAX_VALUE) {
            throw VariableBounds.unbounded(null);
        }
        return Math.max(0, greatest - least + 1);
    }

    /** What a row comes to without its variables. */
    private long constant(long[] row, long[] values) {
        long constant = row[row.length - 1];
        for (int p = 0; p < parameters; p++) {
            if (row[p] != 0) {
                constant = Math.addExact(constant, Math.multiplyExact(row[p], values[p]));
            }
        }
        return constant;
    }

    private long[] at(long[] row, long[] values) {
        long[] rest = Arrays.copyOfRange(row, parameters, row.length);
        rest[rest.length - 1] = constant(row, values);
        return rest;
    }
}
