package tilewright.ranking;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.tiling.Candidate;
import tilewright.tiling.Family;

/**
 * Time of a candidate on a GPU (docs/equations.md, "Predicted time on a GPU").
 *
 * <p>Blocks visit a multiprocessor. A visit needs service (arithmetic and shared memory, which the resident blocks
 * share) and spends a delay elsewhere, which other resident blocks fill. All multiprocessors together are limited by
 * L2 and global memory. Levels follow each other; so do steps.
 */
final class GpuCostModel implements CostModel {
    /** Part of the shorter of two overlapping sequences of launches that nothing overlaps. */
    private static final double ALONE = 0.8;

    /** Part of L2 that a sweep may fill before it starts to evict what the next sweep needs. */
    private static final double KEPT = 0.8;

    private final GpuDescription device;
    private final CacheSweep sweep;
    private final Map<Family, FamilyCosts> families = new IdentityHashMap<>();

    GpuCostModel(Problem problem, List<Family> families, GpuDescription device) {
        this.device = device;
        this.sweep = new CacheSweep(KEPT * device.memory().cacheBytes());
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
        if (candidate.options().step() > 0) {
            return visits(costs, family, candidate);
        }
        return plain(costs, family, candidate);
    }

    /**
     * With steps, the early blocks' levels and the late blocks run beside each other: the slower of the two counts, and a
     * part of the other where it stands alone, in the first and the last groups. Early blocks also update each other.
     */
    private Prediction visits(FamilyCosts costs, Family family, Candidate candidate) {
        Prediction late = plain(costs, family, candidate);
        Prediction early = plain(costs, family, candidate.early(family.roles()));
        int last = late.levels().size() - 1;
        double visits = costs.steps(candidate.block()).stream()
                .mapToDouble(StepWork::weight)
                .sum();
        double group = candidate.block().getFirst();
        double again = 1 - candidate.options().step() / group;
        double share = Math.min(1, 1 / Math.max(1, visits));
        double chain = again * share * early.levels().get(last).seconds();
        int step = candidate.options().step();
        if (candidate.block().stream().anyMatch(r -> r != step)) {
            // Where blocks are not those of the step, early ones also update each other: a launch like a panel's.
            chain += early.levels().get(last - 1).seconds();
        }
        for (int l = 0; l < last; l++) {
            chain += early.levels().get(l).seconds();
        }
        double throughput = late.terms().entrySet().stream()
                .filter(t -> t.getKey() != Prediction.Term.LATENCY)
                .mapToDouble(Map.Entry::getValue)
                .max()
                .orElse(0);
        double updates = Math.sqrt(throughput * late.levels().get(last).seconds());
        double seconds = Math.max(chain, updates) + ALONE * Math.min(chain, updates);
        return new Prediction(seconds, late.terms(), late.traffic(), late.levels(), late.resources());
    }

    private Prediction plain(FamilyCosts costs, Family family, Candidate candidate) {
        Geometry geometry = Geometry.of(family, candidate);
        List<Resources> resources = BlockVisit.resources(costs.workload(), geometry, device);
        return new Run(costs, geometry, resources).predict(costs.steps(candidate.block()));
    }

    /** Sums over the steps of one candidate. */
    private final class Run {
        private final FamilyCosts costs;
        private final Geometry geometry;
        private final List<Resources> resources;
        private final double[] levelSeconds;
        /** The last visit of each piece: its iterations are mostly the same in all steps. */
        private final @Nullable BlockVisit[][] lastVisits;

        private final @Nullable BlockVisit[][] lastEdges;

        private double spread = 1;
        private double arithmetic;
        private double fast;
        private double fastBytes;
        private double cacheBytes;
        private double memoryBytes;
        private double reads;
        private double writes;

        Run(FamilyCosts costs, Geometry geometry, List<Resources> resources) {
            this.costs = costs;
            this.geometry = geometry;
            this.resources = resources;
            this.levelSeconds = new double[resources.size()];
            this.lastVisits = new BlockVisit[resources.size()][];
            this.lastEdges = new BlockVisit[resources.size()][];
            for (int l = 0; l < resources.size(); l++) {
                lastVisits[l] = new BlockVisit[costs.costs(l).size()];
                lastEdges[l] = new BlockVisit[costs.costs(l).size()];
            }
        }

        Prediction predict(List<StepWork> steps) {
            double total = steps.stream().mapToDouble(StepWork::weight).sum();
            spread = costs.spread(geometry, total);
            for (StepWork step : steps) {
                for (int l = 0; l < levelSeconds.length; l++) {
                    levelSeconds[l] += spread * step.weight() * level(l, step, total);
                }
            }
            return prediction();
        }

        private Prediction prediction() {
            double seconds = 0;
            int longest = 0;
            List<Prediction.LevelTime> times = new ArrayList<>();
            for (int l = 0; l < levelSeconds.length; l++) {
                seconds += levelSeconds[l];
                longest = levelSeconds[l] > levelSeconds[longest] ? l : longest;
                times.add(new Prediction.LevelTime(
                        costs.workload().levels().get(l).description(), levelSeconds[l]));
            }
            GpuDescription.Memory memory = device.memory();
            return new Prediction(
                    seconds,
                    Prediction.terms(
                            seconds,
                            arithmetic,
                            fast,
                            cacheBytes / memory.cacheBytesPerSecond(),
                            memoryBytes / memory.globalBytesPerSecond()),
                    new Prediction.Traffic(reads, writes, cacheBytes, memoryBytes, fastBytes),
                    times,
                    resources.get(longest));
        }

        /** Seconds of one launch. */
        private double level(int level, StepWork step, double steps) {
            List<Workload.Piece> pieces = costs.workload().levels().get(level).pieces();
            double blocks = 0;
            double service = 0;
            double delay = 0;
            double cache = 0;
            double memory = 0;
            List<BlockVisit> visits = new ArrayList<>(2 * pieces.size());
            for (int p = 0; p < pieces.size(); p++) {
                double count = step.blocks(pieces.get(p), level, p, geometry) / spread;
                if (count > 0) {
                    BlockVisit visit = visit(level, p, step.iterations(level, p, geometry), false);
                    visits.add(visit);
                    blocks += count;
                    service += count * visit.service();
                    delay += count * visit.delay();
                    double edges = step.edgeBlocks(pieces.get(p), level, p, geometry) / spread;
                    if (edges > 0) {
                        BlockVisit edge = visit(level, p, step.iterations(level, p, geometry), true);
                        visits.add(edge);
                        service += edges * (edge.service() - visit.service());
                    }
                    cache += count * visit.cacheBytes();
                    double waves = Math.max(1, count / slots(level));
                    memory += sweep.bytes(pieces.get(p), geometry, step, level, p, count, waves, steps);
                    account(visit, count * spread * step.weight());
                }
            }
            if (blocks == 0) {
                return 0;
            }
            cacheBytes += spread * step.weight() * cache;
            memoryBytes += spread * step.weight() * memory;
            double processors = waves(blocks, service / blocks, delay / blocks, visits, level);
            double transfers = Math.max(
                    memory / device.memory().globalBytesPerSecond(),
                    cache / device.memory().cacheBytesPerSecond());
            double dispatch = blocks * device.latency().dispatch();
            double busy = Queueing.overlapped(processors, dispatch, transfers, device.overlap());
            return Math.max(
                    device.latency().graphLaunch(), busy + device.latency().drain());
        }

        private BlockVisit visit(int level, int position, double iterations, boolean edge) {
            @Nullable BlockVisit[] known = edge ? lastEdges[level] : lastVisits[level];
            BlockVisit last = known[position];
            if (last == null || last.iterations() != iterations) {
                PieceCost cost = costs.costs(level).get(position);
                int resident = resources.get(level).residentBlocks();
                last = BlockVisit.of(cost, geometry, device, resident, iterations, edge);
                known[position] = last;
            }
            return last;
        }

        private void account(BlockVisit visit, double visits) {
            arithmetic += visits * visit.arithmetic() / device.processors();
            fast += visits * visit.fast() / device.processors();
            fastBytes += visits * visit.fastBytes();
            reads += visits * visit.reads();
            writes += visits * visit.writes();
        }

        /** Full waves of resident blocks, then a last one that may leave room; of few blocks the slowest decides. */
        private double waves(double blocks, double service, double delay, List<BlockVisit> visits, int level) {
            int resident = resources.get(level).residentBlocks();
            double slots = slots(level);
            double full = Math.floor(blocks / slots);
            int rest = (int) Math.ceil((blocks - full * slots) / device.processors());
            double seconds = full == 0 ? 0 : full * cycle(resident, service, delay, false);
            if (rest > 0) {
                seconds += cycle(rest, service, delay, true);
            }
            int together = full > 0 ? 1 : rest;
            double slowest = 0;
            for (BlockVisit visit : visits) {
                slowest = Math.max(slowest, cycle(together, visit.service(), visit.delay(), true));
            }
            // The last blocks to start are those at the end of the domain, the slowest ones.
            double average = cycle(together, service, delay, true);
            return full == 0 ? Math.max(seconds, slowest) : seconds + Math.max(0, slowest - average);
        }

        /** Blocks that all multiprocessors hold together. */
        private double slots(int level) {
            return (double) device.processors() * resources.get(level).residentBlocks();
        }

        private double cycle(int blocks, double service, double delay, boolean atOnce) {
            return BlockVisit.cycle(blocks, service, delay, geometry, device.limits(), atOnce);
        }
    }
}
