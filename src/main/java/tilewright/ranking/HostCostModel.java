package tilewright.ranking;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import tilewright.tiling.Candidate;
import tilewright.tiling.Family;
import tilewright.tiling.LoopRole;

/**
 * Time of a candidate on a CPU: blocks of a level are shared out among the cores, a block's tile stays in the
 * smallest cache that holds it, and what blocks exchange passes through the last cache and memory
 * (docs/equations.md, "Predicted time on a CPU").
 */
final class HostCostModel implements CostModel {
    /** Cache lines. */
    private static final int LINE_BYTES = 64;

    /** Part of a cache that a block may fill: the rest holds what passes through. */
    private static final double USABLE = 0.75;

    private final HostDescription device;
    private final CacheSweep sweep;
    private final Map<Family, FamilyCosts> families = new IdentityHashMap<>();

    HostCostModel(Problem problem, List<Family> families, HostDescription device) {
        this.device = device;
        this.sweep = new CacheSweep(
                USABLE * device.lastCache().bytes(),
                2 * USABLE * device.lastCache().bytes());
        families.forEach(f -> this.families.put(f, new FamilyCosts(problem, f, device.instructions())));
    }

    @Override
    public Prediction predict(Family family, Candidate candidate) {
        FamilyCosts costs = families.get(family);
        if (costs == null) {
            throw new IllegalArgumentException("family " + family.name() + " is not part of this model");
        }
        if (costs.timeTiles() != null) {
            return costs.timeTiles().on(device, candidate);
        }
        return new Run(costs, Geometry.of(family, candidate)).predict(costs.steps(candidate.block()));
    }

    private final class Run {
        private final FamilyCosts costs;
        private final Geometry geometry;
        private final Totals totals = new Totals();

        Run(FamilyCosts costs, Geometry geometry) {
            this.costs = costs;
            this.geometry = geometry;
        }

        Prediction predict(List<StepWork> steps) {
            List<Workload.Level> levels = costs.workload().levels();
            double total = steps.stream().mapToDouble(StepWork::weight).sum();
            double[] seconds = new double[levels.size()];
            for (StepWork step : steps) {
                for (int l = 0; l < levels.size(); l++) {
                    seconds[l] += step.weight() * level(l, step, total);
                }
            }
            List<Prediction.LevelTime> times = new ArrayList<>();
            double sum = 0;
            for (int l = 0; l < seconds.length; l++) {
                times.add(new Prediction.LevelTime(levels.get(l).description(), seconds[l]));
                sum += seconds[l];
            }
            return totals.prediction(
                    sum, device.lastCache().bytesPerSecond(), device.memoryBytesPerSecond(), times, null);
        }

        private double level(int level, StepWork step, double steps) {
            List<Workload.Piece> pieces = costs.workload().levels().get(level).pieces();
            double busy = 0;
            double blocks = 0;
            double longest = 0;
            double cache = 0;
            double memory = 0;
            for (int p = 0; p < pieces.size(); p++) {
                Workload.Piece piece = pieces.get(p);
                double count = step.blocks(piece, level, p, geometry);
                if (count > 0) {
                    double iterations = step.iterations(level, p, geometry);
                    PieceCost cost = costs.costs(level).get(p);
                    BlockVisit visit = visit(cost, iterations);
                    totals.add(visit, count * step.weight(), device.processors());
                    blocks += count;
                    busy += count * visit.service();
                    longest = Math.max(longest, visit.service());
                    cache += count * visit.cacheBytes();
                    double waves = Math.ceil(count / device.processors());
                    memory += sweep.bytes(piece, geometry, step, level, p, count, waves, steps);
                }
            }
            if (blocks == 0) {
                return 0;
            }
            totals.add(step.weight() * cache, step.weight() * memory);
            double rounds = Math.ceil(blocks / device.processors()) * device.processors() / blocks;
            double cores = Math.max(longest, busy / device.processors() * rounds);
            double transfers = Math.max(
                    memory / device.memoryBytesPerSecond(),
                    cache / device.lastCache().bytesPerSecond());
            return device.forkJoin() + Queueing.overlapped(cores, transfers, device.overlap());
        }

        /** A visit of one core. */
        private BlockVisit visit(PieceCost cost, double iterations) {
            Workload.Piece piece = cost.piece();
            double computing = iterations * cost.arithmetic(geometry) * device.processors() / vectorEfficiency();
            double bytes = iterations * innerBytes(piece) + cost.fastBytesPerVisit(geometry, iterations);
            double moving = bytes * device.processors() / cacheOf(piece).bytesPerSecond();
            double starting = iterations * rows() * device.loop();
            return new BlockVisit(
                    iterations,
                    Queueing.overlapped(computing, moving, device.overlap()) + starting,
                    0,
                    computing,
                    moving,
                    bytes,
                    cost.cacheBytes(geometry, iterations, LINE_BYTES),
                    cost.reads(geometry, iterations),
                    cost.writes(geometry, iterations));
        }

        /** Bytes between registers and the block's cache per iteration: own values in and out, operands in. */
        private double innerBytes(Workload.Piece piece) {
            double bytes = 0;
            for (ExpressionCost.Operand operand : piece.operands()) {
                bytes += (double) geometry.threads() * geometry.perThread(operand.loops()) * operand.bytes();
            }
            for (Reference reference : piece.references()) {
                if (!reference.inSharedMemory()) {
                    bytes += (double) geometry.points() * (reference.loads() + reference.stores()) * reference.bytes();
                }
            }
            return bytes;
        }

        /** Loops along the last parallel dimension are vectors; short ones leave lanes idle. */
        private double vectorEfficiency() {
            double length = lastParallel();
            double lanes = device.vectorBytes() / 4.0;
            return length / (Math.ceil(length / lanes) * lanes);
        }

        private double rows() {
            return geometry.points() / lastParallel();
        }

        private double lastParallel() {
            int last = geometry.roles().lastIndexOf(LoopRole.PARALLEL);
            return last < 0 ? 1 : geometry.block(last);
        }

        private HostDescription.Cache cacheOf(Workload.Piece piece) {
            double bytes = Resources.sharedBytes(piece, geometry);
            for (Reference reference : piece.references()) {
                bytes += reference.inSharedMemory()
                        ? 0
                        : (double) geometry.perBlock(reference.loops()) * reference.bytes();
            }
            for (HostDescription.Cache cache : device.caches()) {
                double share = cache.perCore() ? cache.bytes() : (double) cache.bytes() / device.processors();
                if (bytes <= USABLE * share) {
                    return cache;
                }
            }
            return device.lastCache();
        }
    }
}
