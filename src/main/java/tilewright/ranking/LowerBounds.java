package tilewright.ranking;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Scope;
import tilewright.locality.LeastWork;
import tilewright.tiling.Candidate;
import tilewright.tiling.Family;
import tilewright.tiling.LoopRole;
import tilewright.tiling.Strategy;

/**
 * Times below which candidates cannot run on a GPU: what lets a sweep stop before it has tried everything. Unlike
 * {@link GpuCostModel} nothing here is fitted and nothing is an average: peaks are the device's clock times the number of
 * its units, and whatever is not sure counts as nothing. The bound is the largest of four terms, each a lower bound alone:
 *
 * <ul>
 *   <li><em>Arithmetic.</em> Every program executes all iterations that are not proved silent, each with at least
 *       {@link LeastInstructions}; all multiprocessors together start at most clock x schedulers x warp instructions of
 *       a lane per second.
 *   <li><em>Memory.</em> Every input element is loaded and every final element stored. Up to the size of L2 may already be
 *       there at the start, and as much may still be there at the end; the rest passes the memory's interface. The same holds
 *       for what the blocks of every single launch load into their own registers and store from there.
 *   <li><em>Cache.</em> The same bytes pass the ports between L2 and multiprocessors, 64 bytes per clock and
 *       multiprocessor in each direction, in every launch: first-level caches do not outlive a launch, and stores go
 *       through them.
 *   <li><em>Sequence.</em> Levels of a step wait for each other, as do steps. Each takes at least the least latency between
 *       two launches of a graph, unless it has so few blocks that those of another launch may run them,
 *       and as long as the whole blocks of one multiprocessor: some one runs at least their number
 *       divided by that of multiprocessors, rounded up, and a block cannot use more schedulers than it has warps. They count the
 *       arithmetic of all their points and iterations, and what it takes to read staged values, 16 bytes per instruction. Time tiles
 *       count all points of their boxes. Blocks that leave out iterations count no arithmetic. Where loops do not run over boxes, and one
 *       step stands for all, only the longest level of each counts.
 * </ul>
 *
 * <p>Assumptions: the clock does not exceed the driver's peak, and calibration met the least launch latency. A program is
 * the candidate's plan: every visit loads and stores its own elements. Products of matrices in double precision do no more multiply-adds per clock
 * than the schedulers could start one by one, as on GPUs of compute capability 8.0 and 9.0. {@code EmulatedNestsTest} compares launches, bytes and
 * instructions with what programs count.
 *
 * <p>Example: matrix multiplication of n = 1024 on an H200: 2^30 fused operations over 132 x 128 x 1.98e9 per second are
 * 32 us; 12 MiB of input and 4 MiB of results fit L2, so memory says nothing.
 */
public final class LowerBounds {
    /** Width of a multiprocessor's port to L2, each way: NVIDIA, compute capability 7.0 to 9.0. */
    private static final double PORT_BYTES_PER_CLOCK = 64;

    /** The widest access to shared memory. */
    private static final double ACCESS_BYTES = 16;

    /** From this compute capability on one instruction may do the work of two lanes. */
    private static final int PAIRED = 100;

    /** Where steps differ they are taken one by one; of more than these the launches count as nothing. */
    private static final long MOST_STEPS = 2_000;

    private final GpuDescription device;
    private final Problem problem;
    private final double arithmetic;
    private final double memory;
    private final double cache;
    private final Map<String, Double> perIteration;
    private final Map<Family, OfFamily> families = new IdentityHashMap<>();

    /**
     * @param dependences of the nest, or of the part of it that is ranked
     * @param sizes value of every parameter
     */
    public LowerBounds(Dependences dependences, List<Family> families, Map<String, Long> sizes, GpuDescription device) {
        this.device = device;
        this.problem = Problem.of(dependences, sizes);
        LeastWork work = LeastWork.of(dependences, sizes);
        Context context = dependences.domains().getFirst().iterations().context();
        try (Scope _ = context.scope()) {
            this.perIteration = new LeastInstructions(dependences).perIteration();
        }
        double instructions = work.iterations().entrySet().stream()
                .mapToDouble(e -> e.getValue() * perIteration.getOrDefault(e.getKey(), 0.0))
                .sum();
        double in = bytes(work.inputs());
        double out = bytes(work.results());
        this.arithmetic = instructions / issuePerSecond(device);
        this.memory = memorySeconds(in, out);
        this.cache = cacheSeconds(in, out);
        for (Family family : families) {
            this.families.put(family, new OfFamily(family));
        }
    }

    /** Instructions of a lane that all multiprocessors together can start per second: clock x units. */
    static double issuePerSecond(GpuDescription device) {
        int paired = Integer.parseInt(device.architecture().replaceAll("\\D", "")) >= PAIRED ? 2 : 1;
        return device.clockHertz()
                * device.processors()
                * device.limits().schedulers()
                * device.limits().warp()
                * paired;
    }

    private double bytes(Map<String, Long> elements) {
        return elements.entrySet().stream()
                .mapToDouble(e -> e.getValue()
                        * (double) problem.nest().array(e.getKey()).type().bytes())
                .sum();
    }

    private double memorySeconds(double in, double out) {
        double kept = device.memory().cacheBytes();
        return (Math.max(0, in - kept) + Math.max(0, out - kept))
                / device.memory().interfaceBytesPerSecond();
    }

    private double cacheSeconds(double in, double out) {
        return Math.max(in, out) / (PORT_BYTES_PER_CLOCK * device.processors() * device.clockHertz());
    }

    /**
     * The bound of one candidate.
     *
     * @throws IllegalArgumentException if the family is not one of those given
     */
    public LowerBound of(Family family, Candidate candidate) {
        OfFamily costs = families.get(family);
        if (costs == null) {
            throw new IllegalArgumentException("family " + family.name() + " has no bounds");
        }
        return costs.of(candidate);
    }

    private LowerBound bound(double memoryOfLaunches, double cacheOfLaunches, double sequence) {
        Map<LowerBound.Term, Double> terms = new EnumMap<>(LowerBound.Term.class);
        terms.put(LowerBound.Term.ARITHMETIC, arithmetic);
        terms.put(LowerBound.Term.MEMORY, Math.max(memory, memoryOfLaunches));
        terms.put(LowerBound.Term.CACHE, Math.max(cache, cacheOfLaunches));
        terms.put(LowerBound.Term.SEQUENCE, sequence);
        return new LowerBound(terms);
    }

    /** Bytes that the blocks of one level load into and store from their own registers, in one step. */
    private record Own(double in, double out) {}

    /** What candidates of one family share. */
    private final class OfFamily {
        private final Family family;
        private final Workload workload;
        private final StepSampler sampler;
        /** Whether all steps are alike and loops run over boxes, so that blocks are full and whole. */
        private final boolean plain;

        private final Map<List<Integer>, List<StepWork>> steps = new HashMap<>();
        /** Where steps differ blocks count no arithmetic, and block sizes decide alone. */
        private final Map<List<Integer>, Double> sequences = new HashMap<>();

        OfFamily(Family family) {
            this.family = family;
            this.workload = WorkloadBuilder.of(problem, family, device.instructions());
            this.sampler = new StepSampler(problem, family);
            this.plain = sampler.isSteady() && sampler.isBox();
        }

        LowerBound of(Candidate candidate) {
            if (family.time() != null) {
                return timeTiles(candidate);
            }
            boolean stepped = candidate.options().panel() > 0 && family.roles().contains(LoopRole.HOST_BLOCKS);
            Candidate chain = stepped ? candidate.early(family.roles()) : candidate;
            double launches = plain ? launches(chain) : sequences.computeIfAbsent(chain.block(), b -> launches(chain));
            double memoryOfLaunches = 0;
            double cacheOfLaunches = 0;
            Geometry geometry = Geometry.of(family, candidate);
            for (StepWork step : plain ? steps(candidate.block()) : List.<StepWork>of()) {
                Own own = own(step, geometry);
                memoryOfLaunches += step.weight() * memorySeconds(own.in, own.out);
                cacheOfLaunches += step.weight() * cacheSeconds(own.in, own.out);
            }
            return bound(memoryOfLaunches, cacheOfLaunches, launches);
        }

        private double launches(Candidate candidate) {
            Geometry geometry = Geometry.of(family, candidate);
            double seconds = 0;
            for (StepWork step : steps(candidate.block())) {
                double longest = 0;
                double all = 0;
                for (int level = 0; level < workload.levels().size(); level++) {
                    double whole = launch(step, level, geometry);
                    // The last block of iterations may be partly filled.
                    boolean blocked = family.roles().stream().anyMatch(r -> r.isBlockedOnHost());
                    double last = blocked ? Math.min(whole, device.latency().graphLaunch()) : whole;
                    double levels = (step.weight() - 1) * whole + last;
                    longest = Math.max(longest, levels);
                    all += levels;
                }
                // One step that stands for all of them shows no step in which a level has nothing to do.
                seconds += sampler.isSteady() && !plain ? longest : all;
            }
            return seconds == 0 ? 0 : Math.max(seconds, device.latency().graphLaunch());
        }

        /** A launch of a level, on the path on which everything waits for the one before. */
        private double launch(StepWork step, int level, Geometry geometry) {
            List<Workload.Piece> pieces = workload.levels().get(level).pieces();
            double seconds = 0;
            for (int p = 0; p < pieces.size(); p++) {
                if (step.blocks(pieces.get(p), level, p, geometry) > 0) {
                    double whole = step.wholeBlocks(pieces.get(p), level, p, geometry);
                    double iterations = step.iterations(level, p, geometry);
                    seconds = Math.max(seconds, blocks(pieces.get(p), Math.max(1, whole), iterations, geometry));
                }
            }
            return isOfItsOwn(step, level, geometry) && !RowsOfBlocks.are(workload, geometry)
                    ? Math.max(seconds, device.latency().graphLaunch())
                    : seconds;
        }

        /**
         * Whether a launch has more blocks than those of another one may run: the blocks of the next launch may repeat what a single block does,
         * and one block that stays may run a few blocks of every launch ({@link tilewright.kernel.pass.Pass#RESIDENT_LOOPS}), those of launches
         * without barriers side by side. Rows of blocks run all launches in one ({@link RowsOfBlocks}).
         */
        private boolean isOfItsOwn(StepWork step, int level, Geometry geometry) {
            List<Workload.Piece> pieces = workload.levels().get(level).pieces();
            double blocks = 0;
            for (int p = 0; p < pieces.size(); p++) {
                blocks += Math.max(0, step.blocks(pieces.get(p), level, p, geometry));
            }
            boolean barriers = geometry.lanes() > 1
                    || pieces.stream()
                            .allMatch(p -> p.shape().exchanged()
                                    || p.operands().stream().anyMatch(ExpressionCost.Operand::staged));
            int besides = Math.max(1, device.limits().threadsPerBlock() / geometry.threads());
            return blocks > (double) device.target().rounds() * (barriers ? 1 : besides);
        }

        /**
         * The instructions of whole blocks: some multiprocessor runs as many as there are per multiprocessor, rounded up, and one
         * block has no more of it than its warps have schedulers.
         */
        private double blocks(Workload.Piece piece, double blocks, double iterations, Geometry geometry) {
            boolean whole = plain
                    && piece.computations().stream().noneMatch(c -> c.guarded() || c.pinned() != 0)
                    && isSmallerThanTheDomain(geometry);
            if (!whole) {
                return 0;
            }
            double updates = piece.computations().stream()
                    .mapToDouble(c -> perIteration.getOrDefault(c.statement(), 0.0))
                    .sum();
            double points = 1;
            for (int z = 0; z < geometry.loops(); z++) {
                // One value of a loop may be silent, as i = k is.
                points *= geometry.isParallel(z) ? geometry.block(z) - 1 : 1;
            }
            double instructions =
                    Math.floor(iterations) * (points * updates + geometry.threads() * reads(piece, geometry));
            double warps =
                    Math.ceil((double) geometry.threads() / device.limits().warp());
            double share = Math.min(1, warps / device.limits().schedulers());
            double perProcessor = Math.ceil(blocks / device.processors());
            return Math.max(perProcessor, 1 / share) * instructions * device.processors() / issuePerSecond(device);
        }

        /**
         * Instructions by which a thread reads the staged values of one iteration: 16 bytes each, at most. Lanes of a warp that compute products of
         * matrices read a share of them, while other instructions do the updates of several iterations.
         */
        private double reads(Workload.Piece piece, Geometry geometry) {
            if (Products.areIn(piece, geometry)) {
                return 0;
            }
            double bytes = 0;
            for (ExpressionCost.Operand operand : piece.operands()) {
                boolean anew = operand.staged() && geometry.usesSequential(operand.loops());
                bytes += anew ? (double) geometry.perThread(operand.loops()) * operand.bytes() : 0;
            }
            return bytes / ACCESS_BYTES;
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

        /** The own elements of the blocks of pieces that range over all parallel loops. */
        private Own own(StepWork step, Geometry geometry) {
            double in = 0;
            double out = 0;
            for (int l = 0; l < workload.levels().size(); l++) {
                List<Workload.Piece> pieces =
                        isOfItsOwn(step, l, geometry) ? workload.levels().get(l).pieces() : List.of();
                for (int p = 0; p < pieces.size(); p++) {
                    double bytes = inside(step, pieces.get(p), l, p, geometry);
                    for (Reference reference : pieces.get(p).references()) {
                        if (reference.strategy() == Strategy.OWN) {
                            in += bytes * reference.loads() * reference.bytes();
                            out += bytes * reference.stores() * reference.bytes();
                        }
                    }
                }
            }
            return new Own(in, out);
        }

        /** Elements of the blocks of a piece, without a block of loops along which another piece has one. */
        private double inside(StepWork step, Workload.Piece piece, int level, int position, Geometry geometry) {
            boolean partly = piece.computations().stream().anyMatch(c -> c.guarded() || c.pinned() != 0);
            double elements = partly || step.blocks(piece, level, position, geometry) <= 0 ? 0 : 1;
            for (int z = 0; z < geometry.loops(); z++) {
                if (geometry.isParallel(z)) {
                    boolean free = (piece.free() & 1 << z) != 0;
                    long left = (piece.fixedBySome() & 1 << z) != 0 ? geometry.block(z) : 0;
                    elements *= free ? Math.max(0, step.extent(level, position, z) - left) : 0;
                }
            }
            return elements;
        }

        /** Launches of whole sweeps, each of which loads and stores the arrays that iterations hand on. */
        private LowerBound timeTiles(Candidate candidate) {
            if (candidate.options().resident()) {
                return staying(candidate);
            }
            TimeTileGeometry geometry = TimeTileGeometry.of(Objects.requireNonNull(family.time()), candidate);
            double launches = 2
                    * Math.ceil(sampler.narrowest(0) / (2.0 * candidate.block().getFirst()));
            double elements = 1;
            for (int d = 1; d < problem.loops().size(); d++) {
                elements *= sampler.narrowest(d);
            }
            // The last launch may only copy.
            double in = elements * geometry.stored();
            double out = elements * geometry.stored();
            return bound(
                    launches * memorySeconds(in, out),
                    launches * cacheSeconds(in, out),
                    Math.max(launches * device.latency().graphLaunch(), boxes(geometry)));
        }

        /** Arrays that iterations hand on are loaded and stored once; the instructions of blocks that stay. */
        private LowerBound staying(Candidate candidate) {
            TimeTileGeometry geometry = TimeTileGeometry.of(Objects.requireNonNull(family.time()), candidate);
            double elements = 1;
            for (int d = 1; d < problem.loops().size(); d++) {
                elements *= sampler.narrowest(d);
            }
            double bytes = elements * geometry.stored();
            return bound(
                    memorySeconds(bytes, bytes),
                    cacheSeconds(bytes, bytes),
                    Math.max(device.latency().graphLaunch(), boxes(geometry)));
        }

        /** The instructions of all iterations in all points of all boxes but the last ones along each dimension. */
        private double boxes(TimeTileGeometry geometry) {
            double blocks = 1;
            for (int d = 0; d < geometry.box().size(); d++) {
                blocks *= Math.floor((double) sampler.narrowest(d + 1)
                        / geometry.box().get(d).own());
            }
            double updates = workload.levels().getFirst().pieces().getFirst().computations().stream()
                    .mapToDouble(c -> perIteration.getOrDefault(c.statement(), 0.0))
                    .sum();
            double each = sampler.narrowest(0) * geometry.points() * updates;
            return Math.ceil(blocks / device.processors()) * each * device.processors() / issuePerSecond(device);
        }

        /** Every step, or all at once where they are alike; none where there are too many to look at. */
        private List<StepWork> steps(List<Integer> block) {
            List<Integer> hostSizes = new ArrayList<>();
            for (int z = 0; z < family.roles().size(); z++) {
                hostSizes.add(family.roles().get(z).isBlockedOnHost() ? block.get(z) : 1);
            }
            return steps.computeIfAbsent(
                    hostSizes,
                    s -> sampler.everyStep(block, MOST_STEPS).stream()
                            .map(step -> new StepWork(step, workload, sampler.origin()))
                            .toList());
        }
    }
}
