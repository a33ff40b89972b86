package tilewright.locality;

import java.util.List;

/**
 * What Theorem 2 and Lemma 1 (paper, section 3) ask of the thread sizes at one access.
 *
 * @param access number q
 * @param text the access as written, e.g. {@code a(i,k)}
 * @param rules one per surrounding loop, outermost first; empty when the access has no access matrix
 */
public record AccessThreadSizes(String statement, int access, String text, List<Rule> rules) {
    public AccessThreadSizes {
        rules = List.copyOf(rules);
    }

    /**
     * @param loop the loop of the common loop space
     * @param parallel whether threads run its iterations in parallel
     */
    public record Rule(String loop, Reason reason, boolean parallel) {
        /** Whether r_{xi,2} = 1 is asked for. */
        public boolean isOne() {
            return switch (reason) {
                case REPEATED, DEPENDENT, SPATIAL -> true;
                case SEQUENTIAL, INDEPENDENT, BEYOND -> false;
            };
        }

        /** Whether r_{xi,2} = r_xi with a barrier after each iteration serves as well as 1. */
        public boolean allowsBarrier() {
            return !parallel && (reason == Reason.REPEATED || reason == Reason.DEPENDENT);
        }
    }

    /** The clause that decides about one loop xi; L is the number of elements in a cache line. */
    public enum Reason {
        /** Lemma 1, F_xi = 0 and xi < xi^: with r_{xi,2} > 1 a thread would come back to the elements of the loops inside. */
        REPEATED,
        /** Lemma 1, F_xi depends on the columns in Xi and xi < xi^: size 1, its iterations in order. */
        DEPENDENT,
        /** F_xi = (0,..,0,b)^T with |b| < L: size 1, so that parallel threads share a line. */
        SPATIAL,
        /** The same column, but the loop is sequential: the spatial rule says nothing. */
        SEQUENTIAL,
        /** xi is in Xi: any size. */
        INDEPENDENT,
        /** xi > xi^: any size. */
        BEYOND
    }
}
