package tilewright.locality;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NoFeasibleSolutionException;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.linear.UnboundedSolutionException;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.jspecify.annotations.Nullable;

/** Intervals that contain the values of integer variables constrained by rows {@code a x + c >= 0}. */
final class VariableBounds {
    private static final long INFINITE = Long.MAX_VALUE;
    private static final int MAX_ROUNDS = 64;

    private final long[] least;
    private final long[] greatest;
    private boolean empty;

    private VariableBounds(long[] least, long[] greatest) {
        this.least = least;
        this.greatest = greatest;
    }

    /**
     * Finite intervals of some variables: by propagation through single rows, else by linear programming.
     *
     * @throws IllegalArgumentException when a variable is not bounded
     */
    static VariableBounds of(List<long[]> rows, BitSet variables, int count) {
        VariableBounds bounds = new VariableBounds(new long[count], new long[count]);
        Arrays.fill(bounds.least, -INFINITE);
        Arrays.fill(bounds.greatest, INFINITE);
        bounds.tighten(rows, variables);
        if (bounds.empty) {
            return bounds;
        }
        for (int v = variables.nextSetBit(0); v >= 0; v = variables.nextSetBit(v + 1)) {
            if (bounds.least[v] == -INFINITE) {
                bounds.least[v] = (long) Math.floor(optimum(rows, v, GoalType.MINIMIZE) - 1e-6);
            }
            if (bounds.greatest[v] == INFINITE) {
                bounds.greatest[v] = (long) Math.ceil(optimum(rows, v, GoalType.MAXIMIZE) + 1e-6);
            }
        }
        return bounds;
    }

    private static double optimum(List<long[]> rows, int variable, GoalType goal) {
        double[] objective = new double[rows.getFirst().length - 1];
        objective[variable] = 1;
        List<LinearConstraint> constraints = rows.stream()
                .map(r -> new LinearConstraint(
                        Arrays.stream(r, 0, r.length - 1).asDoubleStream().toArray(),
                        Relationship.GEQ,
                        -r[r.length - 1]))
                .toList();
        try {
            return new SimplexSolver()
                    .optimize(
                            new LinearObjectiveFunction(objective, 0),
                            new LinearConstraintSet(constraints),
                            goal,
                            new NonNegativeConstraint(false))
                    .getValue();
        } catch (UnboundedSolutionException e) {
            throw unbounded(e);
        } catch (NoFeasibleSolutionException e) {
            return 0;
        }
    }

    static IllegalArgumentException unbounded(@Nullable Throwable cause) {
        return new IllegalArgumentException("a set of values per block is not bounded", cause);
    }

    /** Whether some variable is seen to have no value. */
    boolean isEmpty() {
        return empty;
    }

    long least(int v) {
        return least[v];
    }

    long greatest(int v) {
        return greatest[v];
    }

    /** Number of values, 0 when there is none. */
    long size(int v) {
        return Math.max(0, greatest[v] - least[v] + 1);
    }

    /** Narrower intervals of the variables of a component, whose rows they satisfy. */
    VariableBounds tightened(List<long[]> rows, BitSet component) {
        VariableBounds bounds = new VariableBounds(least.clone(), greatest.clone());
        bounds.empty = empty;
        bounds.tighten(rows, component);
        return bounds;
    }

    /** Until nothing changes or a variable has no value left; each round is sound, so that stopping early only leaves the intervals wider. */
    private void tighten(List<long[]> rows, BitSet variables) {
        boolean changed = true;
        for (int round = 0; changed && !empty && round < MAX_ROUNDS; round++) {
            changed = false;
            for (long[] row : rows) {
                for (int v = variables.nextSetBit(0); v >= 0 && !empty; v = variables.nextSetBit(v + 1)) {
                    changed |= row[v] != 0 && tightenIfSmall(row, v);
                }
            }
        }
    }

    /** Numbers too large to compute with leave the interval as it is, which is sound. */
    private boolean tightenIfSmall(long[] row, int v) {
        try {
            return tighten(row, v);
        } catch (ArithmeticException tooLarge) {
            return false;
        }
    }

    /** From a v + rest >= 0: a v >= -max(rest). */
    private boolean tighten(long[] row, int v) {
        long rest = row[row.length - 1];
        for (int c = 0; c < row.length - 1; c++) {
            if (row[c] != 0 && c != v) {
                long extreme = row[c] > 0 ? greatest[c] : least[c];
                if (Math.abs(extreme) == INFINITE) {
                    return false;
                }
                rest = Math.addExact(rest, Math.multiplyExact(row[c], extreme));
            }
        }
        if (row[v] > 0) {
            long bound = -Math.floorDiv(rest, row[v]);
            if (bound <= least[v]) {
                return false;
            }
            least[v] = bound;
        } else {
            long bound = Math.floorDiv(rest, -row[v]);
            if (bound >= greatest[v]) {
                return false;
            }
            greatest[v] = bound;
        }
        empty = least[v] > greatest[v];
        return true;
    }
}
