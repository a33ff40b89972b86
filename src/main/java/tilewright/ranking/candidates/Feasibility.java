package tilewright.ranking.candidates;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.model.Counted;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Resources;
import tilewright.ranking.work.Workload;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Whether a candidate, perhaps one that the space does not contain, is of a family and fits a device, and why not. */
public final class Feasibility {
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
        this.limits = SizeLimits.of(device, workload);
        this.workload = workload;
        this.blockSizes = blockSizes;
    }

    /**
     * Why a candidate, whose sizes need not be among those that are tried, is not of this family or does not fit the device; nothing where it
     * is and does.
     *
     * @return e.g. {@code a block needs 282624 bytes of shared memory of 232448, 50176 too many}
     */
    Optional<String> refusal(Candidate candidate) {
        List<LoopRole> roles = family.roles();
        if (candidate.block().size() != roles.size()) {
            return Optional.of("there are " + Counted.of(roles.size(), "loop"));
        }
        if (isOfHostLoops(candidate.block())) {
            return Optional.of("the host would run single iterations, which is another way of cutting these loops");
        }
        for (int z = 0; z < roles.size(); z++) {
            int block = candidate.block().get(z);
            if (!allowsBlock(z, block)) {
                return Optional.of("r" + (z + 1) + " = " + block + " is not possible here: it must be "
                        + (roles.get(z) == LoopRole.UNROLLED ? blockSizes.get(z).getFirst() : 1));
            }
            int thread = candidate.thread().get(z);
            if (thread != 1 && !roles.get(z).hasThreads()) {
                return Optional.of("thread size " + thread + " of r" + (z + 1)
                        + " is not possible here: it must be 1, as no" + " threads share that loop out");
            }
        }
        return objection(candidate);
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
            case PARALLEL -> size == 1 || size > 1 && !blockSizes.get(loop).equals(List.of(1));
            case HOST_BLOCKS, FRONTS, KERNEL, REDUCTION -> size >= 1;
        };
    }

    boolean allowsThread(int loop, int block, int size) {
        return size == 1 || size > 1 && family.roles().get(loop).hasThreads() && block % size == 0;
    }

    /** Whether the blocks of all launches fit the device. */
    boolean fits(Candidate candidate) {
        return limitingLevel(candidate) == null;
    }

    /** Resources of the first level whose blocks do not fit; null where all do, or where nothing is shared out. */
    private @Nullable Resources limitingLevel(Candidate candidate) {
        if (device instanceof GpuDescription gpu) {
            for (Candidate launched : candidate.launched(family.roles())) {
                Geometry geometry = Geometry.of(family, launched);
                for (Workload.Level level : workload.levels()) {
                    Resources resources = Resources.of(level, geometry, gpu.limits());
                    if (resources.residentBlocks() == 0) {
                        return resources;
                    }
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
        return remainder(candidate).or(() -> tooLarge(candidate));
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

    /** Why no block of a candidate can start on the device, however slowly it would run: which hard limit it exceeds. */
    Optional<String> excess(Candidate candidate) {
        if (!(device instanceof GpuDescription gpu)) {
            return Optional.empty();
        }
        int threads = Geometry.of(family, candidate).threads();
        int most = gpu.limits().threadsPerBlock();
        if (threads > most) {
            return Optional.of(exceeded("a block has", threads, "threads", most));
        }
        return Optional.ofNullable(limitingLevel(candidate))
                .filter(resources -> resources.sharedBytes() > gpu.limits().sharedBytesPerBlock())
                .map(this::tooLarge);
    }

    private Optional<String> tooLarge(Candidate candidate) {
        int threads = Geometry.of(family, candidate).threads();
        if (!limits.allowsThreads(threads)) {
            return Optional.of(Counted.of(threads, "thread") + " per block; " + limits.threadRule());
        }
        return Optional.ofNullable(limitingLevel(candidate)).map(this::tooLarge);
    }

    private String tooLarge(Resources resources) {
        GpuDescription.Limits gpu = ((GpuDescription) device).limits();
        if (resources.sharedBytes() > gpu.sharedBytesPerBlock()) {
            return exceeded(
                    "a block needs", resources.sharedBytes(), "bytes of shared memory", gpu.sharedBytesPerBlock());
        }
        return tooManyRegisters(resources, gpu);
    }

    /** Which limit of registers a block exceeds. */
    static String tooManyRegisters(Resources resources, GpuDescription.Limits gpu) {
        return resources.registers() > gpu.registersPerThread()
                ? exceeded("a thread needs about", resources.registers(), "registers", gpu.registersPerThread())
                : exceeded(
                        Counted.of(resources.threads(), "thread") + " of about " + resources.registers()
                                + " registers need",
                        gpu.registersOfBlock(resources.threads(), resources.registers()),
                        "registers of a multiprocessor",
                        gpu.registersPerProcessor());
    }

    private static String exceeded(String needs, long needed, String what, long most) {
        return needs + " " + needed + " " + what + " of " + most + ", " + (needed - most) + " too many";
    }
}
