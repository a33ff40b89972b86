package tilewright.locality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * A linear subspace of Q^n, exact.
 *
 * @param basis linearly independent vectors in reduced row echelon form
 * @param size n
 */
public record LinearSpan(List<BigFraction[]> basis, int size) {
    /** The span of some vectors of length n. */
    public static LinearSpan of(List<long[]> vectors, int size) {
        return eliminate(
                vectors.stream()
                        .map(v -> Arrays.stream(v).mapToObj(BigFraction::new).toArray(BigFraction[]::new))
                        .toList(),
                size);
    }

    public int dimension() {
        return basis.size();
    }

    /** All x of length n with a x = 0 for every row a of this span. */
    LinearSpan orthogonalComplement() {
        int[] pivots = basis.stream().mapToInt(LinearSpan::pivot).toArray();
        List<BigFraction[]> kernel = new ArrayList<>();
        for (int free = 0; free < size; free++) {
            int column = free;
            if (Arrays.stream(pivots).anyMatch(p -> p == column)) {
                continue;
            }
            BigFraction[] x = new BigFraction[size];
            Arrays.fill(x, BigFraction.ZERO);
            x[free] = BigFraction.ONE;
            for (int row = 0; row < pivots.length; row++) {
                x[pivots[row]] = basis.get(row)[free].negate();
            }
            kernel.add(x);
        }
        return eliminate(kernel, size);
    }

    /** Dimension of the projection onto some coordinates. */
    int dimensionOn(int... coordinates) {
        List<BigFraction[]> projected = basis.stream()
                .map(v -> Arrays.stream(coordinates).mapToObj(c -> v[c]).toArray(BigFraction[]::new))
                .toList();
        return eliminate(projected, coordinates.length).dimension();
    }

    private static LinearSpan eliminate(List<BigFraction[]> vectors, int size) {
        List<BigFraction[]> rows = new ArrayList<>();
        vectors.forEach(v -> rows.add(v.clone()));
        int rank = 0;
        for (int column = 0; column < size && rank < rows.size(); column++) {
            int pivot = rank;
            while (pivot < rows.size() && isZero(rows.get(pivot)[column])) {
                pivot++;
            }
            if (pivot == rows.size()) {
                continue;
            }
            java.util.Collections.swap(rows, rank, pivot);
            divide(rows.get(rank), rows.get(rank)[column]);
            for (int row = 0; row < rows.size(); row++) {
                if (row != rank && !isZero(rows.get(row)[column])) {
                    subtract(rows.get(row), rows.get(row)[column], rows.get(rank));
                }
            }
            rank++;
        }
        return new LinearSpan(List.copyOf(rows.subList(0, rank)), size);
    }

    private static void divide(BigFraction[] row, BigFraction divisor) {
        for (int c = 0; c < row.length; c++) {
            row[c] = row[c].divide(divisor);
        }
    }

    private static void subtract(BigFraction[] row, BigFraction factor, BigFraction[] other) {
        for (int c = 0; c < row.length; c++) {
            if (!isZero(other[c])) {
                row[c] = row[c].subtract(factor.multiply(other[c]));
            }
        }
    }

    private static int pivot(BigFraction[] row) {
        int c = 0;
        while (isZero(row[c])) {
            c++;
        }
        return c;
    }

    private static boolean isZero(BigFraction value) {
        return value.getNumerator().signum() == 0;
    }
}
