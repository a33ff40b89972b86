package tilewright.tune.build;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopExtents;
import tilewright.model.LoopNest;
import tilewright.tiling.space.Candidate;

/**
 * Small sizes at which blocked programs go wrong if they do: 1, 2, a prime, one below and one above each block size,
 * and a prime beyond two blocks. All parameters take the same value; with several parameters, one more choice gives
 * each its own. Sizes at which the nest has more operations than a fraction of a second allows are left out, and so are
 * those that an assumption on the parameters forbids.
 */
public final class HostileSizes {
    private static final long MOST_OPERATIONS = 40_000_000;

    private final LoopNest nest;

    public HostileSizes(LoopNest nest) {
        this.nest = nest;
    }

    /** Without repetition, smallest first. */
    public List<SequencedMap<String, Long>> of(Candidate candidate) {
        return of(candidate, MOST_OPERATIONS);
    }

    /** The same, only sizes at which the nest has no more operations. */
    public List<SequencedMap<String, Long>> of(Candidate candidate, long mostOperations) {
        if (nest.parameters().isEmpty()) {
            return List.of(new LinkedHashMap<>());
        }
        Set<Long> values = new TreeSet<>(List.of(1L, 2L, 7L));
        int largest = 1;
        for (int block : candidate.block()) {
            values.add(Math.max(1L, block - 1L));
            values.add(block + 1L);
            largest = Math.max(largest, block);
        }
        values.add(BigInteger.valueOf(2L * largest).nextProbablePrime().longValue());
        values.addAll(fixedExtents(values));
        Set<SequencedMap<String, Long>> sizes = new LinkedHashSet<>();
        values.forEach(value -> sizes.add(same(value)));
        SequencedMap<String, Long> rising = different(values, nest.parameters());
        sizes.add(
                isPermitted(rising)
                        ? rising
                        : different(values, nest.parameters().reversed()));
        return sizes.stream()
                .filter(s -> isPermitted(s) && operations(s) <= mostOperations)
                .toList();
    }

    /** Where arrays have fixed extents, sizes beyond them are no use: those just within, as far as they are as small as others. */
    private Set<Long> fixedExtents(Set<Long> others) {
        long most = others.stream().mapToLong(v -> v).max().orElse(0);
        Set<Long> found = new TreeSet<>();
        for (ArrayDeclaration array : nest.arrays()) {
            for (ArrayDeclaration.Bounds bounds : array.bounds()) {
                if (bounds.extent().variables().isEmpty()) {
                    long extent = bounds.extent().evaluate(name -> 0L);
                    LongStream.of(extent - 1, extent)
                            .filter(v -> v > 2 && v <= most)
                            .forEach(found::add);
                }
            }
        }
        return found;
    }

    private SequencedMap<String, Long> same(long value) {
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        nest.parameters().forEach(parameter -> sizes.put(parameter, value));
        return sizes;
    }

    private boolean isPermitted(Map<String, Long> sizes) {
        return nest.assumptions().stream().allMatch(a -> a.permits(sizes));
    }

    /** The last of the parameters gets the largest value. */
    private SequencedMap<String, Long> different(Set<Long> values, List<String> parameters) {
        List<Long> descending = new ArrayList<>(values).reversed();
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        int last = parameters.size() - 1;
        nest.parameters().forEach(p -> sizes.put(p, 1L));
        for (int i = 0; i <= last; i++) {
            sizes.put(parameters.get(i), descending.get(Math.min(last - i, descending.size() - 1)));
        }
        return sizes;
    }

    private long operations(SequencedMap<String, Long> sizes) {
        return new LoopExtents(nest, sizes).operations();
    }
}
