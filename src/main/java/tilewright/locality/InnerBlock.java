package tilewright.locality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.fraction.BigFraction;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;

/** The blocks of which there are most, with a size of their own along every loop: {@link ExactVolumes.Inner}. */
final class InnerBlock {
    /** The largest index of a block size in samples for sizes that differ: blocks are this far apart. */
    private static final int APART = 9;

    /** Sizes at which a second block is compared. */
    private static final int CHECKS = 8;

    private final Dependences dependences;
    private final BlockGrid grid;
    private final SampleSizes samples;
    private final BlockSymbols symbols;
    private final List<Integer> cut;
    private final Interpolation inOwnSizes;

    InnerBlock(Dependences dependences, BlockGrid grid, SampleSizes samples, BlockSymbols symbols) {
        this.dependences = dependences;
        this.grid = grid;
        this.samples = samples;
        this.symbols = symbols;
        this.cut = grid.cut();
        this.inOwnSizes = new Interpolation(
                cut.stream()
                        .map(z -> Interpolation.Axis.of(symbols.block(z), samples::block))
                        .toList(),
                symbols.loops() + 1);
    }

    /**
     * The volumes of a kind of blocks; null where none of them has ranges that are apart.
     *
     * @param where how the kind is told from others
     * @param positions of its blocks
     * @param blocks the blocks by position, in a nest of so many parts
     * @param number of its blocks
     * @param conditions under which the number holds, besides that blocks divide the sizes
     */
    ExactVolumes.@Nullable Inner volumes(
            String where,
            List<BlockPosition> positions,
            Map<BlockPosition, List<long[]>> blocks,
            long[] parts,
            LaurentPolynomial number,
            List<String> conditions) {
        List<long[]> generic = positions.stream()
                .sorted(Comparator.comparingLong((BlockPosition p) -> p.ends().stream()
                                .filter(e -> e == BlockPosition.End.INSIDE)
                                .count())
                        .reversed())
                .flatMap(p -> blocks.getOrDefault(p, List.of()).stream())
                .filter(b -> Arrays.stream(b).distinct().count() == b.length)
                .toList();
        if (generic.isEmpty()) {
            return null;
        }
        List<ExactVolumes.AtAccess> accesses = new ArrayList<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            List<Access> all = placed.statement().accesses();
            for (Access access : all.subList(1, all.size())) {
                accesses.add(atAccess(placed.statement().id(), access.index(), generic, parts));
            }
        }
        ExactCount reads = inOwnSizes(grid.all().reads(), generic, parts);
        ExactCount writes = inOwnSizes(grid.all().writes(), generic, parts);
        return new ExactVolumes.Inner(
                where,
                reads,
                writes,
                accesses,
                overAll(number, reads, conditions),
                overAll(number, writes, conditions));
    }

    private ExactVolumes.AtAccess atAccess(String statement, int access, List<long[]> generic, long[] parts) {
        BlockGrid.Counted here = grid.of(u -> u.user().equals(statement) && u.access() == access);
        return new ExactVolumes.AtAccess(
                statement, access, inOwnSizes(here.reads(), generic, parts), inOwnSizes(here.writes(), generic, parts));
    }

    /** A count for blocks whose ranges along the cut loops have no value in common; another block must have it too. */
    private ExactCount inOwnSizes(CountableSets what, List<long[]> generic, long[] parts) {
        ExactCount found = inOwnSizes.fit(values -> count(what, generic.getFirst(), parts, values));
        if (found instanceof ExactCount.Known known && !holds(known, what, generic.getLast(), parts)) {
            return new ExactCount.Refused("it depends on the place of the block");
        }
        return found.map(
                value -> value.in(symbols.all()),
                cut.stream()
                        .flatMap(z -> samples.conditions(symbols.block(z)).stream())
                        .toList());
    }

    private long count(CountableSets what, long[] block, long[] parts, long[] own) {
        long apart = samples.block(APART);
        Map<String, Long> sizes = grid.sizes(parts, apart);
        grid.place(sizes, block, apart, own);
        return what.count(sizes);
    }

    /** Whether a formula gives the counts of a block, at sizes that are equal and at sizes that differ. */
    private boolean holds(ExactCount.Known known, CountableSets what, long[] block, long[] parts) {
        for (int step = 0; step < CHECKS; step++) {
            long[] own = new long[cut.size()];
            Map<String, Long> at = new HashMap<>();
            for (int c = 0; c < own.length; c++) {
                own[c] = samples.block((step * (c + 1) + step / 2) % APART);
                at.put(symbols.block(cut.get(c)), own[c]);
            }
            if (!known.value().evaluate(at).equals(new BigFraction(count(what, block, parts, own)))) {
                return false;
            }
        }
        return true;
    }

    /** A block's count times the leading term of the number of blocks, with r^n replaced by r_1 .. r_n. */
    private ExactCount overAll(LaurentPolynomial blocks, ExactCount perBlock, List<String> conditions) {
        LaurentPolynomial leading = blocks.leading(symbols.parameters());
        boolean fills = leading.terms().keySet().stream().allMatch(e -> e.getLast() == -cut.size());
        if (!fills || !(perBlock instanceof ExactCount.Known known)) {
            return new ExactCount.Refused("inner blocks are no fixed part of all blocks");
        }
        List<String> all = symbols.all();
        LaurentPolynomial number = leading.times(
                        LaurentPolynomial.power(symbols.equal(), symbols.equalBlocks(), cut.size()))
                .in(all);
        for (int z : cut) {
            number = number.times(LaurentPolynomial.power(all, symbols.block(z), -1));
        }
        List<String> together = new ArrayList<>(conditions);
        together.addAll(known.conditions());
        return new ExactCount.Known(number.times(known.value()), together);
    }
}
