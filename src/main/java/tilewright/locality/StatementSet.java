package tilewright.locality;

import java.util.List;

/**
 * The statements surrounded by the same loops (paper, section 1): they have block sizes r^theta of their own, but a loop that
 * several sets share is cut in the same way for all of them.
 *
 * @param number theta, from 1, in textual order
 * @param statements ids
 * @param loops names of the loops, outermost first
 * @param shared per loop the numbers of the other sets that it surrounds too
 * @param blockRanking groups of the loops, the one that deserves the largest block first, by this set's accesses alone
 */
public record StatementSet(
        int number,
        List<String> statements,
        List<String> loops,
        List<List<Integer>> shared,
        List<List<String>> blockRanking) {
    public StatementSet {
        statements = List.copyOf(statements);
        loops = List.copyOf(loops);
        shared = shared.stream().map(List::copyOf).toList();
        blockRanking = blockRanking.stream().map(List::copyOf).toList();
    }
}
