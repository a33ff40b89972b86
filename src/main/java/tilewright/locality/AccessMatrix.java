package tilewright.locality;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.PlacedStatement;

/**
 * The index function F J + G N + f of one access (paper, section 1): iteration J of the surrounding loops touches that
 * element for parameters N. Example: a(i,k+1) in the loops (k,i,j) has F = [0 1 0; 1 0 0] and f = (0,1).
 *
 * @param f access matrix F: one row per array dimension, one column per surrounding loop
 * @param g matrix G: one row per array dimension, one column per parameter
 * @param offset vector f
 */
public record AccessMatrix(List<List<Long>> f, List<List<Long>> g, List<Long> offset) {
    public AccessMatrix {
        f = f.stream().map(List::copyOf).toList();
        g = g.stream().map(List::copyOf).toList();
        offset = List.copyOf(offset);
    }

    /** The matrices of an access, or nothing where a subscript divides, takes a remainder, a minimum or chooses. */
    public static Optional<AccessMatrix> of(PlacedStatement placed, Access access, List<String> parameters) {
        List<Affine> indices = access.indices();
        if (!indices.stream().allMatch(AccessMatrix::isLinear)) {
            return Optional.empty();
        }
        return Optional.of(new AccessMatrix(
                indices.stream()
                        .map(i -> coefficients(i, placed.loopVariables()))
                        .toList(),
                indices.stream().map(i -> coefficients(i, parameters)).toList(),
                indices.stream().map(i -> i.evaluate(_ -> 0)).toList()));
    }

    /** Column F_z, z counted from 0. */
    public List<Long> column(int z) {
        return f.stream().map(row -> row.get(z)).toList();
    }

    public int columns() {
        return f.isEmpty() ? 0 : f.getFirst().size();
    }

    public boolean isZero(int z) {
        return z >= columns() || column(z).stream().allMatch(c -> c == 0);
    }

    /** xi^: index, from 0, of the last nonzero column; -1 when there is none. */
    public int lastNonzeroColumn() {
        for (int z = columns() - 1; z >= 0; z--) {
            if (!isZero(z)) {
                return z;
            }
        }
        return -1;
    }

    /** b where column z is (0,..,0,b)^T: neighbouring iterations of loop z are b elements apart; else 0. */
    public long strideWithinLine(int z) {
        if (isZero(z)) {
            return 0;
        }
        List<Long> column = column(z);
        boolean onlyLast = column.subList(0, column.size() - 1).stream().allMatch(c -> c == 0);
        return onlyLast ? column.getLast() : 0;
    }

    /**
     * Xi: a maximal set of linearly independent columns. A column is taken when it does not depend on those taken
     * before it.
     *
     * @param preference all columns, the one most wanted in the set first
     */
    public List<Integer> independentColumns(List<Integer> preference) {
        List<Integer> chosen = new ArrayList<>();
        for (int z : preference) {
            chosen.add(z);
            if (isZero(z) || rank(chosen) < chosen.size()) {
                chosen.removeLast();
            }
        }
        return chosen;
    }

    private int rank(List<Integer> columns) {
        return LinearSpan.of(columns.stream().map(z -> longs(column(z))).toList(), f.size())
                .dimension();
    }

    private static long[] longs(List<Long> vector) {
        return vector.stream().mapToLong(Long::longValue).toArray();
    }

    private static List<Long> coefficients(Affine index, List<String> variables) {
        long constant = index.evaluate(_ -> 0);
        return variables.stream()
                .map(v -> index.evaluate(name -> name.equals(v) ? 1 : 0) - constant)
                .toList();
    }

    private static boolean isLinear(Affine index) {
        return switch (index) {
            case Affine.Constant _, Affine.Variable _ -> true;
            case Affine.Sum s -> isLinear(s.left()) && isLinear(s.right());
            case Affine.Scaled s -> isLinear(s.operand());
            case Affine.FloorDiv _, Affine.Mod _, Affine.Min _, Affine.Max _, Affine.Select _ -> false;
        };
    }

    /** F as in the paper: {@code [0 1 0; 1 0 0]}. */
    @Override
    public String toString() {
        return f.stream()
                .map(row -> row.stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .collect(Collectors.joining("; ", "[", "]"));
    }
}
