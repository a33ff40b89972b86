package tilewright.ranking.bound;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.kernel.Simt;
import tilewright.ranking.cost.RowsOfBlocks;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.ExpressionCost;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.Products;
import tilewright.ranking.work.StepSampler;
import tilewright.ranking.work.Workload;
import tilewright.ranking.work.WorkloadBuilder;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/**
 * Least times of the launches of a family, step by step ({@link LowerBounds}): of their blocks those count that lie wholly inside the iteration domain, each with the
 * instructions of its points and with what its threads read from shared memory.
 */
final class LaunchBounds {
    private final Family family;
    private final Workload workload;
    private final StepSampler sampler;
    private final GpuDescription device;
    private final Map<String, Double> perIteration;
    private final Set<String> silent;
    /** Whether all steps are alike and loops run over boxes, so that blocks are full and whole. */
    private final boolean plain;

    private final WholeBlocks blocks;

    /**
     * @param perIteration least instructions of statements
     * @param silent statements of which some iterations do nothing
     */
    LaunchBounds(
            Problem problem,
            Family family,
            GpuDescription device,
            Map<String, Double> perIteration,
            Set<String> silent) {
        this.family = family;
        this.workload = WorkloadBuilder.of(problem, family, device.instructions());
        this.sampler = new StepSampler(problem, family);
        this.device = device;
        this.perIteration = perIteration;
        this.silent = silent;
        this.plain = sampler.isSteady() && sampler.isBox();
        this.blocks = new WholeBlocks(problem, family, workload, sampler, device);
    }

    Workload workload() {
        return workload;
    }

    StepSampler sampler() {
        return sampler;
    }

    /**
     * What no program of a candidate can save, in its launches.
     *
     * @param sequence seconds of launches that wait for each other
     * @param shared seconds in which shared memory hands out what threads read
     * @param memory seconds in which memory moves what blocks load into and store from their own registers
     * @param cache the same of L2's ports
     */
    record Least(double sequence, double shared, double memory, double cache) {}

    /** What one block takes of a multiprocessor in one iteration: instructions of its lanes, and bytes that its threads read from shared memory. */
    private record Block(double instructions, double bytes) {}

    Least of(Candidate candidate) {
        boolean stepped = candidate.options().panel() > 0 && family.roles().contains(LoopRole.HOST_BLOCKS);
        Geometry geometry = Geometry.of(family, candidate);
        Block[][] kinds = kinds(geometry);
        double memory = 0;
        double beyond = 0;
        double cache = 0;
        double instructions = 0;
        double bytes = 0;
        List<List<WholeBlocks.Level>> groups = blocks.groups(candidate.block(), geometry);
        for (List<WholeBlocks.Level> levels : groups) {
            for (int level = 0; level < levels.size(); level++) {
                // What one launch moves for several levels stays in a cache, it may be.
                if (!family.joinsLevels()) {
                    memory += levels.get(level).memory();
                    beyond += levels.get(level).beyond();
                    cache += levels.get(level).cache();
                }
                for (int p = 0; p < levels.get(level).kinds().size(); p++) {
                    Block block = kinds[level][p];
                    WholeBlocks.Work work = levels.get(level).kinds().get(p);
                    double whole = stepped ? work.apart() : work.all();
                    instructions += whole * block.instructions;
                    bytes += whole * block.bytes;
                }
            }
        }
        double shared = bytes / (device.processors() * sharedPerSecond());
        double busy = Math.max(instructions / LowerBounds.issuePerSecond(device), shared);
        if (blocks.loadsWhatOthersStored(groups)) {
            memory = Math.max(memory, LowerBounds.heldInTheEnd(beyond, device));
        }
        Candidate chain = stepped ? candidate.early(family.roles()) : candidate;
        return new Least(Math.max(launches(chain, stepped), busy), shared, memory, cache);
    }

    /** Bytes that shared memory hands to the lanes of a multiprocessor's warps per second. */
    private double sharedPerSecond() {
        return device.ceilings().sharedBytesPerSecond() / device.processors();
    }

    /** What blocks take, by level and piece. */
    private Block[][] kinds(Geometry geometry) {
        return workload.levels().stream()
                .map(l -> l.pieces().stream().map(p -> block(p, geometry)).toArray(Block[]::new))
                .toArray(Block[][]::new);
    }

    /**
     * Launches one after another.
     *
     * @param apart whether blocks of several steps run side by side, so that launches count their latency alone
     */
    private double launches(Candidate candidate, boolean apart) {
        Geometry geometry = Geometry.of(family, candidate);
        boolean sideBySide = apart || RowsOfBlocks.are(workload, geometry);
        Block[][] kinds = kinds(geometry);
        double seconds = 0;
        for (List<WholeBlocks.Level> levels : blocks.groups(candidate.block(), geometry)) {
            double longest = 0;
            double all = 0;
            for (int level = 0; level < levels.size(); level++) {
                WholeBlocks.Level each = levels.get(level);
                double moved = family.joinsLevels() ? 0 : Math.max(each.memory(), each.cache());
                double busy = sideBySide ? 0 : Math.max(moved, busy(kinds[level], each, geometry));
                double latency = each.launches() * device.ceilings().launchSeconds();
                longest = Math.max(longest, Math.max(busy, latency));
                all += Math.max(busy, latency);
            }
            // One step that stands for all of them shows no step in which a level has nothing to do.
            // Nor do levels that one launch runs wait for each other's launches.
            seconds += family.joinsLevels() || sampler.isSteady() && !plain ? longest : all;
        }
        return seconds == 0 ? 0 : Math.max(seconds, device.ceilings().launchSeconds());
    }

    /**
     * Launches of a level: each kind of block alone, and all of them together. Some multiprocessor runs as many blocks as there are per multiprocessor, rounded up,
     * and one block has no more of its instructions than its warps have schedulers.
     */
    private double busy(Block[] kinds, WholeBlocks.Level launches, Geometry geometry) {
        double warps = Math.ceil((double) geometry.threads() / device.limits().warp());
        double share = Math.min(1, warps / device.limits().schedulers());
        double issue = LowerBounds.issuePerSecond(device) / device.processors();
        double seconds = 0;
        double instructions = 0;
        double bytes = 0;
        for (int p = 0; p < launches.kinds().size(); p++) {
            WholeBlocks.Work work = launches.kinds().get(p);
            Block block = kinds[p];
            seconds = Math.max(seconds, Math.max(work.waves(), work.some() / share) * block.instructions / issue);
            seconds = Math.max(seconds, work.waves() * block.bytes / sharedPerSecond());
            instructions += work.all() * block.instructions;
            bytes += work.all() * block.bytes;
        }
        double together = Math.max(instructions / issue, bytes / sharedPerSecond()) / device.processors();
        return Math.max(seconds, together);
    }

    /** What one whole block takes in an iteration. */
    private Block block(Workload.Piece piece, Geometry geometry) {
        double updates = 0;
        boolean some = false;
        for (Workload.Computation each : piece.computations()) {
            updates += perIteration.getOrDefault(each.statement(), 0.0);
            some |= silent.contains(each.statement());
        }
        double points = 1;
        for (int z = 0; z < geometry.loops(); z++) {
            // One value of a loop may be silent, as i = k is.
            points *= geometry.isParallel(z) ? geometry.block(z) - (some ? 1 : 0) : 1;
        }
        double read = geometry.threads() * read(piece, geometry);
        return new Block(points * updates + read / Simt.ACCESS_BYTES, read);
    }

    /**
     * Bytes of staged values that a thread reads in one iteration. Lanes of a warp that compute products of
     * matrices read a share of them, while other instructions do the updates of several iterations.
     */
    private static double read(Workload.Piece piece, Geometry geometry) {
        if (Products.areIn(piece, geometry)) {
            return 0;
        }
        double bytes = 0;
        for (ExpressionCost.Operand operand : piece.operands()) {
            boolean anew = operand.staged() && geometry.usesSequential(operand.loops());
            bytes += anew ? (double) geometry.perThread(operand.loops()) * operand.bytes() : 0;
        }
        return bytes;
    }
}
