package tilewright.dependence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tilewright.isl.Dim;
import tilewright.isl.Scope;
import tilewright.model.UserError;

/** Every pair of iterations of a dependence for given sizes. */
public final class DependenceInstances {
    /** More pairs than this are not listed: nobody reads them and they would fill the memory. */
    public static final int LIMIT = 5_000_000;

    /** One pair, in the loop variables of the source and of the sink. */
    public record Instance(List<Long> source, List<Long> sink) {}

    private DependenceInstances() {}

    /**
     * Lists a dependence's pairs in lexicographic order.
     *
     * @param sizes a value for every parameter of the nest
     * @throws UserError when there are more than {@link #LIMIT} pairs
     */
    public static List<Instance> of(Dependence dependence, Map<String, Long> sizes) {
        tilewright.isl.Map relation = dependence.relation();
        int inputs = relation.dim(Dim.IN);
        List<Instance> found = new ArrayList<>();
        try (Scope _ = relation.context().scope()) {
            fixed(relation, sizes).wrap().forEachPoint(pair -> {
                if (found.size() == LIMIT) {
                    throw UserError.badInput("a dependence on " + dependence.array() + " has more than " + LIMIT
                            + " instances for these sizes; enumerate smaller ones");
                }
                found.add(new Instance(part(pair, 0, inputs), part(pair, inputs, pair.length)));
            });
        }
        Comparator<List<Long>> lexicographic = (a, b) -> Arrays.compare(
                a.stream().mapToLong(x -> x).toArray(),
                b.stream().mapToLong(x -> x).toArray());
        found.sort(Comparator.comparing(Instance::source, lexicographic).thenComparing(Instance::sink, lexicographic));
        return found;
    }

    private static tilewright.isl.Map fixed(tilewright.isl.Map relation, Map<String, Long> sizes) {
        tilewright.isl.Map result = relation;
        for (Map.Entry<String, Long> size : sizes.entrySet()) {
            int position = result.findDimByName(Dim.PARAM, size.getKey());
            if (position >= 0) {
                result = result.fixSi(Dim.PARAM, position, Math.toIntExact(size.getValue()));
            }
        }
        for (int p = 0; p < result.dim(Dim.PARAM); p++) {
            String name = result.getDimName(Dim.PARAM, p);
            if (!sizes.containsKey(String.valueOf(name))) {
                throw UserError.badInput("no size was given for parameter " + name);
            }
        }
        return result;
    }

    private static List<Long> part(long[] pair, int from, int to) {
        return Arrays.stream(pair, from, to).boxed().toList();
    }
}
