package tilewright.locality;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.IslLimitException;
import tilewright.isl.Scope;
import tilewright.model.Access;
import tilewright.model.Interval;
import tilewright.model.PlacedStatement;
import tilewright.model.UserError;

/**
 * What cutting one loop into parts of r_z iterations adds at each read, as a function of the sizes and r_z: Theorem 1's
 * term and all lower ones.
 *
 * <p>Example: Floyd-Warshall's a(i,k) cut along j reads n^3/r3 - n^2 and lower terms, for Theorem 1's O(Q_3 n^2).
 */
final class CutVolumes {
    /** Steps of isl for one access and loop, a tenth of a second or so. */
    private static final long MOST_OPERATIONS = 500_000;

    private final Dependences dependences;
    private final ValueFlows flows;
    private final SampleSizes samples;
    private final LoopRanges ranges;
    private final BlockSymbols symbols;
    private final List<BlockSets> parts;
    private final PartsFormulas inParts;
    private final List<PartsFormulas.@Nullable Reach> reaches = new ArrayList<>();
    private final Map<List<List<String>>, Interpolation> interpolations = new HashMap<>();

    CutVolumes(
            Dependences dependences, ValueFlows flows, SampleSizes samples, LoopRanges ranges, BlockSymbols symbols) {
        this.dependences = dependences;
        this.flows = flows;
        this.samples = samples;
        this.ranges = ranges;
        this.symbols = symbols;
        this.parts = IntStream.range(0, symbols.loops())
                .mapToObj(z -> new BlockSets(dependences, flows, w -> w == z, samples.leastBlock()))
                .toList();
        this.inParts = new PartsFormulas(samples, ranges, symbols);
        for (int z = 0; z < symbols.loops(); z++) {
            reaches.add(inParts.reach(z));
        }
    }

    /** Every read of every statement in each of its loops. */
    List<ExactVolumes.Cut> all() {
        Context context = dependences.context();
        List<ExactVolumes.Cut> cuts = new ArrayList<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            List<Access> accesses = placed.statement().accesses();
            for (Access access : accesses.subList(1, accesses.size())) {
                for (int z = 0; z < placed.depth(); z++) {
                    int loop = z;
                    cuts.add(context.withMaxOperations(MOST_OPERATIONS, () -> cut(placed, access.index(), loop)));
                }
            }
        }
        return cuts;
    }

    private ExactVolumes.Cut cut(PlacedStatement placed, int access, int z) {
        String statement = placed.statement().id();
        String loop = placed.loopVariables().get(z);
        if (ranges.isConstant(z)) {
            return refused(statement, access, loop, "loop " + loop + " has a constant number of iterations");
        }
        try (Scope _ = dependences.context().scope()) {
            Predicate<ValueFlows.Use> here = u -> u.user().equals(statement) && u.access() == access;
            CountableSets reads = new CountableSets(parts.get(z).reads(here).values());
            CountableSets inputs = new CountableSets(flows.uses().stream()
                    .filter(here.and(u -> u.producer() == null))
                    .map(u -> u.relation().domain())
                    .toList());
            CountableSets writes =
                    new CountableSets(parts.get(z).usedOutside(here).values());
            CountableSets none = new CountableSets(List.of());
            return new ExactVolumes.Cut(
                    statement,
                    access,
                    loop,
                    formula(z, reads, inputs),
                    formula(z, writes, none),
                    inParts(z, reads, inputs, writes));
        } catch (IslLimitException | UserError | ArithmeticException tooHard) {
            return refused(statement, access, loop, "the sets need too many operations");
        }
    }

    private static ExactVolumes.Cut refused(String statement, int access, String loop, String reason) {
        ExactCount refused = new ExactCount.Refused(reason);
        return new ExactVolumes.Cut(statement, access, loop, refused, refused, ExactVolumes.InParts.refused(reason));
    }

    /**
     * The sum over all parts of loop z, less what is counted once however the loop is cut.
     *
     * <p>r_z times this sum is a polynomial, since a sum of polynomials over Q_z = n/r_z parts is one in Q_z.
     */
    private ExactCount formula(int z, CountableSets perPart, CountableSets once) {
        List<String> loopSizes =
                symbols.parameters().stream().filter(p -> ranges.depends(z, p)).toList();
        List<String> variables = new ArrayList<>(symbols.parameters().stream()
                .filter(p -> loopSizes.contains(p) || perPart.involves(p) || once.involves(p))
                .toList());
        variables.add(symbols.block(z));
        ExactCount found = formula(z, perPart, once, variables, loopSizes, Map.of());
        if (found instanceof ExactCount.Known || symbols.parameters().size() == 1) {
            return found.map(value -> value, conditions(z, loopSizes));
        }
        String first = symbols.parameters().getFirst();
        Map<String, String> equal = new HashMap<>();
        symbols.parameters().forEach(p -> equal.put(p, first));
        ExactCount ofEqual = formula(z, perPart, once, List.of(first, symbols.block(z)), List.of(first), equal);
        List<String> conditions = new ArrayList<>(List.of(symbols.allEqual()));
        conditions.addAll(conditions(z, List.of(first)));
        return ofEqual instanceof ExactCount.Known ? ofEqual.map(value -> value, conditions) : found;
    }

    /**
     * The same in some variables, r_z the last of them.
     *
     * @param multiples those that r_z divides
     * @param same parameters that take the value of another one, to that
     */
    private ExactCount formula(
            int z,
            CountableSets perPart,
            CountableSets once,
            List<String> variables,
            List<String> multiples,
            Map<String, String> same) {
        int last = variables.size() - 1;
        List<Interpolation.Axis> axes = variables.stream()
                .map(v -> v.equals(symbols.block(z))
                        ? Interpolation.Axis.of(v, samples::block)
                        : multiples.contains(v)
                                ? new Interpolation.Axis(v, samples::parts, last)
                                : Interpolation.Axis.of(v, samples::free))
                .toList();
        ExactCount found = interpolations
                .computeIfAbsent(List.of(variables, multiples), _ -> new Interpolation(axes, symbols.loops() + 2))
                .fit(values -> {
                    Map<String, Long> at = new HashMap<>();
                    symbols.parameters().forEach(p -> at.put(p, samples.free(0)));
                    for (int v = 0; v <= last; v++) {
                        at.put(variables.get(v), values[v]);
                    }
                    same.forEach((p, other) -> at.put(p, at.getOrDefault(other, 0L)));
                    return Math.multiplyExact(values[last], sum(z, perPart, once, at));
                });
        return found.map(
                times -> times.times(LaurentPolynomial.power(variables, symbols.block(z), -1))
                        .in(symbols.all()),
                List.of());
    }

    private List<String> conditions(int z, List<String> loopSizes) {
        List<String> conditions = new ArrayList<>();
        loopSizes.forEach(p -> conditions.add(symbols.block(z) + " | " + p));
        conditions.addAll(samples.conditions(symbols.block(z)));
        return conditions;
    }

    /** The same where r_z need not divide the sizes. */
    private ExactVolumes.InParts inParts(int z, CountableSets reads, CountableSets inputs, CountableSets writes) {
        PartsFormulas.@Nullable Reach reach = reaches.get(z);
        if (reach == null) {
            return ExactVolumes.InParts.refused("the loop's length is not linear in the sizes");
        }
        List<String> free = symbols.parameters().stream()
                .filter(p -> !p.equals(reach.pivot()))
                .filter(p ->
                        reach.factors().containsKey(p) || reads.involves(p) || inputs.involves(p) || writes.involves(p))
                .toList();
        CountableSets none = new CountableSets(List.of());
        try {
            return new ExactVolumes.InParts(
                    inParts.definition(z, reach),
                    inParts.find(z, reach, free, at -> sum(z, reads, inputs, at)),
                    inParts.find(z, reach, free, at -> sum(z, writes, none, at)));
        } catch (UserError | ArithmeticException tooHard) {
            return ExactVolumes.InParts.refused("there are too many cases to count");
        }
    }

    /**
     * What the parts of loop z count together, less what is counted once.
     *
     * @param sizes values of the parameters and of r_z
     */
    private long sum(int z, CountableSets perPart, CountableSets once, Map<String, Long> sizes) {
        long r = sizes.getOrDefault(symbols.block(z), 1L);
        Map<String, Long> at = new HashMap<>(sizes);
        Interval range = ranges.of(z, at);
        BlockSets part = parts.get(z);
        at.put(part.size(z), r);
        long sum = -once.count(at);
        for (long b = Math.floorDiv(range.low(), r); b <= Math.floorDiv(range.high(), r); b++) {
            at.put(part.origin(z), ranges.origin() + b * r);
            sum = Math.addExact(sum, perPart.count(at));
        }
        return sum;
    }
}
