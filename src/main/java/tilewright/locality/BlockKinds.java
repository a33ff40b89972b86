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
import org.apache.commons.math3.fraction.BigFraction;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;

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
    private final Dependences dependences;
    private final SampleSizes samples;
    private final LoopRanges ranges;
    private final BlockSymbols symbols;
    private final BlockGrid grid;
    private final List<Integer> cut;
    private List<BlockPosition.Pair> pairs = List.of();
    private boolean parametersAreEqual;

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
        this.samples = samples;
        this.ranges = ranges;
        this.symbols = symbols;
        this.grid = new BlockGrid(dependences, flows, samples, ranges, symbols);
        this.cut = grid.cut();
    }

    /**
     * The kinds. Which part numbers matter is tried in order: none in comparison, then those of loops of like length. Where that
     * depends on which parameter is larger, as when loops of different lengths lie in one loop of the common loop space, all
     * parameters are taken to be equal.
     */
    Result result() {
        if (cut.isEmpty()) {
            return Result.refused("no loop depends on a parameter");
        }
        Result result = resultOfPairs();
        if (!result.isKnown() && symbols.parameters().size() > 1) {
            parametersAreEqual = true;
            Result ofEqual = resultOfPairs();
            return ofEqual.isKnown() ? ofEqual : result;
        }
        return result;
    }

    private Result resultOfPairs() {
        pairs = List.of();
        Result result = resultByPosition();
        List<BlockPosition.Pair> comparable = comparable();
        if (!result.isKnown() && !comparable.isEmpty()) {
            pairs = comparable;
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
                if (parametersAreEqual
                        || symbols.parameters().stream()
                                .anyMatch(p -> ranges.depends(outer, p) && ranges.depends(inner, p))) {
                    found.add(new BlockPosition.Pair(c, d));
                }
            }
        }
        return found;
    }

    private Result resultByPosition() {
        long[] parts = grid.fewestParts();
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
        if (parametersAreEqual) {
            conditions.add(symbols.allEqual());
        }
        parameters().stream()
                .filter(p -> parametersAreEqual || cut.stream().anyMatch(z -> ranges.depends(z, p)))
                .forEach(p -> conditions.add(symbols.equalBlocks() + " | " + p));
        conditions.addAll(samples.conditions(symbols.equalBlocks()));
        return conditions;
    }

    /** Positions whose blocks do the same at two block sizes. */
    private List<Group> groups(long[] parts) {
        Map<List<BlockGrid.Moved>, Group> groups = new LinkedHashMap<>();
        grid.blocks(parts, pairs).forEach((position, members) -> {
            long[] member = members.get(members.size() / 2);
            List<BlockGrid.Moved> does =
                    List.of(grid.moved(member, parts, samples.block(0)), grid.moved(member, parts, samples.block(1)));
            Group group = groups.computeIfAbsent(does, _ -> new Group(new ArrayList<>(), new ArrayList<>()));
            group.positions.add(position);
            group.members.addAll(members);
        });
        return List.copyOf(groups.values());
    }

    private @Nullable Found formulas(Group group, long[] parts) {
        long[] member = group.members.get(group.members.size() / 2);
        LaurentPolynomial done = inBlockSize(r -> grid.moved(member, parts, r).iterations());
        LaurentPolynomial read = inBlockSize(r -> grid.moved(member, parts, r).reads());
        LaurentPolynomial written =
                inBlockSize(r -> grid.moved(member, parts, r).writes());
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

    /** The parameters that formulas are written in: all, or the first for all. */
    private List<String> parameters() {
        return parametersAreEqual ? List.of(symbols.parameters().getFirst()) : symbols.parameters();
    }

    /** Numbers of parts of all parameters. */
    private long[] ofAll(long[] parts) {
        if (!parametersAreEqual) {
            return parts;
        }
        long[] all = new long[symbols.parameters().size()];
        java.util.Arrays.fill(all, parts[0]);
        return all;
    }

    /** The number of blocks of a group: a polynomial in n/r for every parameter n. */
    private @Nullable LaurentPolynomial numberOf(Group group) {
        ExactCount found = new Interpolation(
                        parameters().stream()
                                .map(p -> Interpolation.Axis.of(p, samples::parts))
                                .toList(),
                        cut.size())
                .fit(parts -> group.positions.stream()
                        .mapToLong(p -> grid.blocks(ofAll(parts), pairs)
                                .getOrDefault(p, List.of())
                                .size())
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
            Volumes exact = grid.total(more, r);
            Map<String, Long> sizes = grid.sizes(more, r);
            sizes.put(symbols.equalBlocks(), r);
            if (!allReads.evaluate(sizes).equals(new BigFraction(exact.reads()))
                    || !allWrites.evaluate(sizes).equals(new BigFraction(exact.writes()))) {
                return false;
            }
        }
        return true;
    }

    private ExactVolumes.@Nullable Inner inner(Found found, String where, long[] parts) {
        return new InnerBlock(dependences, grid, samples, symbols)
                .volumes(
                        where,
                        found.group.positions,
                        grid.blocks(parts, pairs),
                        parts,
                        found.blocks,
                        parametersAreEqual ? List.of(symbols.allEqual()) : List.of());
    }
}
