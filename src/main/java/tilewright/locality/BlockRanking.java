package tilewright.locality;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.locality.Estimate.Order;

/**
 * Which loop deserves the largest block (paper, section 2.2). Only terms with the factor Q_z count, reads and writes
 * together; the loop with the largest such term comes first.
 *
 * <p>Of several dependences at one access the largest term counts once: they share the access's iterations. Two accesses
 * of a statement to the same element count once as well.
 */
final class BlockRanking {
    private BlockRanking() {}

    /** The largest terms of one loop: how many of which power of M; power -1 when there is none. */
    private record Weight(int power, int terms) implements Comparable<Weight> {
        static final Weight NOTHING = new Weight(-1, 0);

        Weight plus(Weight other) {
            if (power == other.power) {
                return new Weight(power, terms + other.terms);
            }
            return power > other.power ? this : other;
        }

        Weight max(Weight other) {
            return compareTo(other) >= 0 ? this : other;
        }

        @Override
        public int compareTo(Weight other) {
            return Comparator.comparingInt(Weight::power)
                    .thenComparingInt(Weight::terms)
                    .compare(this, other);
        }
    }

    /**
     * One estimate and where it belongs.
     *
     * @param loop index in the common loop space
     * @param reference statement and access as written: equal ones touch the same element
     */
    record Term(int loop, String reference, Estimate estimate) {}

    /** Groups of loops, the most deserving first; loops of one group deserve the same. */
    static List<List<String>> of(List<String> loops, List<Term> terms) {
        Map<String, Map<Integer, Weight>> byReference = new LinkedHashMap<>();
        for (Term term : terms) {
            byReference
                    .computeIfAbsent(term.reference, _ -> new HashMap<>())
                    .merge(term.loop, weight(term.estimate), Weight::max);
        }
        List<Weight> weights = new ArrayList<>();
        for (int z = 0; z < loops.size(); z++) {
            Weight sum = Weight.NOTHING;
            for (Map<Integer, Weight> reference : byReference.values()) {
                sum = sum.plus(reference.getOrDefault(z, Weight.NOTHING));
            }
            weights.add(sum);
        }
        return weights.stream()
                .distinct()
                .sorted(Comparator.reverseOrder())
                .map(w -> loops.stream()
                        .filter(l -> weights.get(loops.indexOf(l)).equals(w))
                        .toList())
                .toList();
    }

    private static Weight weight(Estimate estimate) {
        return weight(estimate.reads()).plus(weight(estimate.writes()));
    }

    private static Weight weight(@Nullable Order order) {
        return order == null || order.parts() == 0 ? Weight.NOTHING : new Weight(order.power(), 1);
    }
}
