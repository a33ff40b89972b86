package tilewright.locality;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tilewright.dependence.BlockOrigin;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Scope;
import tilewright.isl.Set;

/**
 * Exact data movement between blocks and the memory outside them (theory.md section 5, beyond the paper): for every
 * block, the values used in it that were produced outside or are input, and the values produced in it that are used
 * outside or are final contents. Each value counts once per block, whatever the number of its uses.
 *
 * <p>Blocks cut the common loop space from {@link BlockOrigin} on; an iteration lies where its statement's embedding
 * puts it. Silent iterations are left out when the dependences were computed without them.
 *
 * <p>Example: an inner block of Floyd-Warshall reads r_2 r_3 + r_1 r_2 + r_1 r_3 values and writes r_2 r_3.
 */
public final class VolumeCounter {
    private final Dependences dependences;
    private final Context context;
    private final ValueFlows flows;
    private final long origin;

    /**
     * @param sizes value of every parameter
     */
    public VolumeCounter(Dependences dependences, Map<String, Long> sizes) {
        this.dependences = dependences;
        this.context = dependences.context();
        this.flows = ValueFlows.exact(dependences, sizes);
        this.origin = BlockOrigin.of(dependences);
    }

    /**
     * Volumes over all blocks.
     *
     * @param block block sizes r_1..r_n, one per loop of the common loop space
     * @throws tilewright.model.UserError when the count would take too long
     */
    public Volumes count(List<Integer> block) {
        if (block.size() != dependences.loops().size()) {
            throw new IllegalArgumentException("block has " + block.size() + " sizes for "
                    + dependences.loops().size() + " loops");
        }
        try (Scope _ = context.scope()) {
            Map<String, tilewright.isl.Map> foreign = foreignUses(block);
            long reads = 0;
            for (tilewright.isl.Map uses : foreign.values()) {
                reads = Math.addExact(reads, PointCounter.count(uses.wrap()));
            }
            return new Volumes(block, reads, writes(foreign));
        }
    }

    /** Per producer, or array of input, its values and the blocks other than the value's own that use them. */
    private Map<String, tilewright.isl.Map> foreignUses(List<Integer> block) {
        Map<String, tilewright.isl.Map> blocks = blocksOfStatements(block);
        Map<String, tilewright.isl.Map> uses = new LinkedHashMap<>();
        for (ValueFlows.Use use : flows.uses()) {
            tilewright.isl.Map users = use.relation().applyRange(block(blocks, use.user()));
            if (use.producer() != null) {
                users = users.subtract(block(blocks, use.producer()));
            }
            uses.merge(use.values(), users, tilewright.isl.Map::union);
        }
        return uses;
    }

    private long writes(Map<String, tilewright.isl.Map> foreign) {
        long writes = 0;
        for (Map.Entry<String, Set> last : flows.finalContents().entrySet()) {
            tilewright.isl.Map users = foreign.get(last.getKey());
            Set written = users == null ? last.getValue() : last.getValue().union(users.domain());
            writes = Math.addExact(writes, PointCounter.count(written));
        }
        return writes;
    }

    /** For every statement its iterations and the block each of them lies in, {@code { S1[k,i,j] -> [K,I,J] }}. */
    private Map<String, tilewright.isl.Map> blocksOfStatements(List<Integer> block) {
        tilewright.isl.Map tiling = tiling(block);
        Map<String, tilewright.isl.Map> blocks = new LinkedHashMap<>();
        dependences
                .embeddings()
                .forEach(e -> blocks.put(e.statement(), e.relation().applyRange(tiling)));
        return blocks;
    }

    private tilewright.isl.Map tiling(List<Integer> block) {
        int n = block.size();
        String points = IntStream.range(0, n).mapToObj(z -> "c" + z).collect(Collectors.joining(", "));
        String cells = IntStream.range(0, n).mapToObj(z -> "b" + z).collect(Collectors.joining(", "));
        String constraints = IntStream.range(0, n)
                .mapToObj(z -> {
                    String start = block.get(z) + " * b" + z + " + " + origin;
                    return start + " <= c" + z + " < " + start + " + " + block.get(z);
                })
                .collect(Collectors.joining(" and "));
        return tilewright.isl.Map.parse(
                context, "{ [" + points + "] -> [" + cells + "] : " + (n == 0 ? "true" : constraints) + " }");
    }

    private static tilewright.isl.Map block(Map<String, tilewright.isl.Map> blocks, String statement) {
        tilewright.isl.Map block = blocks.get(statement);
        if (block == null) {
            throw new IllegalArgumentException("statement " + statement + " has no place in the common loop space");
        }
        return block;
    }
}
