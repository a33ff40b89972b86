package tilewright.ranking.work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import tilewright.model.Interval;
import tilewright.tiling.space.LoopRole;

/**
 * One step (or a group of like steps) of the host loops, piece by piece: over which ranges its blocks lie and how
 * often they iterate. Independent of the sizes of parallel loops, hence shared by most candidates.
 */
public final class StepWork {
    private final double weight;
    private final long origin;
    private final List<List<PieceRange>> levels;
    private final double workingSet;
    private final StepSampler.Meeting meeting;
    private final Map<List<Integer>, Double> met = new HashMap<>();

    /**
     * @param ranges of the common loops, over the piece's statements
     * @param certain ranges in whose box all of its statements run in every point
     * @param fill part of the blocks in these ranges that have work
     * @param iterations of the sequential loops that the longest block runs
     * @param share of these that blocks run on average
     */
    private record PieceRange(Interval[] ranges, Interval[] certain, double fill, double iterations, double share) {}

    public StepWork(StepSampler.Step step, Workload workload, long origin) {
        this.weight = step.weight();
        this.origin = origin;
        this.meeting = step.meeting();
        this.levels = new ArrayList<>();
        Map<String, Double> footprints = new HashMap<>();
        for (Workload.Level level : workload.levels()) {
            List<PieceRange> pieces = new ArrayList<>();
            for (Workload.Piece piece : level.pieces()) {
                PieceRange range = range(step, piece, workload.family().roles());
                pieces.add(range);
                addFootprints(piece, range, workload.family().roles(), footprints);
            }
            levels.add(pieces);
        }
        this.workingSet =
                footprints.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private static PieceRange range(StepSampler.Step step, Workload.Piece piece, List<LoopRole> roles) {
        Interval[] hull = new Interval[roles.size()];
        Interval[] certain = new Interval[roles.size()];
        double host = 1;
        double inside = 1;
        double longest = 0;
        double fill = 0;
        double blocks = 0;
        for (int z = 0; z < roles.size(); z++) {
            hull[z] = Interval.EMPTY;
            certain[z] = Interval.EVERYTHING;
            for (Workload.Computation computation : piece.computations()) {
                Interval[] own = step.ranges().get(computation.statement());
                Interval[] sure = step.certain().get(computation.statement());
                hull[z] = own == null ? hull[z] : hull[z].hull(own[z]);
                certain[z] = sure == null ? Interval.EMPTY : certain[z].intersect(sure[z]);
            }
            switch (roles.get(z)) {
                case HOST_BLOCKS, FRONTS -> host *= step.sequential()[z];
                case KERNEL, REDUCTION -> inside *= hull[z].length();
                case HOST, UNROLLED, PARALLEL -> {}
            }
        }
        for (Workload.Computation computation : piece.computations()) {
            fill = Math.max(fill, step.fill().getOrDefault(computation.statement(), 1.0));
            blocks = Math.max(blocks, step.parallelFill().getOrDefault(computation.statement(), 1.0));
            longest = Math.max(longest, step.longest().getOrDefault(computation.statement(), inside));
        }
        double average = blocks == 0 ? inside : inside * fill / blocks;
        double most = longest == 0 ? inside : Math.min(inside, longest);
        return new PieceRange(hull, certain, blocks, host * most, most == 0 ? 1 : Math.min(1, average / most));
    }

    /** Array by array the largest region that some piece touches, blocks of the fixed loops left out. */
    private static void addFootprints(
            Workload.Piece piece, PieceRange range, List<LoopRole> roles, Map<String, Double> footprints) {
        for (Reference reference : piece.references()) {
            double bytes = reference.bytes() * touched(reference);
            boolean sequential = false;
            int[] along = new int[roles.size()];
            for (int z = 0; z < roles.size(); z++) {
                along[z] = (piece.free() & 1 << z) != 0 ? clamp(range.ranges[z].length()) : 1;
                bytes *= reference.uses(z) ? along[z] : 1;
                sequential |= reference.uses(z) && isSequential(roles.get(z));
            }
            double times = sequential ? reference.timesTouched(along, range.iterations) : 1;
            footprints.merge(reference.array(), times * bytes, Math::max);
        }
    }

    /** Whether other iterations of a loop may touch other elements; those that are written out belong to one another. */
    private static boolean isSequential(LoopRole role) {
        return switch (role) {
            case HOST_BLOCKS, FRONTS, KERNEL, REDUCTION -> true;
            case HOST, UNROLLED, PARALLEL -> false;
        };
    }

    /** How many steps it stands for. */
    public double weight() {
        return weight;
    }

    /** Bytes of all different elements that the step touches. */
    public double workingSet() {
        return workingSet;
    }

    /** Blocks of a piece as whole ones, which move and compute as much; a partly filled triangle of blocks counts in part. */
    public double blocks(Workload.Piece piece, int level, int position, Geometry geometry) {
        return levels.get(level).get(position).fill * box(piece, level, position, geometry);
    }

    /** Blocks of a piece that have points, which take turns on the multiprocessors: a block that the edge of a triangle crosses is one. */
    public double started(Workload.Piece piece, int level, int position, Geometry geometry) {
        double part = levels.get(level).get(position).fill < 1 ? meetingPart(piece, level, position, geometry) : 1;
        return part * box(piece, level, position, geometry);
    }

    private double box(Workload.Piece piece, int level, int position, Geometry geometry) {
        PieceRange range = levels.get(level).get(position);
        double blocks = 1;
        for (int z = 0; z < range.ranges.length; z++) {
            if ((piece.free() & 1 << z) != 0) {
                long along = range.ranges[z].blocks(origin, geometry.block(z));
                blocks *= Math.max(0, along - ((piece.fixedBySome() & 1 << z) != 0 ? 1 : 0));
            }
        }
        return blocks;
    }

    /** Part of the blocks of a piece's box in which one of its statements runs. */
    private double meetingPart(Workload.Piece piece, int level, int position, Geometry geometry) {
        PieceRange range = levels.get(level).get(position);
        List<Integer> key = new ArrayList<>(List.of(level, position));
        double box = 1;
        for (int z = 0; z < range.ranges.length; z++) {
            boolean free = (piece.free() & 1 << z) != 0;
            key.add(free ? geometry.block(z) : 0);
            box *= free ? range.ranges[z].blocks(origin, geometry.block(z)) : 1;
        }
        double all = box;
        return all == 0
                ? 0
                : met.computeIfAbsent(
                        key,
                        k -> piece.computations().stream()
                                .mapToDouble(c -> meeting.blocks(c.statement(), piece.free(), geometry::block) / all)
                                .map(part -> Math.min(1, part))
                                .max()
                                .orElse(1));
    }

    /** Blocks of a piece that lie inside the ranges of all loops, one fewer where other pieces fix one; 0 for parts of boxes. */
    public double wholeBlocks(Workload.Piece piece, int level, int position, Geometry geometry) {
        PieceRange range = levels.get(level).get(position);
        double blocks = range.fill * range.share < 1 ? 0 : 1;
        for (int z = 0; z < range.ranges.length; z++) {
            if ((piece.free() & 1 << z) != 0) {
                long along = range.ranges[z].wholeBlocks(origin, geometry.block(z));
                blocks *= Math.max(0, along - ((piece.fixedBySome() & 1 << z) != 0 ? 1 : 0));
            }
        }
        return blocks;
    }

    /**
     * Blocks of a piece over all parallel loops in each of whose points all of its statements run, those left out that other pieces fix and as many more of each
     * such loop. A piece that fixes one of them itself has none.
     */
    public double certainBlocks(
            Workload.Piece piece, int level, int position, Geometry geometry, IntUnaryOperator more) {
        PieceRange range = levels.get(level).get(position);
        double blocks = 1;
        for (int z = 0; z < range.certain.length; z++) {
            boolean free = (piece.free() & 1 << z) != 0;
            if (free) {
                long along = range.certain[z].wholeBlocks(origin, geometry.block(z));
                blocks *= Math.max(0, along - ((piece.fixedBySome() & 1 << z) != 0 ? 1 + more.applyAsInt(z) : 0));
            } else if (geometry.isParallel(z) && !geometry.isLane(z)) {
                return 0;
            }
        }
        return blocks;
    }

    /** Iterations of such a block, of this one step. */
    public double certainIterations(int level, int position, Geometry geometry) {
        double iterations = 1;
        for (int z = 0; z < geometry.loops(); z++) {
            iterations *= geometry.isSequential(z)
                    ? levels.get(level).get(position).certain[z].length()
                    : 1;
        }
        return iterations / geometry.lanes();
    }

    /** {@link #extent} of such points, without those of one block of a loop that other pieces fix; 0 of loops that the piece fixes. */
    public double certainPoints(Workload.Piece piece, int level, int position, Geometry geometry) {
        double points = 1;
        for (int z = 0; z < geometry.loops(); z++) {
            if (geometry.isParallel(z)) {
                boolean free = (piece.free() & 1 << z) != 0;
                long left = (piece.fixedBySome() & 1 << z) != 0 ? geometry.block(z) : 0;
                long along = levels.get(level).get(position).certain[z].length();
                points *= free ? Math.max(0, along - left) : 0;
            }
        }
        return points;
    }

    /** Blocks along one loop, those that other pieces fix included. */
    public long along(int level, int position, int loop, Geometry geometry) {
        return levels.get(level).get(position).ranges[loop].blocks(origin, geometry.block(loop));
    }

    /**
     * Those of {@link #blocks} that end beyond the range along some loop: they check every point. All do where lanes do not divide the
     * iterations that they share out.
     */
    public double edgeBlocks(Workload.Piece piece, int level, int position, Geometry geometry) {
        PieceRange range = levels.get(level).get(position);
        double all = blocks(piece, level, position, geometry);
        for (int z = 0; z < range.ranges.length; z++) {
            if (geometry.isLane(z) && range.ranges[z].length() % geometry.block(z) != 0) {
                return all;
            }
        }
        double inside = all;
        for (int z = 0; z < range.ranges.length; z++) {
            boolean padded = (piece.padded() & 1 << z) != 0 && geometry.thread(z) % 2 == 0;
            if ((piece.free() & 1 << z) != 0 && !padded && range.ranges[z].endsInside(origin, geometry.block(z))) {
                long along = range.ranges[z].blocks(origin, geometry.block(z))
                        - ((piece.fixedBySome() & 1 << z) != 0 ? 1 : 0);
                inside *= along <= 0 ? 0 : (along - 1.0) / along;
            }
        }
        return all - inside;
    }

    /** Values of a loop over which a piece's blocks lie. */
    public long extent(int level, int position, int loop) {
        return levels.get(level).get(position).ranges[loop].length();
    }

    /** Iterations that a block runs one after another, on average of all blocks; lanes share out those of a reduction. */
    public double iterations(int level, int position, Geometry geometry) {
        PieceRange range = levels.get(level).get(position);
        return range.share * range.iterations / geometry.lanes();
    }

    /** {@link #iterations} over those of the longest block. Example: sums over k = 1..i are 1/2. */
    public double share(int level, int position) {
        return levels.get(level).get(position).share;
    }

    /** Bytes of the sectors with the different elements that all blocks of a piece touch at a reference. */
    public double footprint(Workload.Piece piece, Reference reference, int level, int position, Geometry geometry) {
        PieceRange range = levels.get(level).get(position);
        double elements = 1;
        int[] along = new int[geometry.loops()];
        for (int z = 0; z < geometry.loops(); z++) {
            along[z] = (piece.free() & 1 << z) != 0 ? clamp(range.ranges[z].length()) : geometry.block(z);
            elements *= geometry.isParallel(z) && reference.uses(z) ? along[z] : 1;
        }
        double times = geometry.usesSequential(reference.loops())
                ? reference.timesTouched(along, iterations(level, position, geometry))
                : 1;
        return times * elements * reference.bytes() * touched(reference);
    }

    private static int clamp(long length) {
        return (int) Math.min(length, Integer.MAX_VALUE);
    }

    /** Elements that memory moves for each point of a reference. */
    private static double touched(Reference reference) {
        return reference.lattice().elements() * reference.lattice().moved(reference.bytes());
    }
}
