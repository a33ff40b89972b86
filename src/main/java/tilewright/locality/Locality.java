package tilewright.locality;

import java.util.List;

/**
 * Everything the estimates say of a nest, symbolic in its sizes.
 *
 * @param blockRanking groups of loops, the one that deserves the largest block first (paper, section 2.2)
 */
public record Locality(
        List<Estimate> estimates,
        List<List<String>> blockRanking,
        List<ThreadSizeAdvice> threadSizes,
        List<AccessLocality> accesses) {
    public Locality {
        estimates = List.copyOf(estimates);
        blockRanking = blockRanking.stream().map(List::copyOf).toList();
        threadSizes = List.copyOf(threadSizes);
        accesses = List.copyOf(accesses);
    }
}
