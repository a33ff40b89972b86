package tilewright.kernel.emulate;

import java.util.List;
import tilewright.kernel.Expression;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;

/** Makes products of matrices ready that the threads of a warp compute together. */
final class Products {
    private final ExpressionCompiler expressions;
    private final Counters counters;
    private final int threads;

    Products(ExpressionCompiler expressions, Counters counters, int threads) {
        this.expressions = expressions;
        this.counters = counters;
        this.threads = threads;
    }

    Step of(Statement.Multiply multiply, Site site) {
        MatrixShape shape = multiply.shape();
        List<Location> sums =
                multiply.sums().stream().map(s -> expressions.location(s, site)).toList();
        if (sums.stream().anyMatch(s -> s.type != ScalarType.F64)) {
            throw new IllegalArgumentException("products of matrices add to f64: " + site.text());
        }
        List<Value> left = multiply.left().stream().map(e -> wide(e, site)).toList();
        List<Value> right = multiply.right().stream().map(e -> wide(e, site)).toList();
        Counters.Counter counter = counters.of("MULTIPLY_" + shape.name(), ScalarType.F64);
        return (block, active) -> {
            Checks.warps(block, active, site);
            counter.add(active);
            Lanes[] a = values(left, block, active);
            Lanes[] b = values(right, block, active);
            Lanes[] c = new Lanes[sums.size()];
            for (int e = 0; e < c.length; e++) {
                c[e] = new Lanes(threads);
                sums.get(e).find(block, active, 1, false);
                sums.get(e).load(block, active, 0, c[e]);
            }
            for (int i = 0; i < active.count; ) {
                int end = active.endOfWarp(i);
                // Lanes that are missing are a fault already.
                if (end - i == Simt.WARP) {
                    multiply(shape, active.threads[i] / Simt.WARP * Simt.WARP, a, b, c);
                }
                i = end;
            }
            for (int e = 0; e < c.length; e++) {
                sums.get(e).find(block, active, 1, false);
                sums.get(e).store(block, active, 0, c[e]);
            }
            return active;
        };
    }

    private Value wide(Expression factor, Site site) {
        if (factor.type() != ScalarType.F64) {
            throw new IllegalArgumentException("matrices of f64 are multiplied: " + site.text());
        }
        return expressions.of(factor, site);
    }

    /** Copies: what an expression gives may be used for the next one. */
    private Lanes[] values(List<Value> factors, Block block, Active active) {
        Lanes[] values = new Lanes[factors.size()];
        for (int e = 0; e < values.length; e++) {
            values[e] = new Lanes(threads);
            values[e].copy(factors.get(e).of(block, active), active);
        }
        return values;
    }

    /** The matrices of one warp, element by element; a sum of something that nobody set is unset. */
    private static void multiply(MatrixShape shape, int first, Lanes[] a, Lanes[] b, Lanes[] c) {
        double[][] left = new double[shape.rows()][shape.depth()];
        double[][] right = new double[shape.depth()][MatrixShape.COLUMNS];
        int[] unsetRow = new int[shape.rows()];
        int[] unsetColumn = new int[MatrixShape.COLUMNS];
        for (int lane = 0; lane < Simt.WARP; lane++) {
            int thread = first + lane;
            for (int e = 0; e < a.length; e++) {
                int row = shape.leftRow(lane, e);
                left[row][shape.leftDepth(lane, e)] = Arithmetic.wide(a[e].bits[thread]);
                unsetRow[row] = unsetRow[row] == Lanes.SET ? a[e].origin(thread) : unsetRow[row];
            }
            for (int e = 0; e < b.length; e++) {
                int column = shape.rightColumn(lane, e);
                right[shape.rightDepth(lane, e)][column] = Arithmetic.wide(b[e].bits[thread]);
                unsetColumn[column] = unsetColumn[column] == Lanes.SET ? b[e].origin(thread) : unsetColumn[column];
            }
        }
        for (int lane = 0; lane < Simt.WARP; lane++) {
            int thread = first + lane;
            for (int e = 0; e < c.length; e++) {
                int row = shape.sumRow(lane, e);
                int column = shape.sumColumn(lane, e);
                double sum = Arithmetic.wide(c[e].bits[thread]);
                for (int k = 0; k < shape.depth(); k++) {
                    sum = Math.fma(left[row][k], right[k][column], sum);
                }
                c[e].bits[thread] = Arithmetic.of(sum);
                int unset = unsetRow[row] == Lanes.SET ? unsetColumn[column] : unsetRow[row];
                if (c[e].origin(thread) == Lanes.SET && unset != Lanes.SET) {
                    c[e].mark(thread, unset);
                }
            }
        }
    }
}
