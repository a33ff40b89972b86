package tilewright.ranking.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.description.KernelCosts;
import tilewright.ranking.work.CacheSweep;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.Resources;
import tilewright.ranking.work.StepSampler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.property.Surfaces;
import tilewright.tiling.space.Candidate;

/**
 * Time of time tiles (docs/equations.md, "Time tiles"). Blocks load their box, compute all of it in every iteration, and
 * store what is their own; launches follow each other.
 */
public final class TimeTileCost {
    private final Family family;
    private final TimeShape shape;
    private final Surfaces surfaces;
    private final FamilyCosts costs;
    private final List<Long> extents;

    /** @param extents of the common loops, the time loop first, where there is one */
    TimeTileCost(Family family, FamilyCosts costs, List<Long> extents) {
        this.family = family;
        this.shape = Objects.requireNonNull(family.time());
        this.surfaces = Surfaces.of(shape);
        this.costs = costs;
        this.extents = List.copyOf(extents);
    }

    public static List<Long> extents(Problem problem, Family family) {
        StepSampler sampler = new StepSampler(problem, family);
        List<Long> extents = new ArrayList<>();
        for (int z = 0; z < problem.loops().size(); z++) {
            extents.add(sampler.whole(z).length());
        }
        return extents;
    }

    /** Amounts of one launch and of the whole run. */
    private record Amounts(
            double launches, double blocks, double iterations, double arithmetic, double cache, double memory) {
        /** The same on average of all launches, of which the first finds nothing in the cache, and the others what it keeps of the one before. */
        Amounts through(CacheSweep sweep) {
            double missing = (1 + (launches - 1) * sweep.missing(memory)) / launches;
            return new Amounts(launches, blocks, iterations, arithmetic, cache, memory * missing);
        }
    }

    /**
     * @param arithmetic seconds of all processors' arithmetic for one iteration of one box
     */
    private Amounts amounts(Candidate candidate, TimeTileGeometry geometry, double arithmetic) {
        double steps = shape.isSweep() ? 1 : extents.getFirst();
        double launches = shape.isSweep() ? 1 : 2 * Math.ceil(steps / (2.0 * shape.iterations(candidate)));
        double blocks = 1;
        double elements = 1;
        for (int d = 0; d < shape.dimensions().size(); d++) {
            blocks *= geometry.blocks(d, extents.get(shape.timeLoops() + d));
            elements *= extents.get(shape.timeLoops() + d);
        }
        double cache = blocks
                * (geometry.points() * geometry.loadedWithHalo()
                        + geometry.own() * (geometry.loaded() - geometry.loadedWithHalo() + geometry.stored()));
        double memory = elements * (geometry.loaded() + geometry.stored());
        return new Amounts(launches, blocks, steps / launches, arithmetic, cache, memory);
    }

    private Candidate boxed(Candidate candidate, TimeTileGeometry geometry) {
        List<Integer> block = new ArrayList<>(candidate.block().subList(0, shape.timeLoops()));
        geometry.box().forEach(s -> block.add(s.extent()));
        return new Candidate(block, candidate.thread(), candidate.options());
    }

    /**
     * Blocks that stay: memory is read and written once. An iteration takes the arithmetic of the box and, for each round, a chain of ways to the second cache and back (what is told, the flag,
     * who looks at it, what is read), the bytes that are told and read, by all blocks at the same time, and the instructions that copy what is read; no block goes on before the slowest one beside it, and some check their points.
     */
    private Prediction staying(GpuDescription device, Candidate candidate) {
        StayingGeometry geometry = StayingGeometry.of(surfaces, candidate);
        Resources resources = geometry.resources(device.limits());
        if (resources.residentBlocks() == 0) {
            throw new IllegalArgumentException(
                    "a block of " + family.name() + " does not fit a multiprocessor: " + resources);
        }
        PieceCost cost = costs.costs(0).getFirst();
        GpuDescription.Memory memory = device.memory();
        double steps = extents.getFirst();
        double blocks = geometry.blocks(extents);
        double arithmetic = cost.arithmetic(Geometry.of(family, candidate)) * device.processors();
        double checked = cost.checkedTile(geometry.points()) * device.processors();
        double fast = geometry.sharedBytes() / memory.sharedBytesPerSecond() * device.processors();
        double service = Queueing.overlapped(arithmetic, fast, device.overlap()) + checked;
        int rounds = geometry.surfaces().rounds().size();
        double told = geometry.toldBytes(extents, memory.sectorBytes());
        double rate = Math.min(memory.pathBytesPerSecond(), memory.cacheBytesPerSecond() / blocks);
        double delay =
                rounds * KernelCosts.measured().roundWays() * device.latency().cache()
                        + told / rate
                        + BlockVisit.staging(geometry.copies(extents), geometry.threads(), device)
                        + cost.waits().dependent();
        Waves waves = new Waves(
                device.processors(),
                1,
                geometry.threads(),
                device.limits(),
                KernelCosts.measured().issueInterval());
        Waves.Kind kind = new Waves.Kind(service, delay);
        double iteration = waves.seconds(blocks, kind, kind, List.of(kind));
        double once = geometry.points() * geometry.arrayBytes() * blocks;
        double seconds = device.latency().launch()
                + steps * iteration
                + 2 * once / memory.globalBytesPerSecond()
                + device.latency().drain();
        double values = shape.arrays().getFirst().type().bytes();
        double cache = 2 * once + steps * blocks * told;
        return new Prediction(
                seconds,
                Prediction.terms(
                        seconds,
                        steps * arithmetic,
                        steps * fast,
                        cache / memory.cacheBytesPerSecond(),
                        2 * once / memory.globalBytesPerSecond()),
                new Prediction.Traffic(
                        once / values, once / values, cache, 2 * once, steps * blocks * geometry.sharedBytes()),
                List.of(new Prediction.LevelTime(family.levels().getFirst().description(), seconds)),
                resources);
    }

    /**
     * @param sweep what the second cache keeps from one launch to the next: all that a launch loads and stores is loaded or stored by the next one
     */
    Prediction on(GpuDescription device, CacheSweep sweep, Candidate candidate) {
        if (candidate.options().resident()) {
            return staying(device, candidate);
        }
        TimeTileGeometry geometry = TimeTileGeometry.of(shape, candidate);
        Resources resources = geometry.resources(device.limits());
        if (resources.residentBlocks() == 0) {
            throw new IllegalArgumentException(
                    "a block of " + family.name() + " does not fit a multiprocessor: " + resources);
        }
        PieceCost cost = costs.costs(0).getFirst();
        double arithmetic = cost.arithmetic(Geometry.of(family, boxed(candidate, geometry)));
        Amounts amounts = amounts(candidate, geometry, arithmetic).through(sweep);
        GpuDescription.Memory memory = device.memory();
        double fast = geometry.exchangedBytes() / memory.sharedBytesPerSecond();
        double beside =
                cost.planes((double) geometry.threads() * geometry.planes(), amounts.iterations, geometry.copies())
                        + cost.boxes(
                                (double) geometry.threads() * geometry.boxLoads(),
                                (double) geometry.threads() * geometry.boxStores());
        double service = (amounts.iterations * Queueing.overlapped(arithmetic, fast, device.overlap()) + beside)
                * device.processors();
        double perBlock = amounts.cache / amounts.blocks;
        double barrier =
                device.latency().barrier(geometry.threads()) + device.latency().shared();
        // Where blocks go plane by plane, a plane arrives while the one before is computed.
        double loading = geometry.streamed() > 0 ? device.latency().cache() : perBlock / memory.pathBytesPerSecond();
        double waits = geometry.waits(amounts.iterations, barrier, cost.waits().dependent());
        // One plane is on its way at a time; where points are checked it is asked for when it is wanted.
        double arriving = geometry.planes() * device.latency().block();
        double delay = device.latency().block() + loading + Math.max(waits, arriving - service);
        double delayChecked = device.latency().block() + loading + waits + arriving;
        Waves waves = new Waves(
                device.processors(),
                resources.residentBlocks(),
                geometry.threads(),
                device.limits(),
                KernelCosts.measured().issueInterval());
        double slots = waves.slots();
        double inside = geometry.inside(extents);
        double checked = amounts.iterations * cost.checkedTile(geometry.points()) * device.processors();
        Waves.Kind average =
                new Waves.Kind(service + (1 - inside) * checked, inside * delay + (1 - inside) * delayChecked);
        double processors = waves.seconds(
                amounts.blocks,
                average,
                average,
                inside < 1
                        ? List.of(new Waves.Kind(service, delay), new Waves.Kind(service + checked, delayChecked))
                        : List.of(new Waves.Kind(service, delay)));
        double transfers =
                Math.max(amounts.memory / memory.globalBytesPerSecond(), amounts.cache / memory.cacheBytesPerSecond());
        double dispatch = amounts.blocks * device.latency().dispatch();
        // The first wave's blocks all load at once, and the last one's store, while nothing computes.
        double alone =
                geometry.streamed() > 0 ? 0 : Math.min(processors, transfers) / Math.max(1, amounts.blocks / slots);
        double launch = Math.max(
                device.latency().graphLaunch(),
                Queueing.overlapped(processors, dispatch, transfers, device.overlap())
                        + alone
                        + device.latency().drain());
        double visits = amounts.launches * amounts.blocks * amounts.iterations;
        return prediction(
                amounts,
                geometry,
                amounts.launches * launch,
                visits * arithmetic,
                visits * fast,
                memory.cacheBytesPerSecond(),
                memory.globalBytesPerSecond(),
                resources);
    }

    Prediction on(HostDescription device, HostRows rows, Candidate candidate) {
        TimeTileGeometry geometry = TimeTileGeometry.of(shape, candidate);
        PieceCost cost = costs.costs(0).getFirst();
        Amounts amounts = amounts(candidate, geometry, 0);
        HostTimeTile tile = new HostTimeTile(rows, shape, geometry, cost.piece());
        List<HostLoop> visit = tile.loops(amounts.iterations, false);
        double inside = tile.inside(extents);
        double seconds = inside * HostLoop.seconds(visit)
                + (1 - inside) * HostLoop.seconds(tile.loops(amounts.iterations, true));
        double filled = tile.filled(extents);
        seconds -= (1 - filled) * HostLoop.seconds(List.of(tile.updates(amounts.iterations)));
        double swept = amounts.memory;
        double starts = tile.rowsFilled(extents) * HostLoop.starts(visit);
        seconds += starts * HostTransfers.startSeconds(device, swept, starts);
        HostTransfers transfers = HostTransfers.of(device, tile.around(visit, extents), swept, amounts.launches);
        double moving = filled * transfers.coreSeconds() / amounts.blocks;
        double one = device.threads().blockSeconds() + Queueing.overlapped(seconds, moving, device.overlap());
        double rounds = Math.ceil(amounts.blocks / device.processors());
        double memory = filled * transfers.memoryCharge() / device.memory().bytesPerSecond();
        double launch =
                device.threads().forkJoinSeconds() + Queueing.overlapped(rounds * one, memory, device.overlap());
        double visits = amounts.launches * amounts.blocks / device.processors();
        double computing = HostLoop.operations(visit);
        return prediction(
                new Amounts(
                        amounts.launches,
                        amounts.blocks,
                        amounts.iterations,
                        0,
                        transfers.lastBytes(),
                        transfers.memoryBytes()),
                geometry,
                amounts.launches * launch,
                visits * computing,
                visits * (Math.max(0, seconds - computing) + moving),
                device.lastCache().bytesPerSecond(),
                device.memory().bytesPerSecond(),
                null);
    }

    private Prediction prediction(
            Amounts amounts,
            TimeTileGeometry geometry,
            double seconds,
            double arithmetic,
            double fast,
            double cacheRate,
            double memoryRate,
            @Nullable Resources resources) {
        double cache = amounts.launches * amounts.cache;
        double memory = amounts.launches * amounts.memory;
        double visits = amounts.launches * amounts.blocks;
        double values = shape.arrays().getFirst().type().bytes();
        return new Prediction(
                seconds,
                Prediction.terms(seconds, arithmetic, fast, cache / cacheRate, memory / memoryRate),
                new Prediction.Traffic(
                        visits * geometry.points() * geometry.loaded() / values,
                        visits * geometry.own() * geometry.stored() / values,
                        cache,
                        memory,
                        visits * amounts.iterations * geometry.exchangedBytes()),
                List.of(new Prediction.LevelTime(family.levels().getFirst().description(), seconds)),
                resources);
    }
}
