package tilewright.tune.verify;

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
import tilewright.tiling.space.Candidate;
import tilewright.tune.build.HostileSizes;
import tilewright.tune.build.Judging;
import tilewright.tune.stored.Status;
import tilewright.tune.stored.Target;
import tilewright.tune.worker.Verification;

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
     * @param judging how results are judged
     */
    public record Job(
            Target target,
            LoopNest nest,
            SequencedMap<String, Long> sizes,
            Candidate candidate,
            KernelProgram lowered,
            Program program,
            Judging judging) {}

    /**
     * Stops at the first size at which something goes wrong. Sizes that nobody asked for are passed over where the nest itself leaves its
     * arrays or its numbers.
     *
     * @throws UserError where the nest is too large at all sizes, or where, at those that were asked for, its sequential run leaves its arrays
     *     or does not stay finite
     */
    public static VerificationResult verify(Job job) {
        List<SequencedMap<String, Long>> all = sizes(job);
        ProgramResolver resolver = new ProgramResolver(job.lowered(), job.program());
        Verification sum = Verification.NOTHING;
        List<SequencedMap<String, Long>> ran = new ArrayList<>();
        long seed = FIRST_SEED;
        for (SequencedMap<String, Long> sizes : all) {
            Verification one = verification(job, resolver, sizes, seed);
            if (one.passedOver() == 0) {
                ran.add(sizes);
            }
            sum = sum.and(one);
            seed++;
            if (!sum.matches()) {
                break;
            }
        }
        if (ran.isEmpty()) {
            throw UserError.badInput("emulation: nest " + job.nest().name() + " has more than " + MOST_OPERATIONS
                    + " operations"
                    + (job.judging().onlyAsked() ? " at " + job.sizes() : " at every size that would tell")
                    + "; give smaller sizes, or run on a machine with a GPU");
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
                Verify.passedOver(sum.passedOver()));
    }

    private static Verification verification(
            Job job, ProgramResolver resolver, SequencedMap<String, Long> sizes, long seed) {
        try {
            return EmulatedCase.run(
                            job.nest(),
                            job.program(),
                            resolver.at(sizes),
                            seed,
                            job.judging().tolerance(),
                            Emulator.Options.USUAL.withSeed(seed))
                    .verification();
        } catch (UserError e) {
            if (sizes.equals(job.sizes())) {
                throw e;
            }
            return Verification.PASSED_OVER;
        }
    }

    private static List<SequencedMap<String, Long>> sizes(Job job) {
        Set<SequencedMap<String, Long>> sizes = new LinkedHashSet<>();
        if (!job.judging().onlyAsked()) {
            sizes.addAll(new HostileSizes(job.nest()).of(job.candidate(), MOST_OPERATIONS));
        }
        if (new LoopExtents(job.nest(), job.sizes()).operations() <= MOST_OPERATIONS) {
            sizes.add(job.sizes());
        }
        return List.copyOf(sizes);
    }
}
