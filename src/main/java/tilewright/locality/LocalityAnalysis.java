package tilewright.locality;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import tilewright.dependence.Dependences;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;

/** All estimates of a nest (paper, sections 2 and 3), symbolic in its sizes. */
public final class LocalityAnalysis {
    private LocalityAnalysis() {}

    public static Locality of(Dependences dependences) {
        return of(dependences, ThreadSizes.DEFAULT_LINE_BYTES);
    }

    /**
     * The same for a given cache.
     *
     * @param lineBytes size of a cache line
     */
    public static Locality of(Dependences dependences, int lineBytes) {
        List<UsedValues> values = ValueCounting.of(dependences);
        List<Estimate> estimates = new ArrayList<>();
        List<BlockRanking.Term> terms = new ArrayList<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            for (UsedValues used : values) {
                if (used.decides() && used.statement().equals(placed.statement().id())) {
                    estimate(placed, used, estimates, terms);
                }
            }
        }
        ThreadSizes threads = new ThreadSizes(dependences, lineBytes);
        return new Locality(
                values,
                estimates,
                BlockRanking.of(dependences.loops(), terms),
                StatementSets.of(dependences.nest(), terms),
                threads.ofAccesses(),
                threads.combined(),
                threads.sharing());
    }

    private static void estimate(
            PlacedStatement placed, UsedValues used, List<Estimate> estimates, List<BlockRanking.Term> terms) {
        Access access = placed.statement().accesses().get(used.access() - 1);
        String reference = placed.statement().id() + " " + access;
        for (int z = 0; z < placed.depth(); z++) {
            Estimate estimate =
                    Theorem1.estimate(used, z, placed.loopVariables().get(z), OptionalLong.empty());
            estimates.add(estimate);
            terms.add(new BlockRanking.Term(z, reference, estimate));
        }
    }
}
