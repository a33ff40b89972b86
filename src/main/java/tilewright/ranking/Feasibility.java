package tilewright.ranking;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.model.Counted;
import tilewright.tiling.Candidate;
import tilewright.tiling.Family;
import tilewright.tiling.LoopRole;

/** Whether a candidate, perhaps one that the space does not contain, is of a family and fits a device, and why not. */
final class Feasibility {
    private final Family family;
    private final DeviceDescription device;
    private final SizeLimits limits;
    private final Workload workload;
    /** How often loops run that are written out: their block size. */
    private final List<List<Integer>> blockSizes;

    /** @param blockSizes to try, by loop */
    Feasibility(Family family, DeviceDescription device, Workload workload, List<List<Integer>> blockSizes) {
        this.family = family;
        this.device = device;
        this.limits = SizeLimits.of(device);
        this.workload = workload;
        this.blockSizes = blockSizes;
    }

    /** Whether a candidate is of this family and fits the device. */
    boolean admits(Candidate candidate) {
        List<LoopRole> roles = family.roles();
        if (candidate.block().size() != roles.size() || isOfHostLoops(candidate.block())) {
            return false;
        }
        for (int z = 0; z < roles.size(); z++) {
            int block = candidate.block().get(z);
            if (!allowsBlock(z, block)
                    || !allowsThread(z, block, candidate.thread().get(z))) {
                return false;
            }
        }
        return objection(candidate).isEmpty();
    }

    /** Whether the sizes are those of the family whose host runs single iterations: no block of a host loop has two. */
    boolean isOfHostLoops(List<Integer> block) {
        boolean blocked = false;
        for (int z = 0; z < block.size(); z++) {
            if (family.roles().get(z).isBlockedOnHost()) {
                if (block.get(z) > 1) {
                    return false;
                }
                blocked = true;
            }
        }
        return blocked;
    }

    boolean allowsBlock(int loop, int size) {
        return switch (family.roles().get(loop)) {
            case HOST -> size == 1;
            case UNROLLED -> blockSizes.get(loop).contains(size);
            case PARALLEL -> size == 1 || size > 1 && !LoopRole.isBatch(family.roles(), loop);
            case HOST_BLOCKS, FRONTS, KERNEL, REDUCTION -> size >= 1;
        };
    }

    boolean allowsThread(int loop, int block, int size) {
        return size == 1 || size > 1 && family.roles().get(loop).hasThreads() && block % size == 0;
    }

    /** Whether the blocks of all launches fit the device. */
    boolean fits(Candidate candidate) {
        return limitingLevel(Geometry.of(family, candidate)) == null;
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
        return remainder(candidate).or(() -> tooLarge(Geometry.of(family, candidate)));
    }

    /** What does not divide what it must. */
    private Optional<String> remainder(Candidate candidate) {
        int step = candidate.options().panel();
        for (int z = 0; step > 0 && z < candidate.block().size(); z++) {
            if (candidate.block().get(z) % step != 0) {
                return Optional.of("the panel size " + step + " does not divide r" + (z + 1) + " = "
                        + candidate.block().get(z));
            }
        }
        // With a panel size, late blocks need not be multiples of the sequential block.
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
        return Optional.empty();
    }

    private Optional<String> tooLarge(Geometry geometry) {
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
