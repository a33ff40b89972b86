package tilewright.locality;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.dependence.BlockOrigin;
import tilewright.dependence.Dependences;

/** The ranges of the loops as functions of the sizes, found once for each. */
final class LoopRanges {
    private final Dependences dependences;
    private final SampleSizes samples;
    private final Map<Map<String, Long>, List<LoopRange>> known = new HashMap<>();
    private final long origin;

    LoopRanges(Dependences dependences, SampleSizes samples) {
        this.dependences = dependences;
        this.samples = samples;
        this.origin = BlockOrigin.of(dependences);
    }

    /** Where blocks begin. */
    long origin() {
        return origin;
    }

    LoopRange of(int z, Map<String, Long> sizes) {
        return known.computeIfAbsent(Map.copyOf(sizes), s -> LoopRange.of(dependences, s))
                .get(z);
    }

    /** Whether the length of a loop depends on a parameter. */
    boolean depends(int z, String parameter) {
        Map<String, Long> sizes = base();
        LoopRange before = of(z, sizes);
        sizes.merge(parameter, samples.leastBlock(), Long::sum);
        return !before.equals(of(z, sizes));
    }

    boolean isConstant(int z) {
        return dependences.nest().parameters().stream().noneMatch(p -> depends(z, p));
    }

    private Map<String, Long> base() {
        Map<String, Long> sizes = new HashMap<>();
        dependences.nest().parameters().forEach(p -> sizes.put(p, samples.parts(1) * samples.block(0)));
        return sizes;
    }
}
