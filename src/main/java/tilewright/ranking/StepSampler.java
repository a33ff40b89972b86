package tilewright.ranking;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import tilewright.dependence.BlockOrigin;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Interval;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.tiling.Family;
import tilewright.tiling.LoopRole;

/**
 * The steps of the host loops, or a sample of them that stands for all: elimination runs n/r_1 steps that shrink
 * slowly, and a cost that is smooth in the step is integrated well by the midpoints of a few strata.
 */
final class StepSampler {
    /** Strata per host loop whose steps differ. */
    private static final int STRATA = 8;

    /** Blocks that are looked at, per loop on which inner bounds depend. */
    private static final int BLOCK_STRATA = 64;

    /**
     * Steps of the host loops that are alike.
     *
     * @param weight how many steps this one stands for
     * @param sequential iterations that one step runs of each loop with role HOST_BLOCKS or FRONTS, on average; 1 elsewhere
     * @param ranges by statement id, the values of every common loop; a statement that does not run in the step
     *     has an empty range
     * @param certain by statement id, ranges in whose box the statement runs in every point ({@link StepSampler#certain})
     * @param fill by statement id, which part of the box of its ranges the statement runs: 1/2 for a triangle
     * @param parallelFill the same of the box of its parallel loops alone, where it runs in some iteration of the others
     * @param longest by statement id, iterations of the loops inside of blocks at the point of the others that has most
     * @param meeting counts blocks in which a statement runs
     */
    record Step(
            double weight,
            double[] sequential,
            Map<String, Interval[]> ranges,
            Map<String, Interval[]> certain,
            Map<String, Double> fill,
            Map<String, Double> parallelFill,
            Map<String, Double> longest,
            Meeting meeting) {}

    /** Counts the blocks of a step in which a statement runs. */
    interface Meeting {
        /**
         * @param statement id
         * @param free the loops, as bits, along which blocks lie; of the others every value counts
         * @param size of a block along each loop
         */
        double blocks(String statement, int free, IntUnaryOperator size);
    }

    /** Values of a loop at which the longest iterations inside are looked for: both ends among them. */
    private static final int ENDS_AND_BETWEEN = 5;

    private final Problem problem;
    private final Family family;
    private final List<PlacedStatement> statements;
    private final boolean steady;
    private final long origin;

    StepSampler(Problem problem, Family family) {
        this.problem = problem;
        this.family = family;
        this.statements = problem.nest().statements();
        this.steady = !boundsDependOnHostLoops();
        this.origin = BlockOrigin.of(problem.nest());
    }

    /** The value from which blocks of all loops are counted, as plans count them. */
    long origin() {
        return origin;
    }

    /**
     * The steps for block sizes of the host loops.
     *
     * @param block sizes of all loops; only those of host loops matter
     */
    List<Step> steps(List<Integer> block) {
        List<Step> steps = new ArrayList<>();
        sample(0, block, STRATA, new HashMap<>(), 1, ones(), steps);
        return steps;
    }

    /**
     * Every single step; one for all where they are alike.
     *
     * @param most with more steps than this the result is empty
     */
    List<Step> everyStep(List<Integer> block, long most) {
        double count = steps(block).stream().mapToDouble(Step::weight).sum();
        if (!steady && count > most) {
            return List.of();
        }
        List<Step> steps = new ArrayList<>();
        sample(0, block, Long.MAX_VALUE, new HashMap<>(), 1, ones(), steps);
        return steps;
    }

    /** Whether all steps are alike. */
    boolean isSteady() {
        return steady;
    }

    /** Whether every statement runs for all combinations of its loops' values. */
    boolean isBox() {
        return statements.stream()
                .allMatch(placed -> placed.guards().isEmpty()
                        && placed.loops().stream()
                                .noneMatch(l -> placed.loopVariables().stream()
                                        .anyMatch(v -> l.lower().variables().contains(v)
                                                || l.upper().variables().contains(v))));
    }

    /** Length of the shortest range that any statement has of a loop. */
    long narrowest(int loop) {
        return ranges(Map.of()).values().stream()
                .mapToLong(ranges -> ranges[loop].length())
                .min()
                .orElse(0);
    }

    /** Range of a loop over the whole nest. */
    Interval whole(int loop) {
        Interval hull = Interval.EMPTY;
        for (Interval[] ranges : ranges(Map.of()).values()) {
            hull = hull.hull(ranges[loop]);
        }
        return hull;
    }

    private double[] ones() {
        double[] ones = new double[problem.loops().size()];
        java.util.Arrays.fill(ones, 1);
        return ones;
    }

    private boolean isHost(int loop) {
        LoopRole role = family.roles().get(loop);
        return role.runsOnHost();
    }

    private void sample(
            int loop,
            List<Integer> block,
            long mostStrata,
            Map<Integer, Interval> fixed,
            double weight,
            double[] sequential,
            List<Step> out) {
        if (loop == problem.loops().size()) {
            Map<String, Double> fill = new HashMap<>();
            Map<String, Double> parallelFill = new HashMap<>();
            statements.forEach(p -> fill.put(p.statement().id(), fill(p, fixed, d -> true)));
            statements.forEach(p -> parallelFill.put(p.statement().id(), fill(p, fixed, d -> !runsInsideBlocks(d))));
            Map<String, Double> longest = new HashMap<>();
            statements.forEach(p -> longest.put(p.statement().id(), longest(p, 0, fixed, sizes())));
            Meeting meeting = (statement, free, size) -> statements.stream()
                    .filter(p -> p.statement().id().equals(statement))
                    .mapToDouble(p -> meeting(p, 0, fixed, sizes(), free, size))
                    .findFirst()
                    .orElse(0);
            Map<String, Interval[]> certain = new HashMap<>();
            statements.forEach(p -> certain.put(p.statement().id(), certain(p, fixed)));
            out.add(new Step(weight, sequential, ranges(fixed), certain, fill, parallelFill, longest, meeting));
            return;
        }
        if (!isHost(loop)) {
            sample(loop + 1, block, mostStrata, fixed, weight, sequential, out);
            return;
        }
        Interval range = Interval.EMPTY;
        for (Interval[] each : ranges(fixed).values()) {
            range = range.hull(each[loop]);
        }
        int r = block.get(loop);
        long parts = range.blocks(origin, r);
        long strata = steady ? Math.min(1, parts) : Math.min(mostStrata, parts);
        long first = Math.floorDiv(range.low() - origin, r);
        for (long s = 0; s < strata; s++) {
            double middle = (s + 0.5) * parts / strata;
            long low = origin + (first + (long) Math.floor(middle)) * r;
            Map<Integer, Interval> inner = new HashMap<>(fixed);
            inner.put(loop, new Interval(low, low + r - 1).intersect(range));
            double[] iterations = sequential.clone();
            iterations[loop] = (double) range.length() / parts;
            sample(loop + 1, block, mostStrata, inner, weight * parts / strata, iterations, out);
        }
    }

    /** Ranges of all common loops for every statement, given those of some. */
    private Map<String, Interval[]> ranges(Map<Integer, Interval> fixed) {
        Map<String, Interval[]> result = new HashMap<>();
        for (PlacedStatement placed : statements) {
            result.put(placed.statement().id(), ranges(placed, fixed));
        }
        return result;
    }

    private Interval[] ranges(PlacedStatement placed, Map<Integer, Interval> fixed) {
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
    private Interval[] certain(PlacedStatement placed, Map<Integer, Interval> fixed) {
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

    private boolean runsInsideBlocks(int loop) {
        return switch (family.roles().get(loop)) {
            case KERNEL, REDUCTION -> true;
            case HOST, HOST_BLOCKS, FRONTS, UNROLLED, PARALLEL -> false;
        };
    }

    /** @param counts which loops */
    private double fill(PlacedStatement placed, Map<Integer, Interval> fixed, IntPredicate counts) {
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
     * Iterations of the loops inside of blocks, from depth d on, where the others are such that they are most: at an end of their ranges, or between. Example: k = 1..i has n of them, where i = n; k = i..i + 9
     * has 10, though all values of k together are n + 9.
     */
    private double longest(
            PlacedStatement placed, int d, Map<Integer, Interval> fixed, Map<String, Interval> known) {
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
     * Blocks along free loops that a statement meets, from loop d on: a block that the edge of a triangle crosses is one. Many blocks of a loop on which
     * inner bounds depend are sampled at midpoints. Example: i < j &lt; 1201 in blocks of 64 x 96 are 139 of 19 x 13, where half of them are 123.5.
     */
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

    private boolean boundsDependOnHostLoops() {
        for (PlacedStatement placed : statements) {
            for (int d = 0; d < placed.depth(); d++) {
                Node.Loop loop = placed.loops().get(d);
                for (int h = 0; h < d; h++) {
                    String outer = placed.loops().get(h).variable();
                    boolean used = loop.lower().variables().contains(outer)
                            || loop.upper().variables().contains(outer);
                    if (isHost(h) && used) {
                        return true;
                    }
                }
            }
            if (!placed.guards().isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
