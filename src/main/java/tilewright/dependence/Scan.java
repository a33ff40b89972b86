package tilewright.dependence;

import tilewright.model.Operator;

/**
 * A statement {@code x[f(j)] = x[f(j - 1)] op e(j)} along a loop j, whose {@code e} reads nothing of {@code x} but the element that the statement writes, before it does: every element joins the one before it
 * with a value that does not depend on the scan (a prefix sum, a running maximum).
 *
 * <p>Where {@code op} is associative, {@code x[f(j)]} is {@code x[f(i)] op (e(i + 1) op .. op e(j))} for every i before j: what stands in brackets may be computed before {@code x[f(i)]} is there
 * (R. E. Ladner and M. J. Fischer, J. ACM 27 (1980); G. E. Blelloch 1990).
 *
 * @param statement id
 * @param array that is scanned
 * @param operator that joins two elements: ADD, MUL, MIN or MAX
 * @param read number of the access that reads the element before
 * @param loop number of the loop, from 0, whose iteration before wrote that element
 * @param regrouping why values may be joined in another order
 */
public record Scan(
        String statement, String array, Operator operator, int read, int loop, Reduction.Regrouping regrouping) {
    /** Whether values may be joined before the scan reaches them. */
    public boolean mayRegroup() {
        return regrouping != Reduction.Regrouping.REFUSED;
    }
}
