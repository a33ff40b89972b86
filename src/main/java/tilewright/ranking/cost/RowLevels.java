package tilewright.ranking.cost;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.CacheSweep;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.PieceBytes;
import tilewright.ranking.work.Reference;
import tilewright.ranking.work.Resources;
import tilewright.ranking.work.StepWork;
import tilewright.ranking.work.Workload;
import tilewright.tiling.plan.Strategy;

/**
 * Time of levels that one launch runs (docs/equations.md, "Rows in one launch"; in generated kernels the pass {@code join-rows}): a block runs its part of each level, one after another, behind barriers. What
 * an earlier level of the block has loaded or stored comes from the second cache, as far as that holds what all blocks at a time touch.
 */
final class RowLevels {
    private final FamilyCosts costs;
    private final Geometry geometry;
    private final GpuDescription device;
    private final CacheSweep sweep;
    private final Totals totals;
    private final List<Resources> resources;

    /** @param totals to which everything that is launched is added */
    RowLevels(FamilyCosts costs, Geometry geometry, GpuDescription device, CacheSweep sweep, Totals totals) {
        this.costs = costs;
        this.geometry = geometry;
        this.device = device;
        this.sweep = sweep;
        this.totals = totals;
        this.resources = BlockVisit.resources(costs.workload(), geometry, device);
    }

    /** Of the level that leaves room for the fewest blocks. */
    Resources resources() {
        Resources least = resources.getFirst();
        for (Resources each : resources) {
            least = each.residentBlocks() < least.residentBlocks() ? each : least;
        }
        return least;
    }

    private int levels() {
        return costs.workload().levels().size();
    }

    private Workload.Piece piece(int level) {
        return costs.workload().levels().get(level).pieces().getFirst();
    }

    /** Whether a level has iterations at these sizes. */
    private boolean runs(StepWork step, int level) {
        return step.blocks(piece(level), level, 0, geometry) > 0;
    }

    /**
     * Seconds of one launch of all levels.
     *
     * @param steps of the whole run
     * @param launches that are like this one
     */
    double seconds(StepWork step, double steps, double launches) {
        double blocks = 0;
        for (int l = 0; l < levels(); l++) {
            blocks = Math.max(blocks, step.started(piece(l), l, 0, geometry));
        }
        if (blocks == 0) {
            return 0;
        }
        Waves waves =
                new Waves(device.processors(), resources().residentBlocks(), geometry.threads(), device.limits(), 1);
        Block block = block(step, waves.resident(blocks));
        Block last = block(step, Math.max(1, waves.rest(blocks)));
        double cache = 0;
        for (int l = 0; l < levels(); l++) {
            if (!runs(step, l)) {
                continue;
            }
            double moved = step.blocks(piece(l), l, 0, geometry);
            BlockVisit visit = visit(step, l, waves.resident(blocks));
            totals.add(visit, launches * moved, device.processors());
            cache += moved * cacheBytes(step, l, visit, blocks);
        }
        double memory = memory(step, steps, blocks, Math.min(blocks, waves.slots()));
        totals.add(launches * cache, launches * memory);
        double processors = waves.seconds(blocks, block.kind(), last.kind(), List.of(block.kind()));
        double transfers = Math.max(
                memory / device.memory().globalBytesPerSecond(),
                cache / device.memory().cacheBytesPerSecond());
        double busy =
                Queueing.overlapped(processors, blocks * device.latency().dispatch(), transfers, device.overlap());
        return Math.max(device.latency().graphLaunch(), busy + device.latency().drain());
    }

    /**
     * One block.
     *
     * @param service seconds of the multiprocessor that it shares
     * @param delay seconds that other blocks can fill
     */
    private record Block(double service, double delay) {
        Waves.Kind kind() {
            return new Waves.Kind(service, delay);
        }
    }

    /** A block starts once, waits at a barrier between levels, and finds in a cache what it has touched before. */
    private Block block(StepWork step, int resident) {
        GpuDescription.Latency latency = device.latency();
        double service = 0;
        double delay = 0;
        Set<String> touched = new HashSet<>();
        for (int l = 0; l < levels(); l++) {
            if (!runs(step, l)) {
                continue;
            }
            BlockVisit visit = visit(step, l, resident);
            service += visit.service();
            delay += visit.delay();
            if (l > 0) {
                delay += latency.barrier(geometry.threads()) - latency.block();
            }
            PieceCost cost = costs.costs(l).getFirst();
            boolean known = piece(l).references().stream()
                    .filter(r -> r.awaited() && geometry.usesSequential(r.loops()))
                    .allMatch(r -> touched.contains(r.array()));
            if (known) {
                double waits = Math.ceil(visit.iterations() * cost.waits().perIteration(geometry));
                delay -= waits * Math.max(0, latency.block() - latency.cache());
            }
            piece(l).references().forEach(r -> touched.add(r.array()));
        }
        return new Block(service, delay);
    }

    private BlockVisit visit(StepWork step, int level, int resident) {
        boolean edge =
                step.edgeBlocks(piece(level), level, 0, geometry) > step.blocks(piece(level), level, 0, geometry) / 2;
        return BlockVisit.of(
                costs.costs(level).getFirst(), geometry, device, resident, step.iterations(level, 0, geometry), edge);
    }

    /**
     * Bytes of a level that a block moves through the second cache: without what its threads hold, and of elements that all blocks load, where the first cache holds what a block touches, a multiprocessor's share.
     *
     * @param blocks of the launch
     */
    private double cacheBytes(StepWork step, int level, BlockVisit visit, double blocks) {
        PieceCost cost = costs.costs(level).getFirst();
        double iterations = step.iterations(level, 0, geometry);
        int sector = device.memory().sectorBytes();
        double held = cost.bytes().loaded(geometry, iterations, sector, PieceBytes::isHeld);
        boolean fits = step.workingSet() / blocks <= device.limits().sharedBytesPerProcessor();
        double shared = fits ? cost.bytes().loaded(geometry, iterations, sector, this::isOfAllBlocks) : 0;
        return visit.cacheBytes() - held - shared * (1 - Math.min(1, device.processors() / blocks));
    }

    /** Whether all blocks load the same elements, one for each value of the loops inside. */
    private boolean isOfAllBlocks(Reference reference) {
        boolean own = false;
        for (int z = 0; z < geometry.loops(); z++) {
            own |= geometry.isParallel(z) && !geometry.isLane(z) && reference.uses(z);
        }
        return !own && reference.strategy() == Strategy.DIRECT && geometry.usesSequential(reference.loops());
    }

    /**
     * Bytes to and from memory: what each level moves, or, as far as the cache holds what the blocks of a time touch, every array once each way.
     *
     * @param atOnce blocks that run at a time
     */
    private double memory(StepWork step, double steps, double blocks, double atOnce) {
        Map<String, Double> loaded = new HashMap<>();
        Map<String, Double> stored = new HashMap<>();
        double apart = 0;
        for (int l = 0; l < levels(); l++) {
            Set<String> before = new HashSet<>(loaded.keySet());
            before.addAll(stored.keySet());
            if (!runs(step, l)) {
                continue;
            }
            double moved = step.blocks(piece(l), l, 0, geometry);
            apart += sweep.bytes(piece(l), geometry, step, l, 0, moved, Math.max(1, blocks / atOnce), steps);
            for (Reference reference : piece(l).references()) {
                double bytes = step.footprint(piece(l), reference, l, 0, geometry);
                boolean held = PieceBytes.isHeld(reference);
                if (reference.loads() > 0 && !held && !before.contains(reference.array())) {
                    loaded.merge(reference.array(), bytes, Math::max);
                }
                if (reference.stores() > 0) {
                    stored.merge(reference.array(), bytes, Math::max);
                }
            }
        }
        List<Double> once = new ArrayList<>(loaded.values());
        once.addAll(stored.values());
        double together = once.stream().mapToDouble(Double::doubleValue).sum();
        double missing = sweep.missing(step.workingSet() * atOnce / blocks);
        return together + missing * Math.max(0, apart - together);
    }
}
