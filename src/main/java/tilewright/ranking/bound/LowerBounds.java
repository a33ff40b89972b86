package tilewright.ranking.bound;

import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.dependence.Dependences;
import tilewright.dependence.SilentWrites;
import tilewright.isl.Context;
import tilewright.isl.Scope;
import tilewright.locality.LeastWork;
import tilewright.ranking.cost.GpuCostModel;
import tilewright.ranking.cost.TimeTileGeometry;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.StepSampler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.space.Candidate;

/**
 * Times below which candidates cannot run on a GPU: what lets a sweep stop before it has tried everything. Unlike
 * {@link GpuCostModel} nothing here is fitted and nothing is an average: peaks are the device's clock times the number of
 * its units, and whatever is not sure counts as nothing. The bound is the largest of five terms, each a lower bound alone:
 *
 * <ul>
 *   <li><em>Arithmetic.</em> Every program executes all iterations that are not proved silent, each with at least
 *       {@link LeastInstructions}; all multiprocessors together start at most clock x schedulers x warp instructions of
 *       a lane per second.
 *   <li><em>Memory.</em> Every input element is loaded and every final element stored. Up to the size of L2 may already be
 *       there at the start, and as much may still be there at the end; the rest passes the memory's interface. The same holds
 *       for what the blocks of every single launch load into their own registers and store from there.
 *   <li><em>Cache.</em> The same bytes pass between L2 and multiprocessors in every launch: first-level caches do not outlive a launch, and stores go
 *       through them. A port carries 64 bytes per clock to its multiprocessor; what all of them store together is measured ({@link GpuDescription.Ceilings}).
 *   <li><em>Shared memory.</em> In every iteration each thread of a whole block reads the staged values of its points anew, unless warps
 *       compute products of matrices, at a measured rate at most.
 *   <li><em>Sequence.</em> Levels of a step wait for each other, as do steps. Each takes at least the least latency between
 *       two launches of a graph, unless it has so few blocks that those of another launch may run them,
 *       and as long as the whole blocks of one multiprocessor: some one runs at least their number
 *       divided by that of multiprocessors, rounded up, and a block cannot use more schedulers than it has warps. They count the
 *       arithmetic of all their points and iterations, and what it takes to read staged values, 16 bytes per instruction. Time tiles
 *       count all points of their boxes. Blocks that leave out iterations count no arithmetic ({@link WholeBlocks}). Where loops do not run over boxes, and one
 *       step stands for all, only the longest level of each counts.
 * </ul>
 *
 * <p>Assumptions: the clock does not exceed the driver's peak, and no program exceeds the device's ceilings. A program is
 * the candidate's plan: every visit loads and stores its own elements. Products of matrices in double precision do no more multiply-adds per clock
 * than the schedulers could start one by one, as on GPUs of compute capability 8.0 and 9.0. {@code EmulatedNestsTest} compares launches, bytes and
 * instructions with what programs count.
 *
 * <p>Example: matrix multiplication of n = 1024 on an H200: 2^30 fused operations over 132 x 128 x 1.98e9 per second are
 * 32 us; 12 MiB of input and 4 MiB of results fit L2, so memory says nothing.
 */
public final class LowerBounds {
    /** From this compute capability on one instruction may do the work of two lanes. */
    private static final int PAIRED = 100;

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
        Context context = dependences.context();
        try (Scope _ = context.scope()) {
            this.perIteration = new LeastInstructions(dependences).perIteration();
        }
        double instructions = work.iterations().entrySet().stream()
                .mapToDouble(e -> e.getValue() * perIteration.getOrDefault(e.getKey(), 0.0))
                .sum();
        double in = bytes(work.inputs());
        double out = bytes(work.results());
        this.arithmetic = instructions / issuePerSecond(device);
        this.memory = memorySeconds(in, out, device);
        this.cache = cacheSeconds(in, out, device);
        Set<String> silent =
                dependences.silent().stream().map(SilentWrites::statement).collect(Collectors.toSet());
        for (Family family : families) {
            this.families.put(family, new OfFamily(family, silent));
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

    /** Seconds in which memory moves bytes to and from a launch, but for what L2 may keep. */
    static double memorySeconds(double in, double out, GpuDescription device) {
        double kept = device.memory().cacheBytes();
        return (Math.max(0, in - kept) + Math.max(0, out - kept))
                / device.memory().interfaceBytesPerSecond();
    }

    /**
     * Seconds in which memory moves the bytes of one of several launches each of which stores other arrays than it loads. L2 holds so many bytes between two launches. A byte there saves the
     * load of the next launch, or, where it stays until a launch stores it again, that it is written back; but that launch does not load it. So each byte held between two launches saves one transfer at most.
     *
     * @param bytes loaded and stored
     */
    static double heldOnce(double bytes, GpuDescription device) {
        return Math.max(0, bytes - device.memory().cacheBytes())
                / device.memory().interfaceBytesPerSecond();
    }

    /** The sum of {@link #heldOnce} over all launches, without what is not written back in the end. */
    static double heldInTheEnd(double seconds, GpuDescription device) {
        return Math.max(
                0, seconds - device.memory().cacheBytes() / device.memory().interfaceBytesPerSecond());
    }

    /** Seconds in which the ports of L2 carry what is loaded, and L2 takes what is stored, each on its own. */
    static double cacheSeconds(double in, double out, GpuDescription device) {
        double ports = GpuDescription.Ceilings.PORT_BYTES_PER_CLOCK * device.processors() * device.clockHertz();
        return Math.max(in / ports, out / device.ceilings().storedBytesPerSecond());
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

    private LowerBound bound(double memoryOfLaunches, double cacheOfLaunches, double shared, double sequence) {
        Map<LowerBound.Term, Double> terms = new EnumMap<>(LowerBound.Term.class);
        terms.put(LowerBound.Term.ARITHMETIC, arithmetic);
        terms.put(LowerBound.Term.MEMORY, Math.max(memory, memoryOfLaunches));
        terms.put(LowerBound.Term.CACHE, Math.max(cache, cacheOfLaunches));
        terms.put(LowerBound.Term.SHARED, shared);
        terms.put(LowerBound.Term.SEQUENCE, sequence);
        return new LowerBound(terms);
    }

    /** What candidates of one family share. */
    private final class OfFamily {
        private final Family family;
        private final LaunchBounds launches;

        OfFamily(Family family, Set<String> silent) {
            this.family = family;
            this.launches = new LaunchBounds(problem, family, device, perIteration, silent);
        }

        LowerBound of(Candidate candidate) {
            if (family.time() != null) {
                return timeTiles(candidate);
            }
            LaunchBounds.Least least = launches.of(candidate);
            return bound(least.memory(), least.cache(), least.shared(), least.sequence());
        }

        /** Launches of whole sweeps, each of which loads and stores the arrays that iterations hand on. */
        private LowerBound timeTiles(Candidate candidate) {
            if (candidate.options().resident()) {
                return staying(candidate);
            }
            TimeTileGeometry geometry = TimeTileGeometry.of(Objects.requireNonNull(family.time()), candidate);
            StepSampler sampler = launches.sampler();
            TimeShape shape = geometry.shape();
            double sweeps =
                    shape.isSweep() ? 1 : 2 * Math.ceil(sampler.narrowest(0) / (2.0 * shape.iterations(candidate)));
            double elements = 1;
            for (int d = shape.timeLoops(); d < problem.loops().size(); d++) {
                elements *= sampler.narrowest(d);
            }
            // The last launch may only copy.
            double in = elements * geometry.changed();
            double out = elements * geometry.stored();
            double once = heldInTheEnd(sweeps * heldOnce(in + out, device), device);
            return bound(
                    Math.max(once, sweeps * memorySeconds(in, out, device)),
                    sweeps * cacheSeconds(in, out, device),
                    0,
                    Math.max(sweeps * device.ceilings().launchSeconds(), boxes(geometry)));
        }

        /** Arrays that iterations hand on are loaded and stored once; the instructions of blocks that stay. */
        private LowerBound staying(Candidate candidate) {
            TimeTileGeometry geometry = TimeTileGeometry.of(Objects.requireNonNull(family.time()), candidate);
            StepSampler sampler = launches.sampler();
            double elements = 1;
            for (int d = 1; d < problem.loops().size(); d++) {
                elements *= sampler.narrowest(d);
            }
            double bytes = elements * geometry.stored();
            return bound(
                    memorySeconds(bytes, bytes, device),
                    cacheSeconds(bytes, bytes, device),
                    0,
                    Math.max(device.ceilings().launchSeconds(), boxes(geometry)));
        }

        /** The instructions of all iterations in all points of all boxes but the last ones along each dimension. */
        private double boxes(TimeTileGeometry geometry) {
            StepSampler sampler = launches.sampler();
            double blocks = 1;
            for (int d = 0; d < geometry.box().size(); d++) {
                blocks *= Math.max(
                        0,
                        geometry.box()
                                        .get(d)
                                        .blocks(sampler.narrowest(
                                                        geometry.shape().timeLoops() + d)
                                                + 1)
                                - 1);
            }
            double updates = launches.workload().levels().getFirst().pieces().getFirst().computations().stream()
                    .mapToDouble(c -> perIteration.getOrDefault(c.statement(), 0.0))
                    .sum();
            double steps = geometry.shape().isSweep() ? 1 : sampler.narrowest(0);
            double each = steps * geometry.points() * updates;
            return Math.ceil(blocks / device.processors()) * each * device.processors() / issuePerSecond(device);
        }
    }
}
