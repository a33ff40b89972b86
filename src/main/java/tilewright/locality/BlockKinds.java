package tilewright.locality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.math3.fraction.BigFraction;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;

/**
 * Sorts the blocks of one size r along all loops into kinds that move the same number of values, finds the volume of each
 * kind as a function of r and the number of its blocks as a function of N and r, and adds them up.
 *
 * <p>Blocks in the same position ({@link BlockPosition}) are taken to be of one kind. Whether they are is checked: the sum over
 * all blocks must be what {@link VolumeCounter} counts at sizes that were not used to find it.
 *
 * <p>Example: Floyd-Warshall has diagonal blocks, panels and (n/r)(n/r - 1)^2 inner blocks, which read 3 r^2 values and
 * write r^2; with sizes of their own r_2 r_3 + r_1 r_2 + r_1 r_3 and r_2 r_3.
 */
final class BlockKinds {
    /** The largest index of a block size in samples for sizes that differ: blocks are this far apart. */
    private static final int APART = 9;

    private final Dependences dependences;
    private final ValueFlows flows;
    private final SampleSizes samples;
    private final LoopRanges ranges;
    private final BlockSymbols symbols;
    private final List<Integer> cut;
    private List<BlockPosition.Pair> pairs = List.of();
    private final BlockSets sets;
    private final CountableSets reads;
    private final CountableSets writes;
    private final CountableSets iterations;
    private final Map<List<Long>, Map<BlockPosition, List<long[]>>> grids = new HashMap<>();

    /** What one block does. */
    private record Moved(long iterations, long reads, long writes) {}

    /** Blocks that do the same, by their positions; {@code members} are those of the grid in which they were found. */
    private record Group(List<BlockPosition> positions, List<long[]> members) {}

    /** A group with its formulas in N and r. */
    private record Found(
            Group group,
            LaurentPolynomial blocks,
            LaurentPolynomial iterations,
            LaurentPolynomial reads,
            LaurentPolynomial writes) {}

    /** What {@link #result} gives. */
    record Result(
            List<ExactVolumes.Kind> kinds, ExactVolumes.@Nullable Inner inner, ExactCount reads, ExactCount writes) {
        boolean isKnown() {
            return reads instanceof ExactCount.Known;
        }

        static Result refused(String reason) {
            ExactCount refused = new ExactCount.Refused(reason);
            return new Result(List.of(), null, refused, refused);
        }
    }

    BlockKinds(
            Dependences dependences, ValueFlows flows, SampleSizes samples, LoopRanges ranges, BlockSymbols symbols) {
        this.dependences = dependences;
        this.flows = flows;
        this.samples = samples;
        this.ranges = ranges;
        this.symbols = symbols;
        this.cut = IntStream.range(0, symbols.loops())
                .filter(z -> !ranges.isConstant(z))
                .boxed()
                .toList();
        this.sets = new BlockSets(dependences, flows, cut::contains, samples.leastBlock());
        this.reads = new CountableSets(sets.reads(_ -> true).values());
        this.writes = new CountableSets(sets.writes().values());
        this.iterations = new CountableSets(dependences.domains().stream()
                .map(d -> sets.iterations(d.statement()))
                .toList());
    }

    /** The kinds; which part numbers matter is tried in order: none in comparison, then those of loops of like length. */
    Result result() {
        if (cut.isEmpty()) {
            return Result.refused("no loop depends on a parameter");
        }
        Result result = resultByPosition();
        List<BlockPosition.Pair> comparable = comparable();
        if (!result.isKnown() && !comparable.isEmpty()) {
            pairs = comparable;
            grids.clear();
            result = resultByPosition();
        }
        return result;
    }

    /** Pairs of loops whose lengths depend on a common parameter, as positions among the cut loops. */
    private List<BlockPosition.Pair> comparable() {
        List<BlockPosition.Pair> found = new ArrayList<>();
        for (int c = 0; c < cut.size(); c++) {
            for (int d = c + 1; d < cut.size(); d++) {
                int outer = cut.get(c);
                int inner = cut.get(d);
                if (symbols.parameters().stream().anyMatch(p -> ranges.depends(outer, p) && ranges.depends(inner, p))) {
                    found.add(new BlockPosition.Pair(c, d));
                }
            }
        }
        return found;
    }

    private Result resultByPosition() {
        long[] parts = new long[symbols.parameters().size()];
        for (int p = 0; p < parts.length; p++) {
            parts[p] = samples.parts(cut.size() - 1);
        }
        List<Group> groups = groups(parts);
        List<Found> found = new ArrayList<>();
        for (Group group : groups) {
            Found formulas = formulas(group, parts);
            if (formulas == null) {
                return Result.refused("blocks in the same position move different numbers of values");
            }
            found.add(formulas);
        }
        found.sort(Comparator.comparing(this::numerousness).reversed());
        return summed(found, parts);
    }

    private Result summed(List<Found> found, long[] parts) {
        LaurentPolynomial allReads = LaurentPolynomial.constant(symbols.equal(), 0);
        LaurentPolynomial allWrites = allReads;
        for (Found each : found) {
            allReads = allReads.plus(each.blocks.times(each.reads));
            allWrites = allWrites.plus(each.blocks.times(each.writes));
        }
        if (!holds(allReads, allWrites, parts)) {
            return Result.refused("blocks in the same position move different numbers of values");
        }
        List<BlockPosition> all =
                found.stream().flatMap(f -> f.group.positions.stream()).toList();
        List<String> conditions = conditions();
        List<ExactVolumes.Kind> kinds = found.stream()
                .map(f -> new ExactVolumes.Kind(
                        where(f.group, all),
                        new ExactCount.Known(f.blocks, conditions),
                        new ExactCount.Known(f.iterations, conditions),
                        new ExactCount.Known(f.reads, conditions),
                        new ExactCount.Known(f.writes, conditions)))
                .toList();
        return new Result(
                kinds,
                found.isEmpty() ? null : inner(found.getFirst(), where(found.getFirst().group, all), parts),
                new ExactCount.Known(allReads, conditions),
                new ExactCount.Known(allWrites, conditions));
    }

    private String where(Group group, List<BlockPosition> all) {
        List<String> names = cut.stream().map(this::partName).toList();
        return BlockPosition.describe(group.positions, all, names, pairs);
    }

    /** K for the parts of loop k. */
    private String partName(int z) {
        String loop = dependences.loops().get(z);
        String upper = loop.toUpperCase(Locale.ROOT);
        boolean clear = !symbols.parameters().contains(upper) && !upper.equals(loop);
        return clear ? upper : "block of " + loop;
    }

    private List<String> conditions() {
        List<String> conditions = new ArrayList<>();
        symbols.parameters().stream()
                .filter(p -> cut.stream().anyMatch(z -> ranges.depends(z, p)))
                .forEach(p -> conditions.add(symbols.equalBlocks() + " | " + p));
        conditions.addAll(samples.conditions(symbols.equalBlocks()));
        return conditions;
    }

    /** Blocks with iterations for so many parts per parameter, by position. */
    private Map<BlockPosition, List<long[]>> grid(long[] parts) {
        return grids.computeIfAbsent(Arrays.stream(parts).boxed().toList(), _ -> {
            long r = samples.block(0);
            Map<String, Long> sizes = sizes(parts, r);
            long[] first = new long[cut.size()];
            long[] last = new long[cut.size()];
            for (int c = 0; c < first.length; c++) {
                LoopRange range = ranges.of(cut.get(c), sizes);
                first[c] = Math.floorDiv(range.first(), r);
                last[c] = Math.floorDiv(range.last(), r);
            }
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

    private Map<String, Long> sizes(long[] parts, long r) {
        Map<String, Long> sizes = new HashMap<>();
        for (int p = 0; p < parts.length; p++) {
            sizes.put(symbols.parameters().get(p), parts[p] * r);
        }
        return sizes;
    }

    /** Puts a block of size r at that place of a grid of blocks of size r. */
    private void place(Map<String, Long> sizes, long[] block, long r) {
        for (int c = 0; c < block.length; c++) {
            sizes.put(sets.origin(cut.get(c)), ranges.origin() + block[c] * r);
            sizes.put(sets.size(cut.get(c)), r);
        }
    }

    private Moved moved(long[] block, long[] parts, long r) {
        Map<String, Long> sizes = sizes(parts, r);
        place(sizes, block, r);
        return new Moved(iterations.count(sizes), reads.count(sizes), writes.count(sizes));
    }

    /** Positions whose blocks do the same at two block sizes. */
    private List<Group> groups(long[] parts) {
        Map<List<Moved>, Group> groups = new LinkedHashMap<>();
        grid(parts).forEach((position, members) -> {
            long[] member = members.get(members.size() / 2);
            List<Moved> does = List.of(moved(member, parts, samples.block(0)), moved(member, parts, samples.block(1)));
            Group group = groups.computeIfAbsent(does, _ -> new Group(new ArrayList<>(), new ArrayList<>()));
            group.positions.add(position);
            group.members.addAll(members);
        });
        return List.copyOf(groups.values());
    }

    private @Nullable Found formulas(Group group, long[] parts) {
        long[] member = group.members.get(group.members.size() / 2);
        LaurentPolynomial done = inBlockSize(r -> moved(member, parts, r).iterations());
        LaurentPolynomial read = inBlockSize(r -> moved(member, parts, r).reads());
        LaurentPolynomial written = inBlockSize(r -> moved(member, parts, r).writes());
        LaurentPolynomial blocks = numberOf(group);
        return done == null || read == null || written == null || blocks == null
                ? null
                : new Found(group, blocks, done, read, written);
    }

    private @Nullable LaurentPolynomial inBlockSize(Function<Long, Long> count) {
        String r = symbols.equalBlocks();
        ExactCount found = new Interpolation(List.of(Interpolation.Axis.of(r, samples::block)), symbols.loops() + 1)
                .fit(values -> count.apply(values[0]));
        return found.formula().map(value -> value.in(symbols.equal())).orElse(null);
    }

    /** The number of blocks of a group: a polynomial in n/r for every parameter n. */
    private @Nullable LaurentPolynomial numberOf(Group group) {
        List<String> parameters = symbols.parameters();
        ExactCount found = new Interpolation(
                        parameters.stream()
                                .map(p -> Interpolation.Axis.of(p, samples::parts))
                                .toList(),
                        cut.size())
                .fit(parts -> group.positions.stream()
                        .mapToLong(p -> grid(parts).getOrDefault(p, List.of()).size())
                        .sum());
        List<String> all = symbols.equal();
        return found.formula()
                .map(value -> value.substitute(
                        all,
                        p -> LaurentPolynomial.power(all, p, 1)
                                .times(LaurentPolynomial.power(all, symbols.equalBlocks(), -1))))
                .orElse(null);
    }

    /** How many blocks there are in the long run: the degree in the parameters, then the number at some sizes. */
    private double numerousness(Found found) {
        Map<String, Long> sizes = new HashMap<>();
        symbols.parameters().forEach(p -> sizes.put(p, 1000L));
        sizes.put(symbols.equalBlocks(), 1L);
        return found.blocks.evaluate(sizes).doubleValue();
    }

    /** Whether the sums are what is counted at two sizes of which they were not found. */
    private boolean holds(LaurentPolynomial allReads, LaurentPolynomial allWrites, long[] parts) {
        for (int far = 1; far <= 2; far++) {
            int step = far;
            long r = samples.block(step);
            long[] more = Arrays.stream(parts).map(q -> q + step).toArray();
            Map<String, Long> sizes = sizes(more, r);
            List<Integer> block = IntStream.range(0, symbols.loops())
                    .mapToObj(z -> cut.contains(z)
                            ? Math.toIntExact(r)
                            : ranges.of(z, sizes).whole())
                    .toList();
            Volumes exact = new VolumeCounter(dependences, sizes).count(block);
            sizes.put(symbols.equalBlocks(), r);
            if (!allReads.evaluate(sizes).equals(new BigFraction(exact.reads()))
                    || !allWrites.evaluate(sizes).equals(new BigFraction(exact.writes()))) {
                return false;
            }
        }
        return true;
    }

    /** The most numerous kind with a size of its own for every loop. */
    private ExactVolumes.@Nullable Inner inner(Found found, String where, long[] parts) {
        Map<BlockPosition, List<long[]>> grid = grid(parts);
        List<long[]> generic = found.group.positions.stream()
                .sorted(Comparator.comparingLong((BlockPosition p) -> p.ends().stream()
                                .filter(e -> e == BlockPosition.End.INSIDE)
                                .count())
                        .reversed())
                .flatMap(p -> grid.getOrDefault(p, List.of()).stream())
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
        ExactCount blockReads = inOwnSizes(reads, generic, parts);
        ExactCount blockWrites = inOwnSizes(writes, generic, parts);
        return new ExactVolumes.Inner(
                where,
                blockReads,
                blockWrites,
                accesses,
                overAll(found.blocks, blockReads),
                overAll(found.blocks, blockWrites));
    }

    private ExactVolumes.AtAccess atAccess(String statement, int access, List<long[]> generic, long[] parts) {
        CountableSets used = new CountableSets(sets.reads(u -> u.user().equals(statement) && u.access() == access)
                .values());
        CountableSets elsewhere =
                new CountableSets(sets.usedOutside(u -> u.user().equals(statement) && u.access() == access)
                        .values());
        return new ExactVolumes.AtAccess(
                statement, access, inOwnSizes(used, generic, parts), inOwnSizes(elsewhere, generic, parts));
    }

    /** A count for blocks whose ranges along the cut loops have no value in common, the same for two of them. */
    private ExactCount inOwnSizes(CountableSets what, List<long[]> generic, long[] parts) {
        ExactCount first = inOwnSizes(what, generic.getFirst(), parts);
        ExactCount second = inOwnSizes(what, generic.getLast(), parts);
        return first.equals(second) ? first : new ExactCount.Refused("it depends on the place of the block");
    }

    private ExactCount inOwnSizes(CountableSets what, long[] block, long[] parts) {
        List<String> names = cut.stream().map(symbols::block).toList();
        long apart = samples.block(APART);
        ExactCount found = new Interpolation(
                        names.stream()
                                .map(r -> Interpolation.Axis.of(r, samples::block))
                                .toList(),
                        symbols.loops() + 1)
                .fit(values -> {
                    Map<String, Long> sizes = sizes(parts, apart);
                    for (int c = 0; c < values.length; c++) {
                        sizes.put(sets.origin(cut.get(c)), ranges.origin() + block[c] * apart);
                        sizes.put(sets.size(cut.get(c)), values[c]);
                    }
                    return what.count(sizes);
                });
        return found.map(
                value -> value.in(symbols.all()),
                names.stream().flatMap(r -> samples.conditions(r).stream()).toList());
    }

    /** A block's count times the leading term of the number of blocks, with r^n replaced by r_1 .. r_n. */
    private ExactCount overAll(LaurentPolynomial blocks, ExactCount perBlock) {
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
        return new ExactCount.Known(number.times(known.value()), known.conditions());
    }
}
