package tilewright.locality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.commons.math3.fraction.BigFraction;
import org.jspecify.annotations.Nullable;

/**
 * Finds a polynomial from exact counts: the least total degree D for which one through the counts on the lattice
 * {@code i1 + .. + im <= D} also gives the counts on the next layer, {@code i1 + .. + im = D + 1}, and at points far off.
 * These were not used to find it: a function that is no polynomial, or one of a higher degree, is refused.
 *
 * <p>Sizes may be multiples of one another (n = r Q): a polynomial of total degree D in (n, r) is determined by the lattice
 * in (Q, r), since it has degree D in Q for each of the D + 1 values of r, D - 1 for the next, and so on.
 */
final class Interpolation {
    /** Beyond this, elimination with exact fractions takes seconds. */
    private static final int MOST_TERMS = 130;

    private final List<String> variables;
    private final Sizes sizes;
    private final Counter counter;
    private final Map<List<Integer>, OptionalLong> counted = new HashMap<>();

    /** From lattice indices i1..im >= 0 to values of the variables. */
    @FunctionalInterface
    interface Sizes {
        long[] at(int[] indices);
    }

    /** The exact count for values of the variables. */
    @FunctionalInterface
    interface Counter {
        long count(long[] values);
    }

    private Interpolation(List<String> variables, Sizes sizes, Counter counter) {
        this.variables = variables;
        this.sizes = sizes;
        this.counter = counter;
    }

    /**
     * The polynomial.
     *
     * @param mostDegree highest total degree that is tried
     */
    static ExactCount fit(List<String> variables, int mostDegree, Sizes sizes, Counter counter) {
        if (variables.isEmpty()) {
            return new ExactCount.Known(LaurentPolynomial.constant(variables, counter.count(new long[0])), List.of());
        }
        Interpolation interpolation = new Interpolation(variables, sizes, counter);
        for (int degree = 0; degree <= mostDegree; degree++) {
            List<int[]> lattice = upTo(variables.size(), degree);
            if (lattice.size() > MOST_TERMS) {
                return new ExactCount.Refused(
                        "a polynomial of degree " + degree + " in " + variables + " has too many terms");
            }
            LaurentPolynomial found = interpolation.through(lattice);
            if (found != null && interpolation.holds(found, degree)) {
                return new ExactCount.Known(found, List.of());
            }
        }
        return new ExactCount.Refused(
                "the counts are no polynomial of degree " + mostDegree + " or less in " + String.join(", ", variables));
    }

    private boolean holds(LaurentPolynomial polynomial, int degree) {
        int m = variables.size();
        List<int[]> heldOut = new ArrayList<>(layer(m, degree + 1));
        int[] far = new int[m];
        Arrays.fill(far, degree / m + 1);
        heldOut.add(far);
        for (int v = 0; v < m; v++) {
            int[] along = new int[m];
            along[v] = degree + 2;
            along[(v + 1) % m] += 1;
            heldOut.add(along);
        }
        return heldOut.stream().allMatch(indices -> {
            Map<String, Long> values = new HashMap<>();
            long[] at = sizes.at(indices);
            for (int v = 0; v < m; v++) {
                values.put(variables.get(v), at[v]);
            }
            return polynomial.evaluate(values).equals(new BigFraction(count(indices)));
        });
    }

    private long count(int[] indices) {
        List<Integer> key = Arrays.stream(indices).boxed().toList();
        return counted.computeIfAbsent(key, _ -> OptionalLong.of(counter.count(sizes.at(indices))))
                .getAsLong();
    }

    /** Solves the linear system by elimination with exact fractions; null where it has no single solution. */
    private @Nullable LaurentPolynomial through(List<int[]> lattice) {
        int terms = lattice.size();
        BigFraction[][] rows = new BigFraction[terms][terms + 1];
        for (int row = 0; row < terms; row++) {
            long[] values = sizes.at(lattice.get(row));
            for (int column = 0; column < terms; column++) {
                rows[row][column] = monomial(values, lattice.get(column));
            }
            rows[row][terms] = new BigFraction(count(lattice.get(row)));
        }
        for (int column = 0; column < terms; column++) {
            int pivot = column;
            while (pivot < terms && isZero(rows[pivot][column])) {
                pivot++;
            }
            if (pivot == terms) {
                return null;
            }
            BigFraction[] swapped = rows[pivot];
            rows[pivot] = rows[column];
            rows[column] = swapped;
            for (int row = 0; row < terms; row++) {
                if (row != column && !isZero(rows[row][column])) {
                    subtract(rows[row], rows[row][column].divide(swapped[column]), swapped, column);
                }
            }
        }
        TreeMap<List<Integer>, BigFraction> solution = new TreeMap<>(Interpolation::compare);
        for (int t = 0; t < terms; t++) {
            solution.put(Arrays.stream(lattice.get(t)).boxed().toList(), rows[t][terms].divide(rows[t][t]));
        }
        return new LaurentPolynomial(variables, solution);
    }

    private static void subtract(BigFraction[] row, BigFraction factor, BigFraction[] pivot, int from) {
        for (int c = from; c < row.length; c++) {
            if (!isZero(pivot[c])) {
                row[c] = row[c].subtract(factor.multiply(pivot[c]));
            }
        }
    }

    private static boolean isZero(BigFraction value) {
        return value.getNumerator().signum() == 0;
    }

    private static BigFraction monomial(long[] values, int[] exponents) {
        BigFraction product = BigFraction.ONE;
        for (int v = 0; v < values.length; v++) {
            product = product.multiply(new BigFraction(values[v]).pow(exponents[v]));
        }
        return product;
    }

    private static int compare(List<Integer> a, List<Integer> b) {
        for (int v = 0; v < a.size(); v++) {
            int order = Integer.compare(a.get(v), b.get(v));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** All vectors of m indices with a sum of at most {@code degree}. */
    static List<int[]> upTo(int m, int degree) {
        List<int[]> all = new ArrayList<>();
        for (int d = 0; d <= degree; d++) {
            all.addAll(layer(m, d));
        }
        return all;
    }

    /** All vectors of m indices with that sum. */
    private static List<int[]> layer(int m, int sum) {
        if (m == 0) {
            return sum == 0 ? List.of(new int[0]) : List.of();
        }
        List<int[]> all = new ArrayList<>();
        for (int first = sum; first >= 0; first--) {
            for (int[] rest : layer(m - 1, sum - first)) {
                int[] joined = new int[m];
                joined[0] = first;
                System.arraycopy(rest, 0, joined, 1, m - 1);
                all.add(joined);
            }
        }
        return all;
    }
}
