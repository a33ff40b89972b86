package tilewright.ranking.cost;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.CacheSweep;
import tilewright.ranking.work.FrontBoxes;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Products;
import tilewright.ranking.work.Resources;
import tilewright.ranking.work.StepWork;
import tilewright.ranking.work.Workload;

/** The launches of a family with blocks of one size: how long each takes, alone on the device. */
public final class Launches {
    private final FamilyCosts costs;
    private final Geometry geometry;
    private final GpuDescription device;
    private final CacheSweep sweep;
    private final List<Resources> resources;
    private final Totals totals;
    /** The last visit of each piece: its iterations are mostly the same in all steps. */
    private final @Nullable BlockVisit[][] lastVisits;

    private final @Nullable BlockVisit[][] lastEdges;

    /** @param totals to which everything that is launched is added */
    Launches(FamilyCosts costs, Geometry geometry, GpuDescription device, CacheSweep sweep, Totals totals) {
        this.costs = costs;
        this.geometry = geometry;
        this.device = device;
        this.sweep = sweep;
        this.resources = BlockVisit.resources(costs.workload(), geometry, device);
        this.totals = totals;
        this.lastVisits = new BlockVisit[resources.size()][];
        this.lastEdges = new BlockVisit[resources.size()][];
        for (int l = 0; l < resources.size(); l++) {
            lastVisits[l] = new BlockVisit[costs.costs(l).size()];
            lastEdges[l] = new BlockVisit[costs.costs(l).size()];
        }
    }

    Resources resources(int level) {
        return resources.get(level);
    }

    /**
     * One launch.
     *
     * @param seconds alone on the device
     * @param block seconds of one of its blocks among as many as a multiprocessor holds
     */
    record Launch(double seconds, double block) {
        static final Launch NONE = new Launch(0, 0);
    }

    /** {@link #launch}, its seconds alone. */
    double seconds(int level, StepWork step, double steps, double part, double launches) {
        return launch(level, step, steps, part, launches).seconds;
    }

    /**
     * One launch of a level.
     *
     * @param steps of the whole run
     * @param part of the level's blocks that this launch runs
     * @param launches that are like this one
     */
    Launch launch(int level, StepWork step, double steps, double part, double launches) {
        List<Workload.Piece> pieces = costs.workload().levels().get(level).pieces();
        double blocks = 0;
        double service = 0;
        double delay = 0;
        double cache = 0;
        double memory = 0;
        List<BlockVisit> visits = new ArrayList<>(2 * pieces.size());
        double all = 0;
        for (int p = 0; p < pieces.size(); p++) {
            all += part * step.started(pieces.get(p), level, p, geometry);
        }
        int resident = waves(level).resident(all);
        double share = 1;
        Waves.Kind longest = new Waves.Kind(0, 0);
        for (int p = 0; p < pieces.size(); p++) {
            double count = part * step.started(pieces.get(p), level, p, geometry);
            double moved = part * step.blocks(pieces.get(p), level, p, geometry);
            if (count > 0) {
                double iterations = step.iterations(level, p, geometry);
                BlockVisit visit = visit(level, p, iterations, resident, false);
                visits.add(visit);
                blocks += count;
                service += count * visit.service();
                delay += count * visit.delay();
                double edges = part * step.edgeBlocks(pieces.get(p), level, p, geometry);
                if (edges > 0) {
                    BlockVisit edge = visit(level, p, iterations, resident, true);
                    visits.add(edge);
                    service += edges * (edge.service() - visit.service());
                }
                if (step.share(level, p) < share) {
                    share = step.share(level, p);
                    BlockVisit whole = BlockVisit.of(
                            costs.costs(level).get(p), geometry, device, resident, iterations / share, edges > 0);
                    longest = new Waves.Kind(whole.service(), whole.delay());
                }
                cache += moved * visit.cacheBytes();
                double waves = Math.max(1, count / waves(level).slots());
                FrontBoxes fronts = pieces.get(p).fronts();
                memory += fronts != null
                                && geometry.hasFronts()
                                && fronts.of(geometry).all()
                        ? fronts.bytesToMemory(geometry, moved, steps / part, sweep)
                        : sweep.bytes(pieces.get(p), geometry, step, level, p, moved, waves, steps);
                totals.add(visit, launches * moved, device.processors());
            }
        }
        if (blocks == 0) {
            return Launch.NONE;
        }
        totals.add(launches * cache, launches * memory);
        Waves together = waves(level);
        Waves.Kind average = new Waves.Kind(service / blocks, delay / blocks);
        double processors = share < 1
                ? together.unequal(
                        blocks,
                        average,
                        longest,
                        scaled(longest, average, last(level, step, part, together.rest(blocks), resident, average)),
                        share)
                : together.seconds(
                        blocks,
                        average,
                        last(level, step, part, together.rest(blocks), resident, average),
                        visits.stream()
                                .map(v -> new Waves.Kind(v.service(), v.delay()))
                                .toList());
        double transfers = Math.max(
                memory / device.memory().globalBytesPerSecond(),
                cache / device.memory().cacheBytesPerSecond());
        double dispatch = geometry.hasColumns() ? 0 : blocks * device.latency().dispatch();
        double started = Queueing.overlapped(processors, dispatch, device.overlap());
        double busy = isCopiedBesideProducts(level)
                ? Math.max(started, transfers)
                : Queueing.overlapped(started, transfers, device.overlap());
        double block = together.cycle(together.resident(), average, false);
        // Columns of fronts run in one launch: their blocks wait for what others tell.
        double seconds = geometry.hasColumns()
                ? busy + device.latency().gridSync()
                : Math.max(
                        device.latency().graphLaunch(), busy + device.latency().drain());
        return new Launch(seconds, block);
    }

    /**
     * Whether all blocks multiply matrices of one k-tile while asynchronous copies of the next are on their way. Such an instruction keeps its unit busy
     * for many clocks, in which schedulers issue copies and loads, so that bytes delay nothing unless they are all that there is to wait for.
     */
    private boolean isCopiedBesideProducts(int level) {
        List<Workload.Piece> pieces = costs.workload().levels().get(level).pieces();
        return geometry.buffers() > 1
                && costs.costs(level).stream().allMatch(PieceCost::stages)
                && pieces.stream().allMatch(p -> Products.areIn(p, geometry));
    }

    /** The longest block where fewer share a multiprocessor, as that changes the average one. */
    private static Waves.Kind scaled(Waves.Kind longest, Waves.Kind average, Waves.Kind last) {
        return new Waves.Kind(
                longest.service() * last.service() / average.service(),
                longest.delay() + last.delay() - average.delay());
    }

    /** The average block of a level where only so many share a multiprocessor. */
    private Waves.Kind last(int level, StepWork step, double part, int rest, int resident, Waves.Kind average) {
        if (rest == 0 || rest == resident) {
            return average;
        }
        List<Workload.Piece> pieces = costs.workload().levels().get(level).pieces();
        double blocks = 0;
        double service = 0;
        double delay = 0;
        for (int p = 0; p < pieces.size(); p++) {
            double count = part * step.started(pieces.get(p), level, p, geometry);
            if (count > 0) {
                PieceCost cost = costs.costs(level).get(p);
                double iterations = step.iterations(level, p, geometry);
                BlockVisit visit = BlockVisit.of(cost, geometry, device, rest, iterations, false);
                double edges = part * step.edgeBlocks(pieces.get(p), level, p, geometry);
                BlockVisit edge = edges > 0 ? BlockVisit.of(cost, geometry, device, rest, iterations, true) : visit;
                blocks += count;
                service += count * visit.service() + edges * (edge.service() - visit.service());
                delay += count * visit.delay();
            }
        }
        return new Waves.Kind(service / blocks, delay / blocks);
    }

    private BlockVisit visit(int level, int position, double iterations, int resident, boolean edge) {
        @Nullable BlockVisit[] known = edge ? lastEdges[level] : lastVisits[level];
        BlockVisit last = known[position];
        if (last == null || last.iterations() != iterations || last.resident() != resident) {
            PieceCost cost = costs.costs(level).get(position);
            last = BlockVisit.of(cost, geometry, device, resident, iterations, edge);
            known[position] = last;
        }
        return last;
    }

    private Waves waves(int level) {
        return new Waves(
                device.processors(), resources.get(level).residentBlocks(), geometry.threads(), device.limits(), 1);
    }
}
