package tilewright.ranking.work;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Interval;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.tiling.plan.Family;

/**
 * Where a statement of a problem runs: ranges of its loops, and how many points, iterations and blocks these come to.
 *
 * @param origin the value from which blocks of all loops are counted
 */
record StatementRanges(Problem problem, Family family, long origin) {
    /** Blocks that are looked at, per loop on which inner bounds depend. */
    private static final int BLOCK_STRATA = 64;

    /** Values of a loop at which the longest iterations inside are looked for: both ends among them. */
    private static final int ENDS_AND_BETWEEN = 5;

    boolean isHost(int loop) {
        return family.roles().get(loop).runsOnHost();
    }

    /** Ranges of all common loops for a statement, given those of some. */
    Interval[] ranges(PlacedStatement placed, Map<Integer, Interval> fixed) {
        Map<String, Interval> known = sizes();
        Interval[] ranges = new Interval[problem.loops().size()];
        for (int d = 0; d < placed.depth(); d++) {
            ranges[d] = range(placed, d, fixed, known);
            known.put(placed.loops().get(d).variable(), ranges[d]);
        }
        List<Affine> coordinates = coordinates(placed);
        for (int d = placed.depth(); d < ranges.length; d++) {
            ranges[d] = Interval.of(coordinates.get(d), Interval.in(known))
                    .intersect(fixed.getOrDefault(d, Interval.EVERYTHING));
        }
        return ranges;
    }

    /**
     * Ranges of all common loops in whose box the statement runs in every point: what is left where each bound is the tightest that outer loops of
     * these ranges give it. Example: i = k + 1..n in the step k = 5..8 is 9..n. Empty where conditions or steps leave out points.
     */
    Interval[] certain(PlacedStatement placed, Map<Integer, Interval> fixed) {
        Map<String, Interval> known = sizes();
        Interval[] certain = new Interval[problem.loops().size()];
        boolean all = placed.guards().isEmpty() && placed.loops().stream().allMatch(l -> Math.abs(l.step()) == 1);
        for (int d = 0; d < placed.depth(); d++) {
            Node.Loop loop = placed.loops().get(d);
            Interval first = Interval.of(loop.step() > 0 ? loop.lower() : loop.upper(), Interval.in(known));
            Interval last = Interval.of(loop.step() > 0 ? loop.upper() : loop.lower(), Interval.in(known));
            certain[d] = all
                    ? new Interval(first.high(), last.low()).intersect(fixed.getOrDefault(d, Interval.EVERYTHING))
                    : Interval.EMPTY;
            known.put(loop.variable(), certain[d]);
            all &= !certain[d].isEmpty();
        }
        List<Affine> coordinates = coordinates(placed);
        for (int d = placed.depth(); d < certain.length; d++) {
            Interval at = Interval.of(coordinates.get(d), Interval.in(known));
            boolean one = all && at.length() == 1;
            certain[d] = one ? at.intersect(fixed.getOrDefault(d, Interval.EVERYTHING)) : Interval.EMPTY;
        }
        return certain;
    }

    private static Interval range(
            PlacedStatement placed, int d, Map<Integer, Interval> fixed, Map<String, Interval> known) {
        Node.Loop loop = placed.loops().get(d);
        Interval range = bounds(loop, known).intersect(fixed.getOrDefault(d, Interval.EVERYTHING));
        for (Condition guard : placed.guards()) {
            range = range.intersect(Interval.allowed(guard, loop.variable(), Interval.in(known)));
        }
        return range;
    }

    private Map<String, Interval> sizes() {
        Map<String, Interval> known = new HashMap<>();
        problem.sizes().forEach((name, value) -> known.put(name, Interval.of(value)));
        return known;
    }

    boolean runsInsideBlocks(int loop) {
        return switch (family.roles().get(loop)) {
            case KERNEL, REDUCTION -> true;
            case HOST, HOST_BLOCKS, FRONTS, UNROLLED, PARALLEL -> false;
        };
    }

    /**
     * Part of the box of its ranges in which a statement runs.
     *
     * @param counts loops of which the box is; of others one value is enough
     */
    double fill(PlacedStatement placed, Map<Integer, Interval> fixed, IntPredicate counts) {
        double box = 1;
        Interval[] ranges = ranges(placed, fixed);
        for (int d = 0; d < placed.depth(); d++) {
            box *= counts.test(d) ? ranges[d].length() : 1;
        }
        return box == 0 ? 1 : Math.min(1, points(placed, 0, fixed, sizes(), counts) / box);
    }

    /**
     * Iterations of the loops from depth d on; loops on which inner bounds depend are sampled at midpoints. A loop that does not count has one
     * iteration where it has any, and inner bounds see all of its values.
     */
    private double points(
            PlacedStatement placed,
            int d,
            Map<Integer, Interval> fixed,
            Map<String, Interval> known,
            IntPredicate counts) {
        if (d == placed.depth()) {
            return 1;
        }
        Interval range = range(placed, d, fixed, known);
        Map<String, Interval> inner = new HashMap<>(known);
        String variable = placed.loops().get(d).variable();
        if (!counts.test(d)) {
            inner.put(variable, range);
            return range.isEmpty() ? 0 : points(placed, d + 1, fixed, inner, counts);
        }
        if (isHost(d) || !innerBoundsUse(placed, d)) {
            inner.put(variable, range);
            return range.length() * points(placed, d + 1, fixed, inner, counts);
        }
        double sum = 0;
        long samples = Math.min(4, range.length());
        for (long s = 0; s < samples; s++) {
            long middle = range.low() + (long) Math.floor((s + 0.5) * range.length() / samples);
            inner.put(variable, Interval.of(middle));
            sum += points(placed, d + 1, fixed, inner, counts);
        }
        return samples == 0 ? 0 : sum * range.length() / samples;
    }

    /**
     * Iterations of the loops inside of blocks, where the others are such that they are most: at an end of their ranges, or between. Example: k = 1..i has n of them, where i = n; k = i..i + 9
     * has 10, though all values of k together are n + 9.
     */
    double longest(PlacedStatement placed, Map<Integer, Interval> fixed) {
        return longest(placed, 0, fixed, sizes());
    }

    private double longest(PlacedStatement placed, int d, Map<Integer, Interval> fixed, Map<String, Interval> known) {
        if (d == placed.depth()) {
            return 1;
        }
        Interval range = range(placed, d, fixed, known);
        if (range.isEmpty()) {
            return 0;
        }
        if (runsInsideBlocks(d)) {
            return points(placed, d, fixed, known, this::runsInsideBlocks);
        }
        Map<String, Interval> inner = new HashMap<>(known);
        String variable = placed.loops().get(d).variable();
        if (isHost(d) || !innerBoundsUse(placed, d)) {
            inner.put(variable, range);
            return longest(placed, d + 1, fixed, inner);
        }
        double most = 0;
        long samples = Math.min(ENDS_AND_BETWEEN, range.length());
        for (long s = 0; s < samples; s++) {
            inner.put(variable, Interval.of(range.low() + s * (range.length() - 1) / Math.max(1, samples - 1)));
            most = Math.max(most, longest(placed, d + 1, fixed, inner));
        }
        return most;
    }

    /**
     * Blocks along free loops that a statement meets: a block that the edge of a triangle crosses is one. Many blocks of a loop on which
     * inner bounds depend are sampled at midpoints. Example: i < j &lt; 1201 in blocks of 64 x 96 are 139 of 19 x 13, where half of them are 123.5.
     */
    double meeting(PlacedStatement placed, Map<Integer, Interval> fixed, int free, IntUnaryOperator size) {
        return meeting(placed, 0, fixed, sizes(), free, size);
    }

    private double meeting(
            PlacedStatement placed,
            int d,
            Map<Integer, Interval> fixed,
            Map<String, Interval> known,
            int free,
            IntUnaryOperator size) {
        if (d == placed.depth()) {
            return 1;
        }
        Interval range = range(placed, d, fixed, known);
        if (range.isEmpty()) {
            return 0;
        }
        Map<String, Interval> inner = new HashMap<>(known);
        String variable = placed.loops().get(d).variable();
        boolean counts = (free & 1 << d) != 0;
        int r = size.applyAsInt(d);
        long blocks = counts ? range.blocks(origin, r) : 1;
        if (!counts || !innerBoundsUse(placed, d)) {
            inner.put(variable, range);
            return blocks * meeting(placed, d + 1, fixed, inner, free, size);
        }
        long first = origin + Math.floorDiv(range.low() - origin, r) * r;
        long samples = Math.min(BLOCK_STRATA, blocks);
        double sum = 0;
        for (long s = 0; s < samples; s++) {
            long low = first + (long) Math.floor((s + 0.5) * blocks / samples) * r;
            inner.put(variable, new Interval(low, low + r - 1).intersect(range));
            sum += meeting(placed, d + 1, fixed, inner, free, size);
        }
        return sum * blocks / samples;
    }

    private static boolean innerBoundsUse(PlacedStatement placed, int depth) {
        String variable = placed.loops().get(depth).variable();
        return placed.loops().subList(depth + 1, placed.depth()).stream()
                .anyMatch(l -> l.lower().variables().contains(variable)
                        || l.upper().variables().contains(variable));
    }

    private List<Affine> coordinates(PlacedStatement placed) {
        List<Affine> coordinates = problem.coordinates().get(placed.statement().id());
        if (coordinates == null) {
            throw new IllegalArgumentException("no place in the common loop space for "
                    + placed.statement().id());
        }
        return coordinates;
    }

    private static Interval bounds(Node.Loop loop, Map<String, Interval> known) {
        Interval lower = Interval.of(loop.lower(), Interval.in(known));
        Interval upper = Interval.of(loop.upper(), Interval.in(known));
        return loop.step() > 0 ? new Interval(lower.low(), upper.high()) : new Interval(upper.low(), lower.high());
    }
}
