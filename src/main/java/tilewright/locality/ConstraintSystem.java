package tilewright.locality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tilewright.isl.Aff;
import tilewright.isl.BasicMap;
import tilewright.isl.BasicSet;
import tilewright.isl.Dim;
import tilewright.isl.Scope;
import tilewright.isl.Val;

/**
 * A conjunction of affine constraints as numbers. Every row has one column per parameter, input, output and integer
 * division, in this order, and the constant last; a set has no inputs.
 *
 * @param equalities rows that are zero
 * @param inequalities rows that are not negative
 */
record ConstraintSystem(
        int parameters, int inputs, int outputs, int divisions, List<long[]> equalities, List<long[]> inequalities) {
    static ConstraintSystem of(BasicMap map) {
        try (Scope _ = map.context().scope()) {
            return of(map.wrap(), map.dim(Dim.IN));
        }
    }

    static ConstraintSystem of(BasicSet set) {
        try (Scope _ = set.context().scope()) {
            return of(set, 0);
        }
    }

    private static ConstraintSystem of(BasicSet set, int inputs) {
        int divisions = set.dim(Dim.DIV);
        ConstraintSystem system = new ConstraintSystem(
                set.dim(Dim.PARAM), inputs, set.dim(Dim.SET) - inputs, divisions, new ArrayList<>(), new ArrayList<>());
        for (long[] printed : set.constraintRows()) {
            (printed[0] == 0 ? system.equalities : system.inequalities).add(system.row(printed));
        }
        for (int d = 0; d < divisions; d++) {
            system.define(d, set.getDiv(d));
        }
        return system;
    }

    /** Adds e - m q >= 0 and m q + m - 1 - e >= 0 for the division q = floor(e / m); isl may have dropped either. */
    private void define(int division, Aff quotient) {
        long divisor = quotient.getDenominatorVal().longValue();
        long[] least = new long[columns() + 1];
        int column = 0;
        column = fill(least, column, parameters, p -> numerator(quotient, Dim.PARAM, p, divisor));
        column = fill(least, column, inputs + outputs, p -> numerator(quotient, Dim.IN, p, divisor));
        column = fill(least, column, divisions, p -> p < division ? numerator(quotient, Dim.DIV, p, divisor) : 0L);
        least[column] = scaled(quotient.getConstantVal(), divisor);
        long[] greatest = Arrays.stream(least).map(c -> -c).toArray();
        greatest[column] += divisor - 1;
        int own = parameters + inputs + outputs + division;
        least[own] -= divisor;
        greatest[own] += divisor;
        addUnlessPresent(least);
        addUnlessPresent(greatest);
    }

    private void addUnlessPresent(long[] row) {
        if (inequalities.stream().noneMatch(r -> Arrays.equals(r, row))) {
            inequalities.add(row);
        }
    }

    private static long numerator(Aff quotient, Dim type, int position, long divisor) {
        return scaled(quotient.getCoefficientVal(type, position), divisor);
    }

    private static long scaled(Val value, long divisor) {
        return value.getNumSi() * (divisor / value.getDenSi());
    }

    /** A row as isl prints it, with the parameters put first. */
    private long[] row(long[] printed) {
        int others = columns() - parameters;
        long[] row = new long[columns() + 1];
        System.arraycopy(printed, 1 + others, row, 0, parameters);
        System.arraycopy(printed, 1, row, parameters, others);
        row[columns()] = printed[printed.length - 1];
        return row;
    }

    private static int fill(long[] row, int from, int count, IntFunction<Long> value) {
        for (int p = 0; p < count; p++) {
            row[from + p] = value.apply(p);
        }
        return from + count;
    }

    /** The same with parameters as inputs. */
    ConstraintSystem withoutParameters() {
        return new ConstraintSystem(0, parameters + inputs, outputs, divisions, equalities, inequalities);
    }

    /** Whether some constraint has a column. */
    boolean involves(int column) {
        return equalities.stream().anyMatch(r -> r[column] != 0)
                || inequalities.stream().anyMatch(r -> r[column] != 0);
    }

    int columns() {
        return parameters + inputs + outputs + divisions;
    }

    /** Whether another one has the same rows in the same order. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ConstraintSystem that
                && parameters == that.parameters
                && inputs == that.inputs
                && outputs == that.outputs
                && divisions == that.divisions
                && Arrays.deepEquals(equalities.toArray(), that.equalities.toArray())
                && Arrays.deepEquals(inequalities.toArray(), that.inequalities.toArray());
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                parameters,
                inputs,
                outputs,
                divisions,
                Arrays.deepHashCode(equalities.toArray()),
                Arrays.deepHashCode(inequalities.toArray()));
    }
}
