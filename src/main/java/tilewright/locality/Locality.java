package tilewright.locality;

import java.util.List;

/**
 * Everything the estimates say of a nest, symbolic in its sizes.
 *
 * @param values the values used at every read, with rho^d and rho^{d,z}
 * @param estimates Theorem 1 for the values that decide, per access and cut loop
 * @param blockRanking groups of loops of the common loop space, the one that deserves the largest block first (paper,
 *     section 2.2)
 * @param statementSets statements surrounded by the same loops, each with a ranking of its own
 * @param accessThreadSizes Theorem 2 at each access
 * @param threadSizes Theorem 2 over all accesses, one per loop of the common loop space
 * @param accesses broadcast and spatial locality
 */
public record Locality(
        List<UsedValues> values,
        List<Estimate> estimates,
        List<List<String>> blockRanking,
        List<StatementSet> statementSets,
        List<AccessThreadSizes> accessThreadSizes,
        List<ThreadSizeAdvice> threadSizes,
        List<AccessLocality> accesses) {
    public Locality {
        values = List.copyOf(values);
        estimates = List.copyOf(estimates);
        blockRanking = blockRanking.stream().map(List::copyOf).toList();
        statementSets = List.copyOf(statementSets);
        accessThreadSizes = List.copyOf(accessThreadSizes);
        threadSizes = List.copyOf(threadSizes);
        accesses = List.copyOf(accesses);
    }
}
