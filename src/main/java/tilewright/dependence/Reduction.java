package tilewright.dependence;

import java.util.List;
import tilewright.model.LoopNest;
import tilewright.model.Operator;

/**
 * A statement {@code x[f(i)] = x[f(i)] op e(i)} whose {@code e} reads nothing of {@code x} but elements that the statement has updated for the
 * last time, or not yet for the first: its partial results are read through the accumulator {@code x[f(i)]} alone.
 *
 * <p>Example: {@code y(i) = y(i) - a(i,j) * x(j)} is a sum along j, negated terms and all.
 *
 * @param statement id
 * @param array of the accumulator
 * @param operator that joins two partial results: ADD, MUL, MIN or MAX
 * @param read number of the access that reads the accumulator
 * @param loops numbers of its loops, from 0, along which an iteration takes the value over from an earlier one
 * @param regrouping why partial results may be joined in another order
 */
public record Reduction(
        String statement, String array, Operator operator, int read, List<Integer> loops, Regrouping regrouping) {
    /** Whether the order of its operations may change. */
    public enum Regrouping {
        /** Every order gives the same result: integers, minima and maxima. */
        EXACT,
        /** Rounding depends on it, and the nest declares that it may. */
        DECLARED,
        /** Rounding depends on it: it stays as written. */
        REFUSED
    }

    public Reduction {
        loops = List.copyOf(loops);
    }

    /** The variables of the loops along which it reduces. */
    public List<String> variables(LoopNest nest) {
        List<String> variables = nest.statement(statement).loopVariables();
        return loops.stream().map(variables::get).toList();
    }

    /** Whether partial results may be computed apart. */
    public boolean mayRegroup() {
        return regrouping != Regrouping.REFUSED;
    }
}
