package tilewright.locality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;

/**
 * In how many independent directions a convex relation grows with the parameters.
 *
 * <p>As all parameters grow in proportion to M, a polyhedron divided by M tends to a slice of its recession cone. The
 * number of its points is therefore Theta(M^e), where e is the dimension of the cone's linear span less that of its
 * projection on the parameters; the same holds for projections on some of the dimensions. A direction whose extent is
 * constant ({@code n - 2 <= i <= n}) is not in the cone and does not count.
 *
 * @param parameters number of leading columns that are parameters
 * @param cone linear span of the recession cone over all columns
 * @param hull directions of the affine hull over all columns: those of constant extent included
 */
record Growth(int parameters, LinearSpan cone, LinearSpan hull) {
    static Growth of(ConstraintSystem system) {
        int columns = system.columns();
        List<long[]> equalities =
                system.equalities().stream().map(r -> Arrays.copyOf(r, columns)).toList();
        List<long[]> inequalities = system.inequalities().stream()
                .map(r -> Arrays.copyOf(r, columns))
                .toList();
        List<long[]> vanishing = new ArrayList<>(equalities);
        vanishing.addAll(vanishingOnCone(equalities, inequalities, columns));
        return new Growth(
                system.parameters(),
                LinearSpan.of(vanishing, columns).orthogonalComplement(),
                LinearSpan.of(equalities, columns).orthogonalComplement());
    }

    /** Exponent e of the number of values that the columns take; without parameters, the number of directions. */
    int exponent(int... columns) {
        return exponentFor(new int[0], columns);
    }

    /** The same for one generic value of each fixed column. */
    int exponentFor(int[] fixed, int... columns) {
        LinearSpan span = parameters > 0 ? cone : hull;
        int[] given = join(IntStream.range(0, parameters).toArray(), fixed);
        return span.dimensionOn(join(given, columns)) - span.dimensionOn(given);
    }

    /** Number of directions, constant extent or not. */
    int directions(int... columns) {
        int[] given = IntStream.range(0, parameters).toArray();
        return hull.dimensionOn(join(given, columns)) - hull.dimensionOn(given);
    }

    private static int[] join(int[] left, int[] right) {
        return IntStream.concat(Arrays.stream(left), Arrays.stream(right)).toArray();
    }

    /**
     * The inequalities a x >= 0 that are equalities all over the cone. One linear program finds them: slacks s_a between
     * 0 and 1 with a x >= s_a have the largest sum when each of them is 1 except where a x is always 0, since the cone
     * can be scaled.
     */
    private static List<long[]> vanishingOnCone(List<long[]> equalities, List<long[]> inequalities, int columns) {
        if (inequalities.isEmpty()) {
            return List.of();
        }
        int slacks = inequalities.size();
        Collection<LinearConstraint> constraints = new ArrayList<>();
        for (long[] row : equalities) {
            constraints.add(new LinearConstraint(extended(row, slacks), Relationship.EQ, 0));
        }
        for (int s = 0; s < slacks; s++) {
            double[] above = extended(inequalities.get(s), slacks);
            above[columns + s] = -1;
            constraints.add(new LinearConstraint(above, Relationship.GEQ, 0));
            constraints.add(new LinearConstraint(unit(columns + s, columns + slacks), Relationship.GEQ, 0));
            constraints.add(new LinearConstraint(unit(columns + s, columns + slacks), Relationship.LEQ, 1));
        }
        double[] sum = new double[columns + slacks];
        Arrays.fill(sum, columns, columns + slacks, 1);
        double[] best = new SimplexSolver()
                .optimize(
                        new LinearObjectiveFunction(sum, 0),
                        new LinearConstraintSet(constraints),
                        GoalType.MAXIMIZE,
                        new NonNegativeConstraint(false))
                .getPoint();
        return IntStream.range(0, slacks)
                .filter(s -> best[columns + s] < 0.5)
                .mapToObj(inequalities::get)
                .toList();
    }

    private static double[] extended(long[] row, int slacks) {
        double[] result = new double[row.length + slacks];
        for (int c = 0; c < row.length; c++) {
            result[c] = row[c];
        }
        return result;
    }

    private static double[] unit(int position, int size) {
        double[] result = new double[size];
        result[position] = 1;
        return result;
    }
}
