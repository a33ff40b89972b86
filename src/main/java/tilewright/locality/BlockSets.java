package tilewright.locality;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import tilewright.dependence.Dependences;
import tilewright.dependence.Embedding;
import tilewright.isl.Context;
import tilewright.isl.Set;

/**
 * What one block reads, writes and touches, as sets with the block's first point and its sizes as parameters: a block is
 * {@code o_z <= c_z < o_z + r_z} in the common loop space, which is affine in both. So one set stands for all blocks of all
 * sizes; exact counts of it for enough values give the volume as a function.
 *
 * <p>Values are those of {@link VolumeCounter}: produced by an operation, or an element of input.
 */
final class BlockSets {
    private final Dependences dependences;
    private final ValueFlows flows;
    private final String prefix;
    private final Map<String, Set> inBlock = new LinkedHashMap<>();

    /**
     * @param cut which loops are cut; the others lie in the block as a whole
     * @param least the least block size that is meant
     */
    BlockSets(Dependences dependences, ValueFlows flows, Predicate<Integer> cut, long least) {
        this.dependences = dependences;
        this.flows = flows;
        this.prefix = prefix(dependences.nest().parameters());
        Set block = block(cut, least);
        for (Embedding embedding : dependences.embeddings()) {
            inBlock.put(embedding.statement(), block.apply(embedding.relation().reverse()));
        }
    }

    /** Name of the parameter that is the block's first value of loop z. */
    String origin(int z) {
        return prefix + "o" + z;
    }

    /** Name of the parameter that is the block's number of values of loop z. */
    String size(int z) {
        return prefix + "r" + z;
    }

    private static String prefix(List<String> parameters) {
        String prefix = "_";
        while (startsOne(parameters, prefix)) {
            prefix += "_";
        }
        return prefix;
    }

    private static boolean startsOne(List<String> parameters, String prefix) {
        return parameters.stream().anyMatch(p -> p.startsWith(prefix));
    }

    private Set block(Predicate<Integer> cut, long least) {
        int n = dependences.loops().size();
        List<String> names = new ArrayList<>();
        List<String> constraints = new ArrayList<>(List.of("true"));
        for (int z = 0; z < n; z++) {
            if (cut.test(z)) {
                names.add(origin(z));
                names.add(size(z));
                constraints.add(origin(z) + " <= c" + z + " < " + origin(z) + " + " + size(z));
                constraints.add(size(z) + " >= " + least);
            }
        }
        List<String> points = IntStream.range(0, n).mapToObj(z -> "c" + z).toList();
        Context context = dependences.context();
        return Set.parse(
                context,
                "[" + String.join(", ", names) + "] -> { [" + String.join(", ", points) + "] : "
                        + String.join(" and ", constraints) + " }");
    }

    /** The points of a statement's iteration space in the block, whether it executes them or not. */
    Set box(String statement) {
        Set iterations = inBlock.get(statement);
        if (iterations == null) {
            throw new IllegalArgumentException("statement " + statement + " has no place in the common loop space");
        }
        return iterations;
    }

    /** The iterations of a statement in the block. */
    Set iterations(String statement) {
        return dependences.domain(statement).intersect(box(statement));
    }

    /** The values used in the block that come from outside it, by producer or array of input. */
    Map<String, Set> reads(Predicate<ValueFlows.Use> which) {
        Map<String, Set> reads = new LinkedHashMap<>();
        for (ValueFlows.Use use : flows.uses()) {
            if (which.test(use)) {
                Set values = use.relation().intersectRange(box(use.user())).domain();
                Set foreign = use.producer() == null ? values : values.subtract(box(use.producer()));
                reads.merge(use.values(), foreign, Set::union);
            }
        }
        return reads;
    }

    /** The values produced in the block that are used outside it, by producer. */
    Map<String, Set> usedOutside(Predicate<ValueFlows.Use> which) {
        Map<String, Set> writes = new LinkedHashMap<>();
        for (ValueFlows.Use use : flows.uses()) {
            if (use.producer() != null && which.test(use)) {
                Set values =
                        use.relation().subtractRange(box(use.user())).domain().intersect(box(use.producer()));
                writes.merge(use.producer(), values, Set::union);
            }
        }
        return writes;
    }

    /** The values produced in the block that are used outside it or are final contents, by producer. */
    Map<String, Set> writes() {
        Map<String, Set> writes = usedOutside(_ -> true);
        flows.finalContents()
                .forEach((statement, last) -> writes.merge(statement, last.intersect(box(statement)), Set::union));
        return writes;
    }
}
