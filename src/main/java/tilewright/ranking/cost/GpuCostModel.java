package tilewright.ranking.cost;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.KernelCosts;
import tilewright.ranking.work.CacheSweep;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.StepWork;
import tilewright.ranking.work.Workload;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;

/**
 * Time of a candidate on a GPU (docs/equations.md, "Predicted time on a GPU").
 *
 * <p>Blocks visit a multiprocessor. A visit needs service (arithmetic and shared memory, which the resident blocks
 * share) and spends a delay elsewhere, which other resident blocks fill. All multiprocessors together are limited by
 * L2 and global memory. Levels follow each other; so do steps.
 */
public final class GpuCostModel implements CostModel {
    private final double bytes;
    private final GpuDescription device;
    private final CacheSweep sweep;
    private final Map<Family, FamilyCosts> families = new IdentityHashMap<>();

    public GpuCostModel(Problem problem, List<Family> families, GpuDescription device) {
        this.bytes = RunStart.arrays(problem).values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        this.device = device;
        this.sweep = new CacheSweep(
                KernelCosts.measured().keptShare() * device.memory().cacheBytes(),
                device.memory().cacheBytes());
        families.forEach(f -> this.families.put(f, new FamilyCosts(problem, f, device.instructions())));
    }

    @Override
    public Prediction predict(Family family, Candidate candidate) {
        FamilyCosts costs = families.get(family);
        if (costs == null) {
            throw new IllegalArgumentException("family " + family.name() + " is not part of this model");
        }
        return RunStart.of(launches(costs, family, candidate), bytes, device);
    }

    private Prediction launches(FamilyCosts costs, Family family, Candidate candidate) {
        if (costs.timeTiles() != null) {
            return costs.timeTiles().on(device, sweep, candidate);
        }
        if (candidate.options().panel() > 0) {
            return new VisitTimes(costs, family, candidate, device, sweep).prediction();
        }
        return plain(costs, family, candidate);
    }

    private Prediction plain(FamilyCosts costs, Family family, Candidate candidate) {
        Geometry geometry = Geometry.of(family, candidate);
        Totals totals = new Totals();
        Launches launches = new Launches(costs, geometry, device, sweep, totals);
        List<StepWork> steps = costs.steps(candidate.block());
        double count = steps.stream().mapToDouble(StepWork::weight).sum();
        double spread = costs.spread(geometry, count);
        List<Workload.Level> levels = costs.workload().levels();
        if (family.joinsLevels()) {
            RowLevels rows = new RowLevels(costs, geometry, device, sweep, totals);
            double all = steps.stream()
                    .mapToDouble(step -> step.weight() * rows.seconds(step, count, step.weight()))
                    .sum();
            return totals.prediction(
                    all,
                    device.memory().cacheBytesPerSecond(),
                    device.memory().globalBytesPerSecond(),
                    List.of(new Prediction.LevelTime("all levels of rows", all)),
                    rows.resources());
        }
        List<Prediction.LevelTime> times = new ArrayList<>();
        double seconds = 0;
        int longest = 0;
        for (int l = 0; l < levels.size(); l++) {
            double level = 0;
            for (StepWork step : steps) {
                double number = spread * step.weight();
                level += number * launches.seconds(l, step, count, 1 / spread, number);
            }
            times.add(new Prediction.LevelTime(levels.get(l).description(), level));
            longest = level > times.get(longest).seconds() ? l : longest;
            seconds += level;
        }
        RowsOfBlocks rows = RowsOfBlocks.of(costs, geometry, device);
        if (rows != null) {
            seconds = rows.seconds(count, totals.busySeconds());
        }
        return totals.prediction(
                seconds,
                device.memory().cacheBytesPerSecond(),
                device.memory().globalBytesPerSecond(),
                times,
                launches.resources(longest));
    }
}
