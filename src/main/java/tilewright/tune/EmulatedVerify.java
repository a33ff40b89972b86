package tilewright.tune;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import tilewright.codegen.ir.KernelProgram;
import tilewright.device.ProgramResolver;
import tilewright.kernel.Program;
import tilewright.kernel.emulate.Emulator;
import tilewright.model.LoopExtents;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.tiling.Candidate;

/**
 * Runs the kernel program of one candidate on the emulator against the interpreted nest: at the small sizes at which blocked programs go
 * wrong if they do, and at the given ones where they are small enough.
 */
public final class EmulatedVerify {
    /** Operations of the nest that the emulator runs in a few seconds. */
    private static final long MOST_OPERATIONS = 1_000_000;

    private static final long FIRST_SEED = 1;

    private EmulatedVerify() {}

    /**
     * What is emulated.
     *
     * @param target whose program it is
     * @param sizes as asked for
     * @param lowered the program in blocks
     * @param program the same in threads
     */
    public record Job(
            Target target,
            LoopNest nest,
            SequencedMap<String, Long> sizes,
            Candidate candidate,
            KernelProgram lowered,
            Program program) {}

    /**
     * Stops at the first size at which something goes wrong.
     *
     * @throws UserError where the nest is too large at all sizes, or its sequential run does not stay finite
     */
    public static VerificationResult verify(Job job) {
        List<SequencedMap<String, Long>> all = sizes(job);
        if (all.isEmpty()) {
            throw UserError.badInput("emulation: nest " + job.nest().name() + " has more than " + MOST_OPERATIONS
                    + " operations at every size that would tell; give smaller sizes, or run on a machine with a GPU");
        }
        ProgramResolver resolver = new ProgramResolver(job.lowered());
        Verification sum = Verification.NOTHING;
        List<SequencedMap<String, Long>> ran = new ArrayList<>();
        long seed = FIRST_SEED;
        for (SequencedMap<String, Long> sizes : all) {
            ran.add(sizes);
            sum = sum.and(EmulatedCase.run(
                            job.nest(), job.program(), resolver.at(sizes), seed, Emulator.Options.USUAL.withSeed(seed))
                    .verification());
            seed++;
            if (!sum.matches()) {
                break;
            }
        }
        return new VerificationResult(
                job.target(),
                job.sizes(),
                job.candidate(),
                new VerificationResult.How.Emulated(ran),
                sum.matches() ? Status.OK : Status.WRONG,
                sum.finiteError(),
                sum.comparison().mismatches(),
                ran.size(),
                sum.message(),
                List.of());
    }

    private static List<SequencedMap<String, Long>> sizes(Job job) {
        Set<SequencedMap<String, Long>> sizes =
                new LinkedHashSet<>(new HostileSizes(job.nest()).of(job.candidate(), MOST_OPERATIONS));
        if (new LoopExtents(job.nest(), job.sizes()).operations() <= MOST_OPERATIONS) {
            sizes.add(job.sizes());
        }
        return List.copyOf(sizes);
    }
}
