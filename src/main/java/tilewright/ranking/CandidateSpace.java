package tilewright.ranking;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.Counted;
import tilewright.tiling.Candidate;
import tilewright.tiling.ConstantLoops;
import tilewright.tiling.Family;
import tilewright.tiling.LoopRole;

/**
 * The candidates of one family that are legal and fit the device: block sizes over powers of two and three times
 * powers of two, register tiles, chunks and buffers, within the family's divisibility constraints and the limits of
 * a block.
 */
public final class CandidateSpace {
    /** Chunks of the sequential loop that are worth their barriers. */
    private static final List<Integer> CHUNKS = List.of(8, 16, 32);

    private static final List<Integer> STEPS = List.of(32, 64);
    private static final List<Integer> VISITS = List.of(64, 128, 256, 512);
    private static final List<List<Integer>> LATE_BLOCKS = List.of(List.of(64, 64), List.of(64, 128), List.of(128, 64));
    private static final List<List<Integer>> LATE_THREADS = List.of(List.of(8, 8), List.of(4, 8));
    /** Where points are updated in pairs, twice as many along the last loop take as many registers. */
    private static final List<List<Integer>> PAIR_BLOCKS = List.of(List.of(64, 256), List.of(128, 256));

    private static final List<List<Integer>> PAIR_THREADS = List.of(List.of(8, 16));
    private static final int STEP_CHUNK = 16;
    /** Combinations of sizes that are looked at, of one family: what a second or two is enough for. */
    private static final int MOST_COMBINATIONS = 100_000;

    private final long longest;
    private final Family family;
    private final DeviceDescription device;
    private final SizeLimits limits;
    private final Workload workload;
    /** Sizes to try, by loop. */
    private final List<List<Integer>> blockSizes;
    /** Which of them, where all would be too many. */
    private final Thinning thinning;
    /** For time tiles: their own space. */
    private final @Nullable TimeTileSpace timeTiles;

    CandidateSpace(Problem problem, Family family, DeviceDescription device) {
        this.family = family;
        this.device = device;
        this.limits = SizeLimits.of(device);
        this.workload = WorkloadBuilder.of(problem, family, device.instructions());
        StepSampler sampler = new StepSampler(problem, family);
        List<List<Integer>> sizes = new ArrayList<>();
        for (int z = 0; z < problem.loops().size(); z++) {
            sizes.add(
                    LoopRole.isBatch(family.roles(), z)
                            ? List.of(1)
                            : limits.blockSizes(
                                    family.roles().get(z), sampler.whole(z).length()));
        }
        this.blockSizes = List.copyOf(sizes);
        long extent = 0;
        for (int z = 0; z < problem.loops().size(); z++) {
            extent = Math.max(extent, sampler.whole(z).length());
        }
        this.longest = extent;
        this.timeTiles = family.time() == null
                ? null
                : new TimeTileSpace(family.time(), device, TimeTileCost.extents(problem, family));
        this.thinning = timeTiles == null ? thinning() : Thinning.NONE;
    }

    /** The finest whose combinations are few enough. */
    private Thinning thinning() {
        Thinning thinning = Thinning.NONE;
        while (!thinning.isLast() && !isSmall(thinning)) {
            thinning = thinning.next();
        }
        return thinning;
    }

    private boolean isSmall(Thinning thinning) {
        int[] left = {MOST_COMBINATIONS};
        return fill(
                new ArrayList<>(),
                new ArrayList<>(),
                z -> thinning.blocks(blockSizes.get(z)),
                (z, r) -> thinning.threads(allThreadSizes(z, r)),
                (block, thread) -> --left[0] >= 0);
    }

    /** What the space leaves out to stay small, in words. */
    Optional<String> leftOut() {
        return thinning.equals(Thinning.NONE) ? Optional.empty() : Optional.of(thinning.words());
    }

    /** The legal candidates of a family on a device. */
    public static List<Candidate> of(Problem problem, Family family, DeviceDescription device) {
        return new CandidateSpace(problem, family, device).all();
    }

    List<Candidate> all() {
        if (timeTiles != null) {
            return timeTiles.with(null, null);
        }
        List<Candidate> found = new ArrayList<>();
        fill(new ArrayList<>(), new ArrayList<>(), this::blockSizes, this::threadSizes, into(found));
        found.addAll(withSteps());
        return found;
    }

    /**
     * Those with given sizes, also ones that the space itself does not contain.
     *
     * @param block block sizes, or null for all
     * @param thread thread sizes, or null for all
     */
    List<Candidate> with(@Nullable List<Integer> block, @Nullable List<Integer> thread) {
        List<Candidate> found = new ArrayList<>();
        int loops = family.roles().size();
        boolean fitting = (block == null || block.size() == loops) && (thread == null || thread.size() == loops);
        if (fitting && timeTiles != null) {
            return timeTiles.with(block, thread);
        }
        if (fitting) {
            fill(
                    new ArrayList<>(),
                    new ArrayList<>(),
                    block == null ? this::blockSizes : z -> givenBlock(z, block.get(z)),
                    thread == null ? this::threadSizes : (z, r) -> givenThread(z, r, thread.get(z)),
                    into(found));
            withSteps().stream()
                    .filter(c -> block == null || c.block().equals(block))
                    .filter(c -> thread == null || c.thread().equals(thread))
                    .forEach(found::add);
        }
        return found;
    }

    Family family() {
        return family;
    }

    /** Whether a candidate, perhaps one that the space itself does not contain, is of this family and fits the device. */
    boolean admits(Candidate candidate) {
        if (timeTiles != null) {
            return timeTiles.admits(candidate);
        }
        List<LoopRole> roles = family.roles();
        if (candidate.block().size() != roles.size()
                || roles.stream().anyMatch(LoopRole::isBlockedOnHost) && isFlat(candidate.block())) {
            return false;
        }
        for (int z = 0; z < roles.size(); z++) {
            int block = candidate.block().get(z);
            int thread = candidate.thread().get(z);
            if (givenBlock(z, block).isEmpty() || givenThread(z, block, thread).isEmpty()) {
                return false;
            }
        }
        return objection(candidate).isEmpty();
    }

    private List<Integer> blockSizes(int loop) {
        return thinning.blocks(blockSizes.get(loop));
    }

    private List<Integer> threadSizes(int loop, int block) {
        return thinning.threads(allThreadSizes(loop, block));
    }

    private List<Integer> allThreadSizes(int loop, int block) {
        boolean last = loop == family.roles().lastIndexOf(LoopRole.PARALLEL);
        return limits.threadSizes(family.roles().get(loop), block, last);
    }

    private List<Integer> givenBlock(int loop, int size) {
        boolean possible = switch (family.roles().get(loop)) {
            case HOST -> size == 1;
            case UNROLLED -> blockSizes.get(loop).contains(size);
            case PARALLEL -> size == 1 || size > 1 && !LoopRole.isBatch(family.roles(), loop);
            case HOST_BLOCKS, FRONTS, KERNEL, REDUCTION -> size >= 1;
        };
        return possible ? List.of(size) : List.of();
    }

    private List<Integer> givenThread(int loop, int block, int size) {
        boolean possible = size == 1 || size > 1 && family.roles().get(loop).hasThreads() && block % size == 0;
        return possible ? List.of(size) : List.of();
    }

    /** What is done with block and thread sizes; false to see no more. */
    @FunctionalInterface
    private interface Sink {
        boolean take(List<Integer> block, List<Integer> thread);
    }

    /** Chooses sizes loop by loop, outermost first; false where the sink has had enough. */
    private boolean fill(
            List<Integer> block,
            List<Integer> thread,
            IntFunction<List<Integer>> blockSizes,
            BiFunction<Integer, Integer, List<Integer>> threadSizes,
            Sink sink) {
        int loop = block.size();
        if (loop == family.roles().size()) {
            return sink.take(block, thread);
        }
        boolean goOn = true;
        for (int r : blockSizes.apply(loop)) {
            block.add(r);
            if (divides(block, loop)) {
                for (int t : threadSizes.apply(loop, r)) {
                    thread.add(t);
                    if (goOn && limits.allowsTile(thread) && threads(block, thread) <= limits.mostThreads()) {
                        goOn = fill(block, thread, blockSizes, threadSizes, sink);
                    }
                    thread.removeLast();
                }
            }
            block.removeLast();
        }
        return goOn;
    }

    private Sink into(List<Candidate> found) {
        return (block, thread) -> {
            complete(block, thread, found);
            return true;
        };
    }

    /** Whether the constraints between the loops chosen so far hold. */
    private boolean divides(List<Integer> block, int newest) {
        for (Family.Divides constraint : family.constraints()) {
            int larger = Math.max(constraint.divisor(), constraint.multiple());
            if (larger == newest && block.get(constraint.multiple()) % block.get(constraint.divisor()) != 0) {
                return false;
            }
        }
        return true;
    }

    private void complete(List<Integer> block, List<Integer> thread, List<Candidate> found) {
        if (family.roles().stream().anyMatch(LoopRole::isBlockedOnHost) && isFlat(block)) {
            return; // that is the family with host loops
        }
        if (isTooMuchCode(block, thread)) {
            return;
        }
        boolean parallel = family.roles().stream().anyMatch(LoopRole::hasThreads);
        if (parallel && !limits.allowsThreads((int) threads(block, thread))) {
            return;
        }
        boolean stages = !family.roles().contains(LoopRole.UNROLLED)
                && (family.roles().contains(LoopRole.HOST_BLOCKS)
                        || family.roles().contains(LoopRole.KERNEL));
        for (int chunk : chunks(block)) {
            for (int buffers : stages ? limits.buffers() : List.of(1)) {
                Candidate candidate = new Candidate(block, thread, new Candidate.Options(chunk, buffers));
                if (limitingLevel(Geometry.of(family, candidate)) == null) {
                    found.add(candidate);
                }
            }
        }
    }

    /** Whether loops that could be written out would be too long. */
    private boolean isTooMuchCode(List<Integer> block, List<Integer> thread) {
        long updates = 1;
        for (int z = 0; z < block.size(); z++) {
            updates *= family.roles().get(z) == LoopRole.UNROLLED ? block.get(z) : thread.get(z);
        }
        return family.roles().contains(LoopRole.UNROLLED) && updates > ConstantLoops.MOST_UPDATES;
    }

    /**
     * Candidates whose diagonal and panels advance in steps: their other blocks need not be multiples of the sequential
     * block. Few sizes, those that pay for large nests.
     */
    private List<Candidate> withSteps() {
        List<Candidate> found = new ArrayList<>();
        // Where the sequential loop stands inside they are legal too, and lose where measured (docs/speed.md,
        // "Triangles").
        boolean fits = device instanceof GpuDescription
                && family.levels().size() > 2
                && family.roles().equals(List.of(LoopRole.HOST_BLOCKS, LoopRole.PARALLEL, LoopRole.PARALLEL));
        if (!fits) {
            return found;
        }
        for (int step : STEPS) {
            for (int visit : VISITS) {
                for (List<Integer> block : lateBlocks()) {
                    for (List<Integer> thread : lateThreads()) {
                        List<Integer> sizes = List.of(visit, block.get(0), block.get(1));
                        List<Integer> threads = List.of(1, thread.get(0), thread.get(1));
                        Candidate candidate = new Candidate(sizes, threads, new Candidate.Options(STEP_CHUNK, 2, step));
                        boolean small = 2L * visit <= longest && block.stream().allMatch(r -> r <= longest);
                        if (small && limitingLevel(Geometry.of(family, candidate)) == null) {
                            found.add(candidate);
                        }
                    }
                }
            }
        }
        return found;
    }

    private List<List<Integer>> lateBlocks() {
        return isPaired() ? joined(LATE_BLOCKS, PAIR_BLOCKS) : LATE_BLOCKS;
    }

    private List<List<Integer>> lateThreads() {
        return isPaired() ? joined(LATE_THREADS, PAIR_THREADS) : LATE_THREADS;
    }

    private static List<List<Integer>> joined(List<List<Integer>> some, List<List<Integer>> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private boolean isPaired() {
        return workload.levels().stream()
                .flatMap(l -> l.pieces().stream())
                .flatMap(p -> p.computations().stream())
                .allMatch(c -> c.cost().pairs());
    }

    private boolean isFlat(List<Integer> block) {
        for (int z = 0; z < block.size(); z++) {
            if (family.roles().get(z).isBlockedOnHost() && block.get(z) > 1) {
                return false;
            }
        }
        return true;
    }

    /** The chunk of the innermost sequential loop: a divisor of its block, the block itself where that is small. */
    private List<Integer> chunks(List<Integer> block) {
        for (int z = block.size() - 1; z >= 0; z--) {
            int r = block.get(z);
            switch (family.roles().get(z)) {
                case KERNEL -> {
                    return List.of(r);
                }
                case HOST_BLOCKS -> {
                    List<Integer> divisors =
                            CHUNKS.stream().filter(c -> c <= r && r % c == 0).toList();
                    return divisors.isEmpty() ? List.of(r) : divisors;
                }
                case FRONTS -> {
                    return List.of(r);
                }
                case UNROLLED -> {
                    return List.of(1); // nothing is staged
                }
                case HOST, PARALLEL, REDUCTION -> {}
            }
        }
        return List.of(1);
    }

    /** Threads that the sizes chosen so far take. */
    private long threads(List<Integer> block, List<Integer> thread) {
        long threads = 1;
        for (int z = 0; z < block.size(); z++) {
            threads *= family.roles().get(z).hasThreads() ? Math.max(1, block.get(z) / thread.get(z)) : 1;
        }
        return threads;
    }

    /** Resources of the first level whose blocks do not fit; null where all do, or where nothing is shared out. */
    private @Nullable Resources limitingLevel(Geometry geometry) {
        if (device instanceof GpuDescription gpu) {
            for (Workload.Level level : workload.levels()) {
                Resources resources = Resources.of(level, geometry, gpu.limits());
                if (resources.residentBlocks() == 0) {
                    return resources;
                }
            }
        }
        return null;
    }

    /**
     * Why a candidate is not in the space, or nothing where it is legal and fits.
     *
     * @return e.g. {@code r1 = 48 does not divide r2 = 64}
     */
    Optional<String> objection(Candidate candidate) {
        if (timeTiles != null) {
            return timeTiles.objection(candidate);
        }
        int step = candidate.options().step();
        for (int z = 0; step > 0 && z < candidate.block().size(); z++) {
            if (candidate.block().get(z) % step != 0) {
                return Optional.of("the step " + step + " does not divide r" + (z + 1) + " = "
                        + candidate.block().get(z));
            }
        }
        // With a step, late blocks need not be multiples of the sequential block.
        for (Family.Divides constraint : step > 0 ? List.<Family.Divides>of() : family.constraints()) {
            int divisor = candidate.block().get(constraint.divisor());
            int multiple = candidate.block().get(constraint.multiple());
            if (multiple % divisor != 0) {
                return Optional.of("r" + (constraint.divisor() + 1) + " = " + divisor + " does not divide r"
                        + (constraint.multiple() + 1) + " = " + multiple);
            }
        }
        for (int z = 0; z < candidate.block().size(); z++) {
            if (candidate.block().get(z) % candidate.thread().get(z) != 0) {
                return Optional.of("thread size " + candidate.thread().get(z) + " does not divide r" + (z + 1) + " = "
                        + candidate.block().get(z));
            }
        }
        Geometry geometry = Geometry.of(family, candidate);
        if (!limits.allowsThreads(geometry.threads())) {
            return Optional.of(Counted.of(geometry.threads(), "thread") + " per block; " + limits.threadRule());
        }
        return Optional.ofNullable(limitingLevel(geometry)).map(this::tooLarge);
    }

    private String tooLarge(Resources resources) {
        GpuDescription.Limits gpu = ((GpuDescription) device).limits();
        if (resources.sharedBytes() > gpu.sharedBytesPerBlock()) {
            return "a block needs " + resources.sharedBytes() + " bytes of shared memory of "
                    + gpu.sharedBytesPerBlock();
        }
        if (resources.registers() > gpu.registersPerThread()) {
            return "a thread needs about " + resources.registers() + " registers of " + gpu.registersPerThread();
        }
        return Counted.of(resources.threads(), "thread") + " of about " + resources.registers()
                + " registers do not fit a multiprocessor";
    }
}
