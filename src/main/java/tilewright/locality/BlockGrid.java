package tilewright.locality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import tilewright.dependence.Dependences;
import tilewright.model.Interval;

/**
 * The blocks of one size along all loops that depend on a parameter: where they lie, and what each of them executes, reads and
 * writes, counted.
 */
final class BlockGrid {
    private final Dependences dependences;
    private final SampleSizes samples;
    private final LoopRanges ranges;
    private final BlockSymbols symbols;
    private final List<Integer> cut;
    private final BlockSets sets;
    private final CountableSets reads;
    private final CountableSets writes;
    private final CountableSets iterations;
    private final Map<List<Object>, Map<BlockPosition, List<long[]>>> grids = new HashMap<>();

    /** Blocks of one grid: those of six loops, and not of seven. */
    private static final double MOST_BLOCKS = 3_000_000;

    /** What one block does. */
    record Moved(long iterations, long reads, long writes) {}

    /** What is counted of one block: of all of it, or of one access. */
    record Counted(CountableSets reads, CountableSets writes) {}

    /** The blocks of a grid that come first and last along each loop that is cut. */
    private record Corners(long[] first, long[] last) {}

    /** @throws ArithmeticException where the smallest grid that is looked at has too many blocks, before anything is counted */
    BlockGrid(Dependences dependences, ValueFlows flows, SampleSizes samples, LoopRanges ranges, BlockSymbols symbols) {
        this.dependences = dependences;
        this.samples = samples;
        this.ranges = ranges;
        this.symbols = symbols;
        this.cut = IntStream.range(0, symbols.loops())
                .filter(z -> !ranges.isConstant(z))
                .boxed()
                .toList();
        if (!cut.isEmpty()) {
            corners(fewestParts());
        }
        this.sets = new BlockSets(dependences, flows, cut::contains, samples.leastBlock());
        this.reads = new CountableSets(sets.reads(_ -> true).values());
        this.writes = new CountableSets(sets.writes().values());
        this.iterations = new CountableSets(dependences.domains().stream()
                .map(d -> sets.iterations(d.statement()))
                .toList());
    }

    /** Positions of the loops that are cut. */
    List<Integer> cut() {
        return cut;
    }

    /** All values that a block reads and writes. */
    Counted all() {
        return new Counted(reads, writes);
    }

    /** Values that some uses read from outside a block, and those of the block that they use outside it. */
    Counted of(Predicate<ValueFlows.Use> which) {
        return new Counted(
                new CountableSets(sets.reads(which).values()),
                new CountableSets(sets.usedOutside(which).values()));
    }

    /**
     * Blocks with iterations for so many parts per parameter, by position.
     *
     * @throws ArithmeticException where a grid of so many loops has more blocks than are looked at one by one in a few seconds
     */
    Map<BlockPosition, List<long[]>> blocks(long[] parts, List<BlockPosition.Pair> pairs) {
        List<Object> key = List.of(Arrays.stream(parts).boxed().toList(), pairs);
        return grids.computeIfAbsent(key, _ -> {
            long r = samples.block(0);
            Map<String, Long> sizes = sizes(parts, r);
            Corners corners = corners(parts);
            long[] first = corners.first();
            long[] last = corners.last();
            Map<BlockPosition, List<long[]>> blocks = new LinkedHashMap<>();
            long[] block = first.clone();
            do {
                place(sizes, block, r);
                if (iterations.count(sizes) > 0) {
                    blocks.computeIfAbsent(BlockPosition.of(block, first, last, pairs), _ -> new ArrayList<>())
                            .add(block.clone());
                }
            } while (advance(block, first, last));
            return blocks;
        });
    }

    /** So many parts for each parameter that all positions of blocks occur. */
    long[] fewestParts() {
        long[] parts = new long[symbols.parameters().size()];
        Arrays.fill(parts, samples.parts(cut.size() - 1));
        return parts;
    }

    private Corners corners(long[] parts) {
        long r = samples.block(0);
        Map<String, Long> sizes = sizes(parts, r);
        Corners corners = new Corners(new long[cut.size()], new long[cut.size()]);
        double blocks = 1;
        for (int c = 0; c < cut.size(); c++) {
            Interval range = ranges.of(cut.get(c), sizes);
            corners.first[c] = Math.floorDiv(range.low(), r);
            corners.last[c] = Math.floorDiv(range.high(), r);
            blocks *= Math.max(1, corners.last[c] - corners.first[c] + 1);
        }
        if (blocks > MOST_BLOCKS) {
            throw new ArithmeticException("a grid of " + cut.size() + " loops has over " + MOST_BLOCKS + " blocks");
        }
        return corners;
    }

    private static boolean advance(long[] block, long[] first, long[] last) {
        for (int c = block.length - 1; c >= 0; c--) {
            if (block[c] < last[c]) {
                block[c]++;
                return true;
            }
            block[c] = first[c];
        }
        return false;
    }

    /** Sizes that consist of so many blocks of size r. */
    Map<String, Long> sizes(long[] parts, long r) {
        Map<String, Long> sizes = new HashMap<>();
        for (int p = 0; p < parts.length; p++) {
            sizes.put(symbols.parameters().get(p), parts[p] * r);
        }
        return sizes;
    }

    /** Puts a block of size r at that place of a grid of blocks of size r. */
    private void place(Map<String, Long> sizes, long[] block, long r) {
        long[] equal = new long[block.length];
        Arrays.fill(equal, r);
        place(sizes, block, r, equal);
    }

    /** Puts a block with sizes of its own at that place of a grid of blocks of size {@code apart}. */
    void place(Map<String, Long> sizes, long[] block, long apart, long[] own) {
        for (int c = 0; c < block.length; c++) {
            sizes.put(sets.origin(cut.get(c)), ranges.origin() + block[c] * apart);
            sizes.put(sets.size(cut.get(c)), own[c]);
        }
    }

    /** What a block does in a nest of so many parts. */
    Moved moved(long[] block, long[] parts, long r) {
        Map<String, Long> sizes = sizes(parts, r);
        place(sizes, block, r);
        return new Moved(iterations.count(sizes), reads.count(sizes), writes.count(sizes));
    }

    /** What {@link VolumeCounter} counts over all blocks of size r. */
    Volumes total(long[] parts, long r) {
        Map<String, Long> sizes = sizes(parts, r);
        List<Integer> block = IntStream.range(0, symbols.loops())
                .mapToObj(z -> cut.contains(z) ? Math.toIntExact(r) : whole(ranges.of(z, sizes)))
                .toList();
        return new VolumeCounter(dependences, sizes).count(block);
    }

    /** A block size that leaves a loop whole. */
    private static int whole(Interval loop) {
        return Math.clamp(loop.high() + 1, 1, Integer.MAX_VALUE);
    }
}
