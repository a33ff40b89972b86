package tilewright.ranking.cost;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.ranking.description.InstructionRates;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.StepSampler;
import tilewright.ranking.work.StepWork;
import tilewright.ranking.work.Workload;
import tilewright.ranking.work.WorkloadBuilder;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.LoopRole;

/** What all candidates of a family share, computed once. */
public final class FamilyCosts {
    private final Workload workload;
    private final StepSampler sampler;
    private final List<List<PieceCost>> costs;
    private final @Nullable TimeTileCost timeTiles;
    private final Map<List<Integer>, List<StepWork>> steps = new HashMap<>();

    public FamilyCosts(Problem problem, Family family, InstructionRates rates) {
        this.workload = WorkloadBuilder.of(problem, family, rates);
        this.sampler = new StepSampler(problem, family);
        this.costs = workload.levels().stream()
                .map(l -> l.pieces().stream().map(p -> new PieceCost(p, rates)).toList())
                .toList();
        this.timeTiles =
                family.time() == null ? null : new TimeTileCost(family, this, TimeTileCost.extents(problem, family));
    }

    /** Costs of time tiles; null for other families. */
    @Nullable
    TimeTileCost timeTiles() {
        return timeTiles;
    }

    /** Whether all steps are alike. */
    boolean isSteady() {
        return sampler.isSteady();
    }

    public Workload workload() {
        return workload;
    }

    /** Costs of the pieces of a level, in the order of its pieces. */
    public List<PieceCost> costs(int level) {
        return costs.get(level);
    }

    /**
     * Launches over which the blocks of one step are spread: 1, but in fronts every step's blocks run in as many launches
     * as it takes to pass along the parallel loops, beside those of other steps.
     */
    public double spread(Geometry geometry, double steps) {
        double fronts = steps;
        List<LoopRole> roles = workload.family().roles();
        for (int z = 0; z < roles.size(); z++) {
            if (LoopRole.isInFront(roles, z) && roles.get(z) == LoopRole.PARALLEL) {
                fronts += sampler.whole(z).blocks(sampler.origin(), geometry.block(z)) - 1;
            }
        }
        return Math.max(1, fronts / Math.max(1, steps));
    }

    /** The steps depend on the host loops' sizes alone: most candidates share them. */
    public List<StepWork> steps(List<Integer> block) {
        List<LoopRole> roles = workload.family().roles();
        List<Integer> hostSizes = java.util.stream.IntStream.range(0, roles.size())
                .filter(z -> roles.get(z).isBlockedOnHost())
                .mapToObj(block::get)
                .toList();
        return steps.computeIfAbsent(
                hostSizes,
                s -> sampler.steps(block).stream()
                        .map(step -> new StepWork(step, workload, sampler.origin()))
                        .toList());
    }
}
