package tilewright.locality;

import java.util.BitSet;
import java.util.List;

/**
 * The number of points of a set in which fixing one variable leaves every row with at most one other variable: a sum of
 * products of interval lengths. It is what remains of most sets of blocks and values in the end, so it is fast.
 */
final class IntervalSum {
    private final int split;
    private final VariableBounds bounds;
    private final int[] others;
    private final Bound[] rows;

    /** {@code coefficient x_other + slope v + constant >= 0} for the value v of the fixed variable; other -1 for none. */
    private record Bound(int other, long coefficient, long slope, long constant) {}

    IntervalSum(List<long[]> rows, BitSet component, int split, VariableBounds bounds) {
        this.split = split;
        this.bounds = bounds;
        this.others = component.stream().filter(v -> v != split).toArray();
        this.rows = rows.stream().map(this::bound).toArray(Bound[]::new);
    }

    /** Whether every row has at most one variable besides {@code split}. */
    static boolean applies(List<long[]> rows, BitSet component, int split) {
        return rows.stream()
                .allMatch(row -> component.stream()
                                .filter(v -> v != split && row[v] != 0)
                                .count()
                        <= 1);
    }

    private Bound bound(long[] row) {
        for (int position = 0; position < others.length; position++) {
            long coefficient = row[others[position]];
            if (coefficient != 0) {
                return new Bound(position, coefficient, row[split], row[row.length - 1]);
            }
        }
        return new Bound(-1, 0, row[split], row[row.length - 1]);
    }

    long value() {
        long[] least = new long[others.length];
        long[] greatest = new long[others.length];
        long sum = 0;
        for (long value = bounds.least(split); value <= bounds.greatest(split); value++) {
            for (int o = 0; o < others.length; o++) {
                least[o] = bounds.least(others[o]);
                greatest[o] = bounds.greatest(others[o]);
            }
            if (narrow(value, least, greatest)) {
                sum = Math.addExact(sum, product(least, greatest));
            }
        }
        return sum;
    }

    /** Applies all rows; false when one cannot hold. */
    private boolean narrow(long value, long[] least, long[] greatest) {
        for (Bound row : rows) {
            long rest = Math.addExact(Math.multiplyExact(row.slope, value), row.constant);
            if (row.other < 0) {
                if (rest < 0) {
                    return false;
                }
            } else if (row.coefficient > 0) {
                least[row.other] = Math.max(least[row.other], -Math.floorDiv(rest, row.coefficient));
            } else {
                greatest[row.other] = Math.min(greatest[row.other], Math.floorDiv(rest, -row.coefficient));
            }
        }
        return true;
    }

    private static long product(long[] least, long[] greatest) {
        long product = 1;
        for (int o = 0; o < least.length && product != 0; o++) {
            product = Math.multiplyExact(product, Math.max(0, greatest[o] - least[o] + 1));
        }
        return product;
    }
}
