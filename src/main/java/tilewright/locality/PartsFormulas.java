package tilewright.locality;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.fraction.BigFraction;
import org.jspecify.annotations.Nullable;

/**
 * Counts for sizes that blocks need not divide: polynomials in N, r_z and the number of parts Q_z = ceil(e / r_z), where e is how
 * far the loop reaches. As functions of N and r_z alone they are quasi-polynomials.
 *
 * <p>Found on a lattice of Q_z, r_z and the gap s = r_z Q_z - e, by which the last part falls short of r_z; one parameter of e
 * follows from these three. Compared at other gaps, among them the least last parts, and at few parts.
 *
 * <p>Example: Floyd-Warshall's a(i,j) cut along k reads (Q_1 - 1) n^2, whatever n and r_1.
 */
final class PartsFormulas {
    /** Gaps on the lattice are smaller than the smallest block by this many steps. */
    private static final int GAPS = 6;

    private static final int MOST_COUNTS = 150;

    /** No names of parameters. */
    private static final String PARTS = "(parts)";

    private static final String BLOCK = "(block)";
    private static final String GAP = "(gap)";

    private final SampleSizes samples;
    private final LoopRanges ranges;
    private final BlockSymbols symbols;

    PartsFormulas(SampleSizes samples, LoopRanges ranges, BlockSymbols symbols) {
        this.samples = samples;
        this.ranges = ranges;
        this.symbols = symbols;
    }

    /**
     * How far a loop reaches: constant + sum of factors times parameters, counted from where blocks begin.
     *
     * @param pivot a parameter with factor 1 or -1
     */
    record Reach(long constant, Map<String, Long> factors, String pivot) {
        /** The value of the pivot for which the loop reaches so far. */
        long pivot(long reach, Map<String, Long> sizes) {
            long rest = reach - constant;
            for (Map.Entry<String, Long> factor : factors.entrySet()) {
                if (!factor.getKey().equals(pivot)) {
                    rest -= factor.getValue() * sizes.getOrDefault(factor.getKey(), 0L);
                }
            }
            return rest * factors.getOrDefault(pivot, 1L);
        }

        LaurentPolynomial in(List<String> variables) {
            LaurentPolynomial sum = LaurentPolynomial.constant(variables, constant);
            for (Map.Entry<String, Long> factor : factors.entrySet()) {
                sum = sum.plus(LaurentPolynomial.power(variables, factor.getKey(), 1)
                        .times(LaurentPolynomial.constant(variables, factor.getValue())));
            }
            return sum;
        }
    }

    /** How far loop z reaches; null where that is not linear or no parameter follows from it. */
    @Nullable
    Reach reach(int z) {
        Map<String, Long> base = new HashMap<>();
        List<String> parameters = symbols.parameters();
        for (int p = 0; p < parameters.size(); p++) {
            base.put(parameters.get(p), samples.free(2 * GAPS + p));
        }
        long at = ranges.of(z, base).high() + 1;
        Map<String, Long> factors = new HashMap<>();
        String pivot = null;
        for (String parameter : parameters) {
            long step = samples.modulus();
            long difference = ranges.of(z, moved(base, parameter, step)).high() + 1 - at;
            boolean linear = ranges.of(z, moved(base, parameter, 3 * step)).high() + 1 - at == 3 * difference;
            if (!linear || difference % step != 0) {
                return null;
            }
            if (difference != 0) {
                factors.put(parameter, difference / step);
                pivot = pivot == null && Math.abs(difference / step) == 1 ? parameter : pivot;
            }
        }
        if (pivot == null) {
            return null;
        }
        long constant = at;
        for (Map.Entry<String, Long> factor : factors.entrySet()) {
            constant -= factor.getValue() * base.getOrDefault(factor.getKey(), 0L);
        }
        return new Reach(constant, factors, pivot);
    }

    private static Map<String, Long> moved(Map<String, Long> base, String parameter, long by) {
        Map<String, Long> moved = new HashMap<>(base);
        moved.merge(parameter, by, Long::sum);
        return moved;
    }

    /**
     * A count as a polynomial in N, r_z and Q_z.
     *
     * @param free parameters besides the pivot on which it may depend
     * @param count for values of all parameters and of r_z
     */
    ExactCount find(int z, Reach reach, List<String> free, ToLongFunction<Map<String, Long>> count) {
        String block = symbols.block(z);
        List<Interpolation.Axis> axes = new ArrayList<>();
        axes.add(Interpolation.Axis.of(PARTS, samples::parts));
        axes.add(Interpolation.Axis.of(BLOCK, k -> samples.block(k) + GAPS * samples.modulus()));
        axes.add(Interpolation.Axis.of(GAP, k -> k * samples.modulus()));
        free.forEach(p -> axes.add(Interpolation.Axis.of(p, samples::free)));
        ExactCount found = new Interpolation(axes, 0)
                .fitSparse(
                        values -> count.applyAsLong(sizes(reach, free, block, values)),
                        MOST_COUNTS,
                        heldOut(axes.size()));
        if (!(found instanceof ExactCount.Known known)) {
            return found;
        }
        List<String> conditions = new ArrayList<>();
        if (samples.modulus() > 1) {
            conditions.add(samples.modulus() + " | " + block);
            reach.factors.keySet().forEach(p -> conditions.add(samples.modulus() + " | " + p));
        }
        boolean anyLast = IntStream.rangeClosed(1, 3)
                .allMatch(k -> holds(known, reach, free, block, count, samples.parts(k), samples.block(k), 1));
        long large = samples.block(0) + GAPS * samples.modulus();
        long lastPart = anyLast
                ? samples.modulus()
                : least(
                        large,
                        last -> IntStream.rangeClosed(1, 2)
                                .allMatch(k -> holds(known, reach, free, block, count, samples.parts(k), large, last)));
        long size = least(
                large,
                r -> Stream.of(Math.min(lastPart, r), r)
                        .allMatch(last -> holds(known, reach, free, block, count, samples.parts(1), r, last)));
        boolean anyNumber = IntStream.rangeClosed(1, 2)
                .allMatch(k -> holds(
                        known,
                        reach,
                        free,
                        block,
                        count,
                        k,
                        Math.max(size, lastPart) + k * samples.modulus(),
                        Math.max(lastPart, samples.leastBlock())));
        conditions.add(block + " >= " + size);
        if (!anyNumber) {
            conditions.add(parts(z) + " >= " + samples.parts(0));
        }
        if (!anyLast) {
            conditions.add("last part >= " + lastPart);
        }
        return new ExactCount.Known(renamed(known.value(), z, reach), conditions);
    }

    /** The least multiple of the modulus from the least block on from which on something holds, seen up to a large one, for which it does. */
    private long least(long large, LongPredicate holds) {
        long least = large;
        while (least > samples.leastBlock() && holds.test(least - samples.modulus())) {
            least -= samples.modulus();
        }
        return least;
    }

    /** Whether the polynomial gives the count for so many parts, the last of them that long. */
    private boolean holds(
            ExactCount.Known known,
            Reach reach,
            List<String> free,
            String block,
            ToLongFunction<Map<String, Long>> count,
            long parts,
            long size,
            long lastPart) {
        long last = Math.ceilDiv(lastPart, samples.modulus()) * samples.modulus();
        long[] values = new long[3 + free.size()];
        values[0] = parts;
        values[1] = size;
        values[2] = size - last;
        for (int f = 0; f < free.size(); f++) {
            values[3 + f] = samples.free(f + 1);
        }
        Map<String, Long> at = new HashMap<>();
        List<String> names = known.value().variables();
        for (int v = 0; v < values.length; v++) {
            at.put(names.get(v), values[v]);
        }
        long counted = count.applyAsLong(sizes(reach, free, block, values));
        return known.value().evaluate(at).equals(new BigFraction(counted));
    }

    /** Points beyond those from which the polynomial is found: far along one variable, and along all. */
    private static List<int[]> heldOut(int variables) {
        List<int[]> points = new ArrayList<>();
        for (int v = 0; v < variables; v++) {
            int[] along = new int[variables];
            along[v] = GAPS - 1;
            along[(v + 1) % variables] = 2;
            points.add(along);
        }
        for (int step = 3; step < GAPS; step++) {
            int[] far = new int[variables];
            for (int v = 0; v < variables; v++) {
                far[v] = (step + v) % GAPS;
            }
            points.add(far);
        }
        return points;
    }

    private Map<String, Long> sizes(Reach reach, List<String> free, String block, long[] values) {
        Map<String, Long> sizes = new HashMap<>();
        symbols.parameters().forEach(p -> sizes.put(p, samples.free(0)));
        for (int f = 0; f < free.size(); f++) {
            sizes.put(free.get(f), values[3 + f]);
        }
        sizes.put(reach.pivot, reach.pivot(values[0] * values[1] - values[2], sizes));
        sizes.put(block, values[1]);
        return sizes;
    }

    /** In the names of formulas: the gap is r_z Q_z - e. */
    private LaurentPolynomial renamed(LaurentPolynomial found, int z, Reach reach) {
        List<String> names = new ArrayList<>(symbols.all());
        names.add(parts(z));
        LaurentPolynomial parts = LaurentPolynomial.power(names, parts(z), 1);
        LaurentPolynomial block = LaurentPolynomial.power(names, symbols.block(z), 1);
        LaurentPolynomial gap = parts.times(block).plus(reach.in(names).times(LaurentPolynomial.constant(names, -1)));
        return found.substitute(names, v -> switch (v) {
            case PARTS -> parts;
            case BLOCK -> block;
            case GAP -> gap;
            default -> LaurentPolynomial.power(names, v, 1);
        });
    }

    /** Q_z, z counted from 0. */
    String parts(int z) {
        String letter = "Q";
        while (symbols.parameters().contains(letter + (z + 1))) {
            letter += "Q";
        }
        return letter + (z + 1);
    }

    /** {@code Q1 = ceil(n/r1)}. */
    String definition(int z, Reach reach) {
        LaurentPolynomial e = reach.in(symbols.all());
        String written = e.terms().size() > 1 ? "(" + e + ")" : e.toString();
        return parts(z) + " = ceil(" + written + "/" + symbols.block(z) + ")";
    }
}
