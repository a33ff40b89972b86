package tilewright.ranking.cost;

import java.util.ArrayList;
import java.util.List;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.KernelCosts;
import tilewright.ranking.work.CacheSweep;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.StepWork;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/**
 * Time of a candidate with a panel size (docs/equations.md, "Panel sizes"). A visit is one group of r_1 iterations: its early blocks
 * (diagonal, panels, and the other blocks that later steps of the visit or the next visit need) advance step by step, in
 * launches that wait for each other; then come the blocks that the next visit needs early; then all others, beside the next
 * visit's early blocks.
 */
final class VisitTimes {
    private final FamilyCosts costs;
    private final GpuDescription device;
    private final Candidate candidate;
    private final List<LoopRole> roles;
    private final int step;
    private final int group;
    private final int last;
    private final Totals totals = new Totals();
    private final Geometry visited;
    private final Geometry small;
    private final Launches early;
    private final Launches updates;
    private final Launches urgent;
    private final Launches rest;
    private final double[] seconds;

    VisitTimes(FamilyCosts costs, Family family, Candidate candidate, GpuDescription device, CacheSweep sweep) {
        this.costs = costs;
        this.device = device;
        this.candidate = candidate;
        this.roles = family.roles();
        this.step = candidate.options().panel();
        this.group = candidate.block().get(roles.indexOf(LoopRole.HOST_BLOCKS));
        this.last = costs.workload().levels().size() - 1;
        this.visited = Geometry.of(family, candidate);
        Candidate square = candidate.early(roles);
        this.small = Geometry.of(family, square);
        this.early = new Launches(costs, small, device, sweep, totals);
        this.updates = new Launches(costs, Geometry.of(family, candidate.earlyUpdates(roles)), device, sweep, totals);
        this.urgent = new Launches(costs, Geometry.of(family, candidate.urgent(roles)), device, sweep, totals);
        this.rest = new Launches(costs, visited, device, sweep, totals);
        this.seconds = new double[last + 3];
    }

    Prediction prediction() {
        List<StepWork> visits = costs.steps(candidate.block());
        List<StepWork> steps = costs.steps(candidate.early(roles).block());
        double count = visits.stream().mapToDouble(StepWork::weight).sum();
        double stepCount = steps.stream().mapToDouble(StepWork::weight).sum();
        double total = 0;
        for (int v = 0; v < visits.size(); v++) {
            // Both lists cut the same iterations into equal parts.
            StepWork in = steps.get((int) ((v + 0.5) * steps.size() / visits.size()));
            total += visit(visits.get(v), count, in, stepCount);
        }
        List<Prediction.LevelTime> times = new ArrayList<>();
        for (int l = 0; l < seconds.length; l++) {
            times.add(new Prediction.LevelTime(description(l), seconds[l]));
        }
        return totals.prediction(
                total,
                device.memory().cacheBytesPerSecond(),
                device.memory().globalBytesPerSecond(),
                times,
                rest.resources(last));
    }

    private String description(int level) {
        return level < last
                ? costs.workload().levels().get(level).description()
                : level == last
                        ? "other blocks that others of the step need"
                        : level == last + 1 ? "other blocks that the next step needs early" : "all other blocks";
    }

    /** Seconds of all visits that are like this one. */
    private double visit(StepWork visit, double visits, StepWork in, double steps) {
        double weight = visit.weight();
        double perVisit = steps / visits;
        double chain = 0;
        double launches = last * perVisit;
        for (int l = 0; l < last; l++) {
            double level = perVisit * early.seconds(l, in, steps, 1, weight * perVisit);
            seconds[l] += weight * level;
            chain += level;
        }
        double band = band(in);
        if (band > 0) {
            double active = perVisit * (costs.isSteady() ? 1 : 1 - step / widest());
            double level = active * updates.seconds(last, in, steps, band, weight * active);
            seconds[last] += weight * level;
            chain += level;
            launches += active;
        }
        double first = urgentPart(visit);
        double before = urgent.seconds(last, visit, visits, first, weight);
        Launches.Launch late = rest.launch(last, visit, visits, 1 - first, weight);
        seconds[last + 1] += weight * before;
        seconds[last + 2] += weight * late.seconds();
        return weight * (before + beside(chain, launches, late));
    }

    /**
     * Time of a chain of launches beside another launch. As long as that one runs, launches of the chain take longer: they wait for
     * blocks to make room, and then share multiprocessors.
     */
    private static double beside(double chain, double launches, Launches.Launch other) {
        double slower = 1
                + KernelCosts.measured().sharedShare()
                + KernelCosts.measured().waitShare() * other.block() * launches / chain;
        return Math.max(other.seconds(), chain + other.seconds() * (1 - 1 / slower));
    }

    /** The widest region of early blocks, across. */
    private double widest() {
        double widest = group;
        for (int z = 0; z < visited.loops(); z++) {
            widest = visited.isParallel(z) ? Math.max(widest, visited.block(z)) : widest;
        }
        return widest;
    }

    /**
     * The part of a step's blocks that belongs to the early ones of its visit, diagonal and panels aside. Rows and columns of
     * blocks that the visit's iterations cross are max(r_1, r_z) wide; where domains shrink, half of them are done on average.
     */
    private double band(StepWork in) {
        double outside = 1;
        for (int z = 0; z < visited.loops(); z++) {
            if (visited.isParallel(z)) {
                double width = (double) Math.max(group, visited.block(z)) / step - 1;
                double left = costs.isSteady() ? width : width / 2 * widest() / Math.max(1, widest() - step);
                double all = Math.max(1, in.along(last, 0, z, small) - 1);
                outside *= 1 - Math.min(1, left / all);
            }
        }
        return 1 - outside;
    }

    /** The part of a visit's late blocks that belongs to the next visit's early ones. */
    private double urgentPart(StepWork visit) {
        double outside = 1;
        for (int z = 0; z < visited.loops(); z++) {
            if (visited.isParallel(z)) {
                double width = (double) Math.max(group, visited.block(z)) / visited.block(z);
                double all = Math.max(1, visit.along(last, 0, z, visited) - width);
                outside *= 1 - Math.min(1, width / all);
            }
        }
        return 1 - outside;
    }
}
