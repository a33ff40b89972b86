package tilewright.ranking.work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import tilewright.dependence.BlockOrigin;
import tilewright.model.Interval;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.ConstantLoops;
import tilewright.tiling.space.LoopRole;

/**
 * The steps of the host loops, or a sample of them that stands for all: elimination runs n/r_1 steps that shrink
 * slowly, and a cost that is smooth in the step is integrated well by the midpoints of a few strata.
 */
public final class StepSampler {
    /** Strata per host loop whose steps differ. */
    private static final int STRATA = 8;

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
    public record Step(
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

    private final Problem problem;
    private final Family family;
    private final List<PlacedStatement> statements;
    private final boolean steady;
    private final StatementRanges of;

    public StepSampler(Problem problem, Family family) {
        this.problem = problem;
        this.family = family;
        this.statements = problem.nest().statements();
        this.of = new StatementRanges(problem, family, BlockOrigin.of(problem.nest()));
        this.steady = !boundsDependOnHostLoops();
    }

    /** The value from which blocks of all loops are counted, as plans count them. */
    public long origin() {
        return of.origin();
    }

    /**
     * The steps for block sizes of the host loops.
     *
     * @param block sizes of all loops; only those of host loops matter
     */
    public List<Step> steps(List<Integer> block) {
        List<Step> steps = new ArrayList<>();
        sample(0, block, STRATA, new HashMap<>(), 1, ones(), steps);
        return steps;
    }

    /**
     * Every single step; one for all where they are alike.
     *
     * @param most with more steps than this the result is empty
     */
    public List<Step> everyStep(List<Integer> block, long most) {
        double count = steps(block).stream().mapToDouble(Step::weight).sum();
        if (!steady && count > most) {
            return List.of();
        }
        List<Step> steps = new ArrayList<>();
        sample(0, block, Long.MAX_VALUE, new HashMap<>(), 1, ones(), steps);
        return steps;
    }

    /** Whether all steps are alike. */
    public boolean isSteady() {
        return steady;
    }

    /** Whether every statement runs for all combinations of its loops' values. */
    public boolean isBox() {
        return statements.stream()
                .allMatch(placed -> placed.guards().isEmpty()
                        && placed.loops().stream()
                                .noneMatch(l -> placed.loopVariables().stream()
                                        .anyMatch(v -> l.lower().variables().contains(v)
                                                || l.upper().variables().contains(v))));
    }

    /** Length of the shortest range that any statement has of a loop. */
    public long narrowest(int loop) {
        return ranges(Map.of()).values().stream()
                .mapToLong(ranges -> ranges[loop].length())
                .min()
                .orElse(0);
    }

    /** Range of a loop over the whole nest; of one that is written out the values that plans write out, wherever statements outside of it stand among them. */
    public Interval whole(int loop) {
        if (family.roles().get(loop) == LoopRole.UNROLLED) {
            return ConstantLoops.values(statements, loop).orElseThrow();
        }
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
            statements.forEach(p -> fill.put(p.statement().id(), of.fill(p, fixed, d -> true)));
            statements.forEach(
                    p -> parallelFill.put(p.statement().id(), of.fill(p, fixed, d -> !of.runsInsideBlocks(d))));
            Map<String, Double> longest = new HashMap<>();
            statements.forEach(p -> longest.put(p.statement().id(), of.longest(p, fixed)));
            Meeting meeting = (statement, free, size) -> statements.stream()
                    .filter(p -> p.statement().id().equals(statement))
                    .mapToDouble(p -> of.meeting(p, fixed, free, size))
                    .findFirst()
                    .orElse(0);
            Map<String, Interval[]> certain = new HashMap<>();
            statements.forEach(p -> certain.put(p.statement().id(), of.certain(p, fixed)));
            out.add(new Step(weight, sequential, ranges(fixed), certain, fill, parallelFill, longest, meeting));
            return;
        }
        if (!of.isHost(loop)) {
            sample(loop + 1, block, mostStrata, fixed, weight, sequential, out);
            return;
        }
        Interval range = Interval.EMPTY;
        for (Interval[] each : ranges(fixed).values()) {
            range = range.hull(each[loop]);
        }
        int r = block.get(loop);
        long parts = range.blocks(of.origin(), r);
        long strata = steady ? Math.min(1, parts) : Math.min(mostStrata, parts);
        long first = Math.floorDiv(range.low() - of.origin(), r);
        for (long s = 0; s < strata; s++) {
            double middle = (s + 0.5) * parts / strata;
            long low = of.origin() + (first + (long) Math.floor(middle)) * r;
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
            result.put(placed.statement().id(), of.ranges(placed, fixed));
        }
        return result;
    }

    private boolean boundsDependOnHostLoops() {
        for (PlacedStatement placed : statements) {
            for (int d = 0; d < placed.depth(); d++) {
                Node.Loop loop = placed.loops().get(d);
                for (int h = 0; h < d; h++) {
                    String outer = placed.loops().get(h).variable();
                    boolean used = loop.lower().variables().contains(outer)
                            || loop.upper().variables().contains(outer);
                    if (of.isHost(h) && used) {
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
