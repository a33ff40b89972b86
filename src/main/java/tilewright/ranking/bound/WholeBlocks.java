package tilewright.ranking.bound;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tilewright.ranking.cost.RowsOfBlocks;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.ExpressionCost;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.LaunchLoads;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.Reference;
import tilewright.ranking.work.StepSampler;
import tilewright.ranking.work.StepWork;
import tilewright.ranking.work.Workload;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.space.LoopRole;

/**
 * Blocks of a family's launches that lie wholly inside the iteration domain, step by step, for block sizes: what its least times count ({@link LaunchBounds}). Where steps differ, a
 * block lies inside if every one of its points runs in every iteration ({@link StepSampler.Step#certain}). Example: the update of an elimination of n = 4096 in blocks of 64 has
 * 63 x 63 of them in the first step, 62 x 62 in the second one.
 */
final class WholeBlocks {
    /** Where steps differ they are taken one by one; more than these are taken several at a time. */
    private static final long MOST_STEPS = 2_048;

    /** Of steps that differ, so many groups are looked at for each candidate. */
    private static final int GROUPS = 64;

    private final Family family;
    private final Workload workload;
    private final StepSampler sampler;
    private final GpuDescription device;
    /** Whether all steps are alike and loops run over boxes, so that blocks are full and whole. */
    private final boolean plain;

    private final boolean blocked;
    /** By level: whether all of its blocks have barriers. */
    private final boolean[] barriers;
    /** By level and piece: whether some points of a block inside the domain take part in some iterations only. */
    private final boolean[][] partly;

    private final LaunchLoads loads;

    private final Map<List<Integer>, Works> steps = new HashMap<>();
    private final Map<Key, List<List<Level>>> groups = new HashMap<>();

    /** @param joined {@link LaunchBounds#joined} */
    private record Key(List<Integer> block, List<Double> joined) {}

    WholeBlocks(Problem problem, Family family, Workload workload, StepSampler sampler, GpuDescription device) {
        this.loads = new LaunchLoads(problem, workload);
        this.family = family;
        this.workload = workload;
        this.sampler = sampler;
        this.device = device;
        this.plain = sampler.isSteady() && sampler.isBox();
        this.blocked = family.roles().stream().anyMatch(LoopRole::isBlockedOnHost);
        this.barriers = new boolean[workload.levels().size()];
        this.partly = new boolean[workload.levels().size()][];
        for (int level = 0; level < partly.length; level++) {
            List<Workload.Piece> pieces = workload.levels().get(level).pieces();
            barriers[level] = pieces.stream()
                    .allMatch(p ->
                            p.shape().exchanged() || p.operands().stream().anyMatch(ExpressionCost.Operand::staged));
            partly[level] = new boolean[pieces.size()];
            for (int p = 0; p < pieces.size(); p++) {
                partly[level][p] = pieces.get(p).computations().stream().anyMatch(c -> c.guarded() || c.pinned() != 0);
            }
        }
    }

    /**
     * Blocks of one kind that lie inside the domain, times their iterations, in steps that follow each other.
     *
     * @param all of them
     * @param apart those that do not lie where the next step's early blocks are
     * @param waves as many as some multiprocessor runs
     * @param some one of each launch
     */
    record Work(double all, double apart, double waves, double some) {
        static final Work NONE = new Work(0, 0, 0, 0);

        Work plus(Work that) {
            return new Work(all + that.all, apart + that.apart, waves + that.waves, some + that.some);
        }
    }

    /**
     * Launches of one level in such steps.
     *
     * @param launches that wait for the launch before them
     * @param memory seconds in which memory moves their bytes, beyond what L2 may have at the start of each and keep at its end
     * @param beyond the same of all of them but for what L2 holds once between two launches
     * @param kinds of blocks, in the order of the level's pieces
     */
    record Level(double launches, double memory, double beyond, double cache, List<Work> kinds) {
        Level plus(Level that) {
            List<Work> sums = new ArrayList<>();
            for (int p = 0; p < kinds.size(); p++) {
                sums.add(kinds.get(p).plus(that.kinds.get(p)));
            }
            return new Level(
                    launches + that.launches, memory + that.memory, beyond + that.beyond, cache + that.cache, sums);
        }
    }

    /**
     * Whether every launch counts, and stores other arrays than it loads. Then a byte that L2 holds between two launches saves at most one transfer, so that {@link Level#beyond} is
     * as sure as {@link Level#memory} ({@link LowerBounds#heldOnce}).
     */
    boolean loadsWhatOthersStored(List<List<Level>> groups) {
        return plain
                && loads.areOfOtherArrays()
                && java.util.Arrays.stream(partly).noneMatch(level -> anyOf(level))
                && groups.stream().flatMap(List::stream).allMatch(level -> level.launches() > 0);
    }

    private static boolean anyOf(boolean[] level) {
        return IntStream.range(0, level.length).anyMatch(p -> level[p]);
    }

    private Workload.Piece piece(int level, int position) {
        return workload.levels().get(level).pieces().get(position);
    }

    /**
     * All steps in order, as many together as make {@link #GROUPS}: what each of them takes at least they take at least together. None where there are too many to look at.
     */
    List<List<Level>> groups(List<Integer> block, Geometry geometry) {
        return groups.computeIfAbsent(new Key(block, joined(geometry)), key -> {
            Works known = works(block);
            List<StepWork> works = known.works;
            List<List<Level>> found = new ArrayList<>();
            int each = Math.ceilDiv(works.size(), GROUPS);
            for (int s = 0; s < works.size(); s++) {
                // The last ones may be fewer.
                int steps = s == works.size() - 1 ? 1 : known.steps;
                List<Level> levels = levels(works.get(s), steps, known.steps > 1, geometry, key.joined);
                if (s % Math.max(1, each) == 0) {
                    found.add(levels);
                } else {
                    List<Level> sums = new ArrayList<>();
                    for (int l = 0; l < levels.size(); l++) {
                        sums.add(found.getLast().get(l).plus(levels.get(l)));
                    }
                    found.set(found.size() - 1, sums);
                }
            }
            return found;
        });
    }

    /**
     * Steps, and how many of them each stands for: one where they are taken one by one or are alike. What is certain of several steps that follow each other is certain of each.
     *
     * @param steps of each, but for those at the end of the loop
     */
    private record Works(List<StepWork> works, int steps) {}

    private Works works(List<Integer> block) {
        List<Integer> hostSizes = new ArrayList<>();
        for (int z = 0; z < family.roles().size(); z++) {
            hostSizes.add(family.roles().get(z).runsOnHost() ? block.get(z) : 1);
        }
        return steps.computeIfAbsent(hostSizes, s -> {
            List<StepSampler.Step> every = sampler.everyStep(block, MOST_STEPS);
            int several = 1;
            if (every.isEmpty()
                    && family.roles().stream().filter(LoopRole::runsOnHost).count() == 1) {
                int loop = IntStream.range(0, block.size())
                        .filter(z -> family.roles().get(z).runsOnHost())
                        .findFirst()
                        .orElseThrow();
                several = (int) Math.ceilDiv(sampler.whole(loop).blocks(sampler.origin(), block.get(loop)), MOST_STEPS);
                List<Integer> wide = new ArrayList<>(block);
                wide.set(loop, several * block.get(loop));
                every = sampler.everyStep(wide, MOST_STEPS);
            }
            return new Works(
                    every.stream()
                            .map(step -> new StepWork(step, workload, sampler.origin()))
                            .toList(),
                    several);
        });
    }

    /**
     * @param steps that it stands for
     * @param certain whether only such blocks count as started that are in all of these steps
     */
    private List<Level> levels(StepWork work, int steps, boolean certain, Geometry geometry, List<Double> joined) {
        List<Level> levels = new ArrayList<>();
        for (int level = 0; level < workload.levels().size(); level++) {
            List<Workload.Piece> pieces = workload.levels().get(level).pieces();
            double started = 0;
            double in = 0;
            double out = 0;
            List<Work> kinds = new ArrayList<>();
            for (int p = 0; p < pieces.size(); p++) {
                double blocks = Math.max(0, work.blocks(pieces.get(p), level, p, geometry));
                kinds.add(blocks > 0 ? work(work, level, p, geometry) : Work.NONE);
                boolean some = blocks > 0 && !partly[level][p];
                started += !certain ? blocks : some ? whole(work, level, p, geometry) : 0;
                double points = blocks > 0 ? own(work, level, p, geometry) : 0;
                for (Reference reference : pieces.get(p).references()) {
                    if (reference.strategy() == Strategy.OWN) {
                        in += points * reference.loads() * reference.bytes();
                        out += points * reference.stores() * reference.bytes();
                    }
                }
            }
            if (plain) {
                in += loads.bytes(level, work, geometry);
            }
            double launches = started > joined.get(level) ? steps * work.weight() : 0;
            double movedIn = Math.max(0, in - kept());
            double movedOut = Math.max(0, out - kept());
            levels.add(new Level(
                    launches,
                    launches * LowerBounds.memorySeconds(movedIn, movedOut, device),
                    launches * LowerBounds.heldOnce(movedIn + movedOut, device),
                    launches * LowerBounds.cacheSeconds(movedIn, movedOut, device),
                    kinds));
        }
        return levels;
    }

    /**
     * Bytes that multiprocessors may keep from launch to launch: where the host runs single iterations, whose ranges shrink, one launch may run them all and keep its columns in shared
     * memory ({@link tilewright.kernel.pass.Pass#KEEP_COLUMNS}).
     */
    private double kept() {
        return plain || blocked ? 0 : (double) device.limits().sharedBytesPerProcessor() * device.processors();
    }

    /**
     * Blocks that a launch of each level must have more of, to be one of its own: the blocks of the next launch may repeat what a single block does,
     * and one block that stays may run a few blocks of every launch ({@link tilewright.kernel.pass.Pass#RESIDENT_LOOPS}), those of launches
     * without barriers side by side. Rows of blocks run all launches in one ({@link RowsOfBlocks}).
     */
    private List<Double> joined(Geometry geometry) {
        boolean rows = RowsOfBlocks.are(workload, geometry);
        int besides = Math.max(1, device.limits().threadsPerBlock() / geometry.threads());
        double rounds = device.target().rounds();
        List<Double> joined = new ArrayList<>();
        for (boolean barriers : barriers) {
            joined.add(rows ? Double.POSITIVE_INFINITY : barriers || geometry.lanes() > 1 ? rounds : rounds * besides);
        }
        return joined;
    }

    private Work work(StepWork work, int level, int position, Geometry geometry) {
        Workload.Piece piece = piece(level, position);
        // Of steps that one stands for the last one may have fewer iterations.
        if (partly[level][position] || geometry.hasFronts() || !plain && sampler.isSteady() && blocked) {
            return Work.NONE;
        }
        if (plain && !isSmallerThanTheDomain(geometry)) {
            return Work.NONE;
        }
        int next = 0;
        for (int z = 0; z < geometry.loops(); z++) {
            next = Math.max(next, family.roles().get(z).isBlockedOnHost() ? geometry.block(z) : 0);
        }
        int early = next;
        double whole = whole(work, level, position, geometry);
        double apart = Math.min(
                whole,
                work.certainBlocks(piece, level, position, geometry, z -> Math.ceilDiv(early, geometry.block(z)) + 1));
        double iterations = Math.floor(
                plain ? work.iterations(level, position, geometry) : work.certainIterations(level, position, geometry));
        // The last block of iterations may be partly filled; of blocks that are not wholly inside there is one at
        // least.
        double steps = (plain && blocked ? work.weight() - 1 : work.weight()) * iterations;
        double running = plain ? Math.max(1, whole) : whole;
        return new Work(
                steps * whole,
                steps * apart,
                steps * Math.ceil(running / device.processors()),
                steps * Math.min(1, running));
    }

    private double whole(StepWork work, int level, int position, Geometry geometry) {
        Workload.Piece piece = piece(level, position);
        return plain
                ? work.wholeBlocks(piece, level, position, geometry)
                : work.certainBlocks(piece, level, position, geometry, z -> 0);
    }

    /** Elements of the blocks of a piece, without a block of loops along which another piece has one. */
    private double own(StepWork work, int level, int position, Geometry geometry) {
        Workload.Piece piece = piece(level, position);
        if (partly[level][position] || !plain && sampler.isSteady()) {
            return 0;
        }
        if (!plain) {
            return work.certainPoints(piece, level, position, geometry);
        }
        double elements = 1;
        for (int z = 0; z < geometry.loops(); z++) {
            if (geometry.isParallel(z)) {
                boolean free = (piece.free() & 1 << z) != 0;
                long left = (piece.fixedBySome() & 1 << z) != 0 ? geometry.block(z) : 0;
                elements *= free ? Math.max(0, work.extent(level, position, z) - left) : 0;
            }
        }
        return elements;
    }

    /** Whether blocks along every parallel loop lie inside the domain, all but the last. */
    private boolean isSmallerThanTheDomain(Geometry geometry) {
        for (int z = 0; z < geometry.loops(); z++) {
            if (geometry.isParallel(z) && sampler.whole(z).length() < geometry.block(z)) {
                return false;
            }
        }
        return true;
    }
}
