package tilewright.locality;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tilewright.dependence.BlockOrigin;
import tilewright.dependence.Dependences;
import tilewright.dependence.Embedding;
import tilewright.isl.Context;
import tilewright.isl.Scope;
import tilewright.isl.Set;

/**
 * Values that a loop of the common loop space takes, counted from the origin of blocks.
 *
 * @param first least value
 * @param last greatest value
 */
record LoopRange(long first, long last) {
    /** The loops of a nest for given sizes, outermost first; without iterations, the origin alone. */
    static List<LoopRange> of(Dependences dependences, Map<String, Long> sizes) {
        Context context = dependences.domains().getFirst().iterations().context();
        try (Scope _ = context.scope()) {
            List<Set> spaces = new ArrayList<>();
            for (Embedding embedding : dependences.embeddings()) {
                Set iterations = dependences.domain(embedding.statement());
                spaces.add(ValueFlows.fixed(iterations, dependences, sizes).apply(embedding.relation()));
            }
            Set space = spaces.stream().reduce(Set::union).orElseThrow();
            boolean empty = space.isEmpty();
            long origin = BlockOrigin.of(dependences);
            List<LoopRange> ranges = new ArrayList<>();
            for (int z = 0; z < dependences.loops().size(); z++) {
                ranges.add(new LoopRange(
                        empty ? 0 : space.dimMinVal(z).longValue() - origin,
                        empty ? 0 : space.dimMaxVal(z).longValue() - origin));
            }
            return ranges;
        }
    }

    /** Number of values. */
    long extent() {
        return last - first + 1;
    }

    /** Q_z: the number of parts. */
    long parts(int block) {
        return Math.floorDiv(last, block) - Math.floorDiv(first, block) + 1;
    }

    /** A block size that leaves the loop whole. */
    int whole() {
        return Math.clamp(last + 1, 1, Integer.MAX_VALUE);
    }
}
