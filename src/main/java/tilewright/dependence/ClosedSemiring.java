package tilewright.dependence;

import java.util.List;
import tilewright.model.Operator;

/**
 * A proved fact: the statement is the elimination step c(i,j) = c(i,j) (+) (c(i,k) (x) c(k,j)) of an
 * idempotent closed semiring, so that its blocks may run in the phases diagonal, panels, rest although
 * dependence components of either sign forbid it (theory.md section 5; Venkataraman et al. 2003; Chowdhury
 * and Ramachandran, I-GEP).
 *
 * @param statement id
 * @param plus (+), idempotent
 * @param times (x)
 * @param loops the loops that play k, i and j, in this order
 * @param rule the law for people
 * @param needs the declared assumptions that were used, as written
 */
public record ClosedSemiring(
        String statement, Operator plus, Operator times, List<String> loops, String rule, List<String> needs) {
    public ClosedSemiring {
        loops = List.copyOf(loops);
        needs = List.copyOf(needs);
    }
}
