package tilewright.ranking.candidates;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tilewright.ranking.cost.TimeTileCost;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.Reference;
import tilewright.ranking.work.StepSampler;
import tilewright.ranking.work.Workload;
import tilewright.ranking.work.WorkloadBuilder;
import tilewright.tiling.plan.Family;
import tilewright.tiling.property.Batches;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.ConstantLoops;
import tilewright.tiling.space.LoopRole;

/**
 * The candidates of one family that are legal and fit the device: block sizes over powers of two and three times
 * powers of two, register tiles, k-tiles and stages, within the family's divisibility constraints and the limits of
 * a block.
 */
public final class CandidateSpace {
    /** Chunks of the sequential loop that are worth their barriers. */
    private static final List<Integer> CHUNKS = List.of(8, 16, 32);

    private final Family family;
    /** Block sizes of loops over problems that share values: registers of a thread hold results of so many. */
    private static final List<Integer> SHARING = List.of(1, 2, 4, 8);

    private final SizeLimits limits;
    private final Feasibility feasibility;
    private final SizeCombinations combinations;
    private final SteppedSpace stepped;
    /** Sizes to try, by loop. */
    private final List<List<Integer>> blockSizes;
    /** What the loops are to the nest's accesses. */
    private final List<Thinning.Loop> loops;
    /** Which sizes, where all would be too many; found where candidates are listed, not where one is judged. */
    private @Nullable Thinning thinning;
    /** For time tiles: their own space. */
    private final @Nullable TimeTileSpace timeTiles;

    public CandidateSpace(Problem problem, Family family, DeviceDescription device) {
        this.family = family;
        Workload workload = WorkloadBuilder.of(problem, family, device.instructions());
        this.limits = SizeLimits.of(device, workload);
        StepSampler sampler = new StepSampler(problem, family);
        List<List<Integer>> sizes = new ArrayList<>();
        List<Long> extents = new ArrayList<>();
        for (int z = 0; z < problem.loops().size(); z++) {
            long extent = sampler.whole(z).length();
            extents.add(extent);
            sizes.add(
                    Batches.isBatch(problem.nest(), family.roles(), z)
                            ? ofBatch(workload, z)
                            : blockSizes(limits, problem, family.roles().get(z), z, extent));
        }
        this.blockSizes = List.copyOf(sizes);
        this.loops = loops(workload, extents);
        this.feasibility = new Feasibility(family, device, workload, blockSizes);
        this.combinations = new SizeCombinations(family, limits, feasibility);
        this.stepped = new SteppedSpace(
                family,
                device,
                workload,
                feasibility,
                extents.stream().mapToLong(e -> e).max().orElse(0));
        this.timeTiles = family.time() == null
                ? null
                : new TimeTileSpace(family.time(), device, TimeTileCost.extents(problem, family));
    }

    /** Blocks of a parallel loop of a known length are no longer than it needs: in longer ones each point would be checked, at whatever sizes of the nest. */
    private static List<Integer> blockSizes(SizeLimits limits, Problem problem, LoopRole role, int loop, long extent) {
        List<Integer> sizes = limits.blockSizes(role, extent);
        boolean known = role == LoopRole.PARALLEL
                && ConstantLoops.values(problem.nest().statements(), loop).isPresent();
        return known ? SizeLimits.upTo(sizes, extent, 1) : sizes;
    }

    private static List<Thinning.Loop> loops(Workload workload, List<Long> extents) {
        List<LoopRole> roles = workload.family().roles();
        List<Reference> references = references(workload);
        List<Thinning.Loop> loops = new ArrayList<>();
        for (int z = 0; z < roles.size(); z++) {
            int loop = z;
            boolean shared = references.stream().anyMatch(r -> r.isSharedAlong(loop));
            loops.add(new Thinning.Loop(
                    shared,
                    z == roles.lastIndexOf(LoopRole.PARALLEL),
                    roles.get(z) == LoopRole.KERNEL,
                    extents.get(z)));
        }
        return List.copyOf(loops);
    }

    /** Problems of a batch that a block has: several where they share values, as transforms of 8 x 8 points share their coefficients. */
    private static List<Integer> ofBatch(Workload workload, int loop) {
        boolean shared = references(workload).stream().anyMatch(r -> !r.uses(loop));
        return shared && !workload.family().roles().contains(LoopRole.FRONTS) ? SHARING : List.of(1);
    }

    private static List<Reference> references(Workload workload) {
        return workload.levels().stream()
                .flatMap(l -> l.pieces().stream())
                .flatMap(p -> p.references().stream())
                .toList();
    }

    /** The finest whose candidates are few enough. */
    private Thinning thinning() {
        Thinning found = thinning == null ? Thinning.NONE : thinning;
        while (thinning == null && timeTiles == null && !found.isLast() && !isSmall(found)) {
            found = found.next();
        }
        thinning = found;
        return found;
    }

    private boolean isSmall(Thinning thinning) {
        int[] left = {limits.mostCandidates()};
        return combinations.forEach(
                z -> blockSizes(thinning, z), (z, r) -> threadSizes(thinning, z, r), (block, thread) -> {
                    left[0] -= thinning.hasTile(thread) ? options(block).size() : 0;
                    return left[0] >= 0;
                });
    }

    /** What the space leaves out to stay small, in words. */
    public Optional<String> leftOut() {
        return thinning().equals(Thinning.NONE)
                ? Optional.empty()
                : Optional.of(thinning().words());
    }

    /** The legal candidates of a family on a device. */
    public static List<Candidate> of(Problem problem, Family family, DeviceDescription device) {
        return new CandidateSpace(problem, family, device).all();
    }

    public List<Candidate> all() {
        return with(null, null);
    }

    /**
     * Those with given sizes, also ones that the space itself does not contain.
     *
     * @param block block sizes, or null for all
     * @param thread thread sizes, or null for all
     */
    public List<Candidate> with(@Nullable List<Integer> block, @Nullable List<Integer> thread) {
        int count = family.roles().size();
        if (block != null && block.size() != count || thread != null && thread.size() != count) {
            return List.of();
        }
        if (timeTiles != null) {
            return timeTiles.with(block, thread);
        }
        List<Candidate> found = new ArrayList<>();
        Thinning thinned = thinning();
        combinations.forEach(
                block == null
                        ? z -> blockSizes(thinned, z)
                        : z -> given(block.get(z), r -> feasibility.allowsBlock(z, r)),
                thread == null
                        ? (z, r) -> threadSizes(thinned, z, r)
                        : (z, r) -> given(thread.get(z), t -> feasibility.allowsThread(z, r, t)),
                (r, t) -> {
                    if (thread != null || thinned.hasTile(t)) {
                        options(r).stream()
                                .map(o -> new Candidate(r, t, o))
                                .filter(feasibility::fits)
                                .forEach(found::add);
                    }
                    return true;
                });
        stepped.all().stream()
                .filter(c -> block == null || c.block().equals(block))
                .filter(c -> thread == null || c.thread().equals(thread))
                .forEach(found::add);
        return found;
    }

    private static List<Integer> given(int size, Predicate<Integer> isAllowed) {
        return isAllowed.test(size) ? List.of(size) : List.of();
    }

    public Family family() {
        return family;
    }

    /** Candidates with more copies of what they stage than {@link SizeLimits#buffers} has, where blocks run all iterations of a sum or a recurrence in one go and the device holds them. */
    public List<Candidate> withMoreBuffers(Candidate candidate) {
        return candidate.options().stages() < 2 || !family.roles().contains(LoopRole.KERNEL)
                ? List.of()
                : limits.moreBuffers().stream()
                        .map(candidate::withStages)
                        .filter(this::admits)
                        .toList();
    }

    /** Whether a candidate, perhaps one that the space itself does not contain, is of this family and fits the device. */
    public boolean admits(Candidate candidate) {
        return refusal(candidate).isEmpty();
    }

    /** Why {@link #admits} says no, or nothing. */
    public Optional<String> refusal(Candidate candidate) {
        return timeTiles != null ? timeTiles.objection(candidate) : feasibility.refusal(candidate);
    }

    /** Why no block of a candidate of this family could start on the device, or nothing. */
    public Optional<String> excess(Candidate candidate) {
        return timeTiles != null ? Optional.empty() : feasibility.excess(candidate);
    }

    /**
     * Why a candidate is not in the space, or nothing where it is legal and fits.
     *
     * @return e.g. {@code r1 = 48 does not divide r2 = 64}
     */
    public Optional<String> objection(Candidate candidate) {
        return timeTiles != null ? timeTiles.objection(candidate) : feasibility.objection(candidate);
    }

    private List<Integer> blockSizes(Thinning thinning, int loop) {
        return thinning.blocks(loops.get(loop), blockSizes.get(loop));
    }

    private List<Integer> threadSizes(Thinning thinning, int loop, int block) {
        Thinning.Loop properties = loops.get(loop);
        return thinning.threads(properties, limits.threadSizes(family.roles().get(loop), block, properties.last()));
    }

    /** K-tiles and stages that are tried for block sizes. */
    private List<Candidate.Options> options(List<Integer> block) {
        boolean stages = !family.roles().contains(LoopRole.UNROLLED)
                && (family.roles().contains(LoopRole.HOST_BLOCKS)
                        || family.roles().contains(LoopRole.KERNEL));
        List<Candidate.Options> options = new ArrayList<>();
        for (int chunk : chunks(block)) {
            for (int buffers : stages ? limits.buffers() : List.of(1)) {
                options.add(new Candidate.Options(chunk, buffers));
            }
        }
        return options;
    }

    /** The k-tile of the innermost sequential loop: a divisor of its block, the block itself where that is small. */
    private List<Integer> chunks(List<Integer> block) {
        for (int z = block.size() - 1; z >= 0; z--) {
            int r = block.get(z);
            switch (family.roles().get(z)) {
                case KERNEL, FRONTS -> {
                    return List.of(r);
                }
                case HOST_BLOCKS -> {
                    List<Integer> divisors =
                            CHUNKS.stream().filter(c -> c <= r && r % c == 0).toList();
                    return divisors.isEmpty() ? List.of(r) : divisors;
                }
                case UNROLLED -> {
                    return List.of(1); // nothing is staged
                }
                case HOST, PARALLEL, REDUCTION -> {}
            }
        }
        return List.of(1);
    }
}
