package tilewright.ranking.bound;

import java.util.Comparator;
import java.util.Map;

/**
 * A time below which a candidate cannot run, and what it comes from.
 *
 * @param terms seconds of each term; each alone is a lower bound
 */
public record LowerBound(Map<Term, Double> terms) {
    /** Why a program cannot be faster. */
    public enum Term {
        ARITHMETIC("arithmetic at the peak rate of issue"),
        MEMORY("bytes that memory must move, at the rate of its interface"),
        CACHE("bytes that L2 must move, at the width of its ports"),
        SHARED("values that threads read from shared memory, at the width of its banks"),
        SEQUENCE("launches that wait for each other");

        private final String words;

        Term(String words) {
            this.words = words;
        }

        /** For tables and sentences. */
        public String words() {
            return words;
        }
    }

    public LowerBound {
        terms = Map.copyOf(terms);
    }

    /** The largest term. */
    public double seconds() {
        return term(binding());
    }

    /** The term that is largest. */
    public Term binding() {
        return terms.entrySet().stream()
                .max(Map.Entry.<Term, Double>comparingByValue()
                        .thenComparing(e -> e.getKey(), Comparator.reverseOrder()))
                .orElseThrow()
                .getKey();
    }

    /** Seconds of one term. */
    public double term(Term term) {
        return terms.getOrDefault(term, 0.0);
    }
}
