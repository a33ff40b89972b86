package tilewright.ranking.cost;

import java.util.List;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.KernelCosts;
import tilewright.ranking.work.CrossedBoxes;
import tilewright.ranking.work.FrontBoxes;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Resources;
import tilewright.ranking.work.Workload;
import tilewright.tiling.plan.Family;

/**
 * One visit of one block to a multiprocessor of a GPU, or to a core.
 *
 * @param iterations of its sequential loops
 * @param resident blocks that share the multiprocessor
 * @param service seconds of the multiprocessor that it shares with other blocks
 * @param delay seconds that other blocks can fill: starting, loading, waiting at barriers
 * @param arithmetic seconds of the multiprocessor's arithmetic alone
 * @param fast seconds of its shared memory, or first cache, alone
 * @param cacheBytes to and from the cache before memory
 * @param reads values loaded
 * @param writes values stored
 */
record BlockVisit(
        double iterations,
        int resident,
        double service,
        double delay,
        double arithmetic,
        double fast,
        double fastBytes,
        double cacheBytes,
        double reads,
        double writes) {
    /**
     * @param cost of the piece
     * @param residentBlocks that share the multiprocessor, as many as it holds or a launch has for each
     * @param edge whether the block ends beyond the domain
     */
    static BlockVisit of(
            PieceCost cost,
            Geometry geometry,
            GpuDescription device,
            int residentBlocks,
            double iterations,
            boolean edge) {
        GpuDescription.Memory memory = device.memory();
        FrontBoxes.Boxes boxes = cost.piece().boxes(geometry);
        double copies = (boxes.slots(geometry.threads(), geometry.hasFronts())
                        + cost.piece().crossed(geometry).slots(geometry.threads()))
                * geometry.threads();
        double arithmetic =
                (iterations * (cost.arithmetic(geometry, edge) + cost.addresses(geometry) * cost.issueSeconds())
                                + copies * cost.issueSeconds())
                        * device.processors()
                        * wholeWarps(geometry.threads(), device.limits());
        double slowest = arithmetic * unevenness(geometry.threads(), device.limits());
        double fastBytes = boxes.all()
                ? iterations * geometry.points() * (cost.bytes().perPoint() + boxes.atOnceBytes(Geometry.LINE_BYTES))
                        + boxes.movedBytes()
                : iterations * cost.bytes().fast(geometry) + cost.bytes().fastPerVisit(geometry, iterations);
        double shared = iterations * (cost.bytes().fast(geometry) - cost.bytes().served(geometry));
        double apart = cost.bytes().copiedApart(geometry, iterations, memory.sectorBytes());
        double fast = (boxes.all() ? fastBytes : fastBytes - shared + apart)
                * device.processors()
                / memory.sharedBytesPerSecond();
        double atOnce = iterations * geometry.points() * boxes.atOnceBytes(memory.sectorBytes());
        double cacheBytes = boxes.all()
                ? boxes.movedBytes() + atOnce
                : cost.bytes().cache(geometry, iterations, memory.sectorBytes());
        double full = cost.besideLookups()
                * Queueing.overlapped(
                        slowest,
                        fast * ofOneScheduler(geometry.threads(), device.limits(), residentBlocks),
                        device.overlap());
        double waits = cost.waits().ofUpdates(geometry, device) / cost.iterationsAtOnce(geometry);
        boolean ahead = geometry.readsAhead() && !(edge && !cost.runsWholeChunks(geometry));
        double updates = ahead ? waitsBeside(waits, full, iterations * geometry.unrolled(), geometry, device) : waits;
        // Iterations of fronts wait for each other, whatever warps there are: that is part of the delay.
        double stall = geometry.hasFronts() && boxes.all()
                ? 0
                : iterations
                        * Math.max(geometry.unrolled() * updates, cost.waits().direct(geometry, device));
        double issued = iterations * cost.issued(geometry, edge) * device.processors();
        double alone = burst(issued * KernelCosts.measured().updateInterval(), geometry, device);
        double service = full / utilization(full, alone, stall, geometry, device, residentBlocks);
        double waiting = delay(cost, geometry, device, iterations, edge);
        double delay = waiting
                + (boxes.all()
                        ? boxes.movedBytes() / memory.pathBytesPerSecond()
                                + beside(service + waiting, atOnce / memory.pathBytesPerSecond(), 0, device)
                        : transfers(cost, geometry, device, iterations, service, edge));
        return new BlockVisit(
                iterations,
                residentBlocks,
                service,
                delay,
                arithmetic,
                fast,
                fastBytes,
                cacheBytes,
                cost.bytes().reads(geometry, iterations),
                cost.bytes().writes(geometry, iterations));
    }

    /** Lanes of a block's warps for each of its threads: an instruction takes a warp's time, however many lanes have a thread. Example: blocks of 16 threads: 2. */
    static double wholeWarps(int threads, GpuDescription.Limits limits) {
        return (double) Math.ceilDiv(threads, limits.warp()) * limits.warp() / threads;
    }

    /**
     * Arithmetic of the scheduler with the most warps of a block over that of the average one: a warp stays with its scheduler, and a block ends with its slowest warp. Other blocks of
     * the multiprocessor mend nothing of it: the one that came first goes first, as if it were alone. Example: of a block of 288 threads, 9 warps, one of 4 schedulers
     * has 3: 4/3. Blocks of fewer warps than schedulers queue for their part ({@link #cycle}).
     */
    static double unevenness(int threads, GpuDescription.Limits limits) {
        int warps = Math.ceilDiv(threads, limits.warp());
        if (warps < limits.schedulers()) {
            return 1;
        }
        return (double) Math.ceilDiv(warps, limits.schedulers()) * limits.schedulers() / warps;
    }

    /**
     * Seconds of an iteration in which a warp waits, where what the next iteration needs is read before this one's instructions: they are issued meanwhile. Example: a wait of 14.3 ns beside 16 products of a
     * scheduler, 17 ns: none.
     *
     * @param waits seconds of an iteration
     * @param full seconds in which the block's instructions are issued, of all iterations
     */
    private static double waitsBeside(
            double waits, double full, double iterations, Geometry geometry, GpuDescription device) {
        return Math.max(0, waits - burst(full, geometry, device) / Math.max(1, iterations));
    }

    /** Seconds in which one warp of a block is issued what all of its warps take so long to issue together. */
    private static double burst(double full, Geometry geometry, GpuDescription device) {
        return full
                * device.limits().schedulers()
                / Math.ceil((double) geometry.threads() / device.limits().warp());
    }

    /**
     * Of the time of shared memory, which is one for all schedulers, the part that stands for the blocks beside each other: a block of fewer warps than schedulers has the others' part
     * where nobody else is there to take it ({@link #cycle} multiplies it by the number of such parts). Example: a block of one warp by itself, of 4 schedulers: 1/4.
     */
    static double ofOneScheduler(int threads, GpuDescription.Limits limits, int residentBlocks) {
        return Math.min(1, (double) residentBlocks / parts(threads, limits));
    }

    /** Blocks that run beside each other, each with schedulers of its own. */
    private static int parts(int threads, GpuDescription.Limits limits) {
        return Math.max(1, limits.schedulers() / Math.ceilDiv(threads, limits.warp()));
    }

    /**
     * Part of the schedulers' time that the resident warps can fill, when each stalls between its bursts.
     *
     * @param alone seconds in which a warp is issued its instructions at the earliest: each waits for what has a fixed latency
     */
    private static double utilization(
            double full, double alone, double stall, Geometry geometry, GpuDescription device, int residentBlocks) {
        int schedulers = device.limits().schedulers();
        double warps = Math.ceil((double) geometry.threads() / device.limits().warp());
        double perScheduler = Math.max(1, residentBlocks * warps / schedulers);
        double burst = burst(full, geometry, device);
        return burst == 0 ? 1 : Math.min(1, perScheduler * burst / (Math.max(burst, alone) + stall));
    }

    /**
     * Seconds in which a block waits for what it moves over the multiprocessor's path to L2. What is staged into a second buffer moves while
     * the block computes.
     */
    private static double transfers(
            PieceCost cost, Geometry geometry, GpuDescription device, double iterations, double service, boolean edge) {
        GpuDescription.Memory memory = device.memory();
        double all = cost.bytes().cache(geometry, iterations, memory.sectorBytes());
        boolean checked = edge && !cost.runsWholeChunks(geometry);
        if (geometry.buffers() == 1 || checked || cost.exchanges() && cost.stagesComputed()) {
            return all / memory.pathBytesPerSecond();
        }
        double staged = cost.bytes().staged(geometry, iterations, memory.sectorBytes());
        double chunks = Math.ceil(iterations / geometry.chunk());
        return (all - staged) / memory.pathBytesPerSecond()
                + beside(
                        service + inTurn(cost, geometry, device, iterations, edge),
                        staged / memory.pathBytesPerSecond(),
                        chunks / (geometry.buffers() - 1),
                        device);
    }

    /**
     * Seconds in which a block waits for what is staged into a second buffer: of each chunk, or of each two that are on their way together, the first bytes come when the second cache has been asked, the others behind them, while the
     * block computes. Example: with 50 us of computing and 10 us of bytes, 160 chunks wait for 160 x 0.143 us of an H100's cache: 10.9 us are not hidden, 1.6 us would be
     * of 10 chunks.
     *
     * @param computing seconds of all chunks, in which iterations may wait for each other
     * @param moving seconds of all bytes
     * @param chunks that are waited for one after another
     */
    static double beside(double computing, double moving, double chunks, GpuDescription device) {
        return Queueing.overlapped(computing, moving + chunks * device.latency().cache(), device.overlap()) - computing;
    }

    private static double delay(
            PieceCost cost, Geometry geometry, GpuDescription device, double iterations, boolean edge) {
        GpuDescription.Latency latency = device.latency();
        double barrier = latency.barrier(geometry.threads());
        // A column of fronts is one block.
        double delay = geometry.hasColumns() ? 0 : latency.block();
        if (cost.piece().boxes(geometry).all()) {
            delay += copies(cost.piece().boxes(geometry), geometry, device);
        }
        CrossedBoxes crossed = cost.piece().crossed(geometry);
        if (!crossed.isEmpty()) {
            delay += barrier + crossed.waits(geometry.threads()) * latency.block();
        }
        if (cost.stages()) {
            double chunks = Math.ceil(iterations / geometry.chunk());
            boolean checked = edge && !cost.runsWholeChunks(geometry);
            boolean waits = geometry.buffers() == 1 || cost.stagesComputed() && cost.exchanges();
            double load = checked || waits ? cost.copiesInTurn(geometry) * latency.cache() : 0;
            delay += chunks * (load + (geometry.buffers() == 1 || checked ? 2 * barrier : barrier));
            delay += chunks * staging(cost, geometry, device);
        }
        if (geometry.lanes() > 1) {
            // Nobody has read these values before.
            delay += Math.ceil(iterations * cost.waits().perIteration(geometry)) * latency.block();
            // Then results are joined.
            delay += Math.log(geometry.joined())
                            / Math.log(2)
                            * KernelCosts.measured().joinSeconds()
                    + barrier;
        }
        if (geometry.hasFronts()) {
            delay += fronts(cost, geometry, device, iterations);
        } else {
            delay += inTurn(cost, geometry, device, iterations, edge);
        }
        delay += cost.serialPerVisit(geometry, iterations);
        return delay;
    }

    /** Seconds in which iterations wait for each other, and operations that no thread overlaps. */
    private static double inTurn(
            PieceCost cost, Geometry geometry, GpuDescription device, double iterations, boolean edge) {
        if (!cost.exchanges()) {
            return iterations * cost.serialPerIteration(geometry);
        }
        GpuDescription.Latency latency = device.latency();
        double dependent = Math.max(cost.waits().dependent(), cost.serialPerIteration(geometry));
        double handed = latency.barrier(geometry.threads()) + latency.shared();
        return iterations * (handed / cost.round(geometry, edge) + dependent);
    }

    /**
     * Seconds in which a block's warps stage a chunk, all at the same time: its updates begin behind them or the barrier that follows. Each warp issues an
     * instruction when what it needs is there; many warps issue in turn.
     */
    static double staging(PieceCost cost, Geometry geometry, GpuDescription device) {
        return staging(cost.stagedAccesses(geometry), geometry.threads(), device);
    }

    /** @param accesses of a thread */
    static double staging(double accesses, int threads, GpuDescription device) {
        KernelCosts costs = KernelCosts.measured();
        double warps = Math.ceil((double) threads / device.limits().warp());
        double clocks = Math.max(costs.stagedInterval(), warps / device.limits().schedulers());
        return accesses * costs.stagedSlots() * clocks / device.clockHertz();
    }

    /**
     * Seconds that iterations of a front wait for each other: for what a barrier lets them find in shared memory, and copies before and behind all of them; or, where
     * accesses lie in no boxes, for the second cache once for each statement of a point. A thread's points come one after another, since each may read what the one before has stored.
     */
    private static double fronts(PieceCost cost, Geometry geometry, GpuDescription device, double iterations) {
        GpuDescription.Latency latency = device.latency();
        double barrier = latency.barrier(geometry.threads());
        FrontBoxes.Boxes boxes = cost.piece().boxes(geometry);
        if (!boxes.all()) {
            int statements = cost.piece().computations().size();
            double later = (geometry.tile() - 1) * latency.shared();
            return iterations
                    * (barrier
                            + statements
                                    * (latency.cache()
                                            + later
                                            + geometry.tile() * cost.waits().dependent()));
        }
        return iterations
                * (barrier + geometry.tile() * (latency.shared() + cost.waits().dependent()));
    }

    /**
     * Seconds in which a block waits for what it copies to boxes and back: for loads, a few of a thread together, for two barriers, and beyond what keeps schedulers busy for the instructions of copies,
     * each of which waits for the one before it.
     */
    private static double copies(FrontBoxes.Boxes boxes, Geometry geometry, GpuDescription device) {
        KernelCosts costs = KernelCosts.measured();
        double warps = Math.ceil((double) geometry.threads() / device.limits().warp());
        double busy = Math.max(1, warps / device.limits().schedulers());
        double slots = boxes.slots(geometry.threads(), geometry.hasFronts());
        double behind = slots * Math.max(0, costs.stagedInterval() - busy) / device.clockHertz();
        GpuDescription.Latency latency = device.latency();
        int waits = boxes.waits(geometry.threads());
        // Blocks of an earlier front have just written what those of a front load.
        return 2 * latency.barrier(geometry.threads())
                + (geometry.hasFronts() ? waits * latency.cache() + behind : waits * latency.block());
    }

    /**
     * Seconds in which a multiprocessor finishes so many resident blocks once. A block of fewer warps than there are
     * schedulers uses only part of the multiprocessor: such blocks queue for their part.
     *
     * @param threads of a block
     * @param atOnce whether the last of them counts (a final wave) rather than the average
     */
    static double cycle(
            int blocks, double service, double delay, int threads, GpuDescription.Limits limits, boolean atOnce) {
        int warps = Math.ceilDiv(threads, limits.warp());
        int parts = parts(threads, limits);
        double ownService = service * Math.max(1, (double) limits.schedulers() / warps);
        int low = blocks / parts;
        int more = blocks % parts;
        if (more == 0) {
            return Queueing.cycle(low, ownService, delay);
        }
        double longer = Queueing.cycle(low + 1, ownService, delay);
        if (atOnce || low == 0) {
            return longer;
        }
        double finished = more * (low + 1) / longer + (parts - more) * low / Queueing.cycle(low, ownService, delay);
        return blocks / finished;
    }

    /** Resources of every level, or an exception that names the first one that does not fit. */
    static List<Resources> resources(Workload workload, Geometry geometry, GpuDescription device) {
        Family family = workload.family();
        return workload.levels().stream()
                .map(level -> {
                    Resources one =
                            Resources.of(level, geometry, device.limits()).withinLaunchBounds(device.limits());
                    if (one.residentBlocks() == 0) {
                        throw new IllegalArgumentException(
                                "a block of " + family.name() + " does not fit a multiprocessor: " + one);
                    }
                    return one;
                })
                .toList();
    }
}
