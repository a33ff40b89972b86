package tilewright.tune.verify;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.device.Binary;
import tilewright.device.MachineInfo;
import tilewright.model.Counted;
import tilewright.model.IntegerDivisions;
import tilewright.model.LoopExtents;
import tilewright.model.UserError;
import tilewright.tune.build.Build;
import tilewright.tune.build.Builder;
import tilewright.tune.build.ProgramSource;
import tilewright.tune.build.Toolchain;
import tilewright.tune.build.Tools;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.Predicted;
import tilewright.tune.stored.Status;
import tilewright.tune.worker.Case;
import tilewright.tune.worker.Reply;
import tilewright.tune.worker.Request;
import tilewright.tune.worker.Scratch;
import tilewright.tune.worker.Stop;
import tilewright.tune.worker.WorkerSession;
import tilewright.tune.worker.Workforce;

/** Runs the generated program of one candidate against the sequential nest. */
public final class Verify {
    /** Beyond this many operations one set of data is enough. */
    private static final long MOST_OPERATIONS_REPEATED = 200_000_000;

    private static final int SEEDS = 3;

    /** Below this an amplified tolerance is still a sharp one. */
    private static final double WORTH_SAYING = 1e-3;

    private final VerifyJob job;

    private Verify(VerifyJob job) {
        this.job = job;
    }

    /**
     * Verifies at the given sizes, with several sets of data where that is quick, and at small sizes around the block
     * sizes.
     *
     * @throws UserError (exit code 3) without a device or a compiler, (1) for an illegal candidate, (2) when the
     *     sequential run does not stay finite
     */
    public static VerificationResult verify(VerifyJob job) throws IOException {
        // Closed in reverse order: the end of the process waits until the folder is gone.
        try (Stop _ = new Stop();
                Scratch scratch = Scratch.create("tilewright-verify")) {
            return new Verify(job)
                    .run(
                            Tools.of(job.target(), new Workforce.Here(List.of(job.device())), scratch.folder()),
                            scratch.folder());
        }
    }

    private VerificationResult run(Tools tools, Path folder) {
        try (WorkerSession session = tools.sessions().getFirst()) {
            MachineInfo machine = session.open();
            Toolchain toolchain = tools.toolchains().of(machine, folder);
            Build build = build(toolchain);
            return switch (build) {
                case Build.Failed failed ->
                    result(
                            Reply.Verified.failed(
                                    Status.COMPILE_ERROR, failed.outcome().message()),
                            0,
                            null);
                case Build.Ready ready -> {
                    Binary reference = toolchain.compileReference("reference", job.reference());
                    session.setUp(List.of(new Request.Load(job.nest(), reference)));
                    List<Case> cases = cases(ready);
                    for (Case each : cases) {
                        if (each.asked()) {
                            Builder.requireNonzeroDivisors(
                                    job.model(), each.instance().sizes(), each.seed());
                        }
                    }
                    Reply.Verified verified = session.verify(new Request.Verify(ready.code(), cases));
                    Optional<Reply.Verified> exact = verified.status() == Status.WRONG
                            ? ContractionCheck.of(session, toolchain, ready, cases)
                            : Optional.empty();
                    yield exact.isPresent()
                            ? result(exact.get(), cases.size(), ContractionCheck.NOTE)
                            : result(verified, cases.size(), null);
                }
            };
        } catch (WorkerSession.WorkerLostException e) {
            throw e.asUserError();
        } catch (InterruptedException e) {
            throw new UserError(UserError.ANSWER_IS_NO, "stopped before the comparison was done", e);
        }
    }

    /** An illegal candidate is the user's to put right, not a result. */
    private Build build(Toolchain toolchain) {
        Builder builder = new Builder(job.model(), job.sizes(), toolchain, job.judging());
        Contender contender = new Contender(0, job.candidate(), new Predicted(0, new LinkedHashMap<>()));
        try (ProgramSource programs = job.programs().get()) {
            programs.generate(job.candidate());
            return builder.generate(contender, programs).get();
        }
    }

    /** Full size last: what is wrong at a small size is easier to read. */
    private List<Case> cases(Build.Ready ready) {
        List<Case> cases = new ArrayList<>(ready.cases());
        Case full = ready.full();
        boolean quick = new LoopExtents(job.model(), job.sizes()).operations() <= MOST_OPERATIONS_REPEATED;
        for (int i = 0; i < (quick ? SEEDS : 1); i++) {
            cases.add(full.withSeed(full.seed() + 1000 * i));
        }
        return cases;
    }

    private VerificationResult result(Reply.Verified verified, int cases, @Nullable String note) {
        return new VerificationResult(
                job.target(),
                job.sizes(),
                job.candidate(),
                new VerificationResult.How.OnDevice(),
                verified.status(),
                verified.maxRelativeError(),
                verified.mismatches(),
                cases - verified.passedOver(),
                verified.message(),
                notes(verified, note));
    }

    /** What a reader of the answer should know. */
    private List<String> notes(Reply.Verified verified, @Nullable String note) {
        List<String> notes = new ArrayList<>();
        if (note != null) {
            notes.add(note);
        }
        if (verified.status() == Status.LAUNCH_ERROR) {
            new IntegerDivisions(job.model()).suspicion().ifPresent(notes::add);
        }
        if (verified.allowed() >= WORTH_SAYING) {
            notes.add(String.format(
                    Locale.ROOT,
                    "the nest amplifies rounding: on data that differ in the last places its own result differs so"
                        + " much that a relative error of %s is allowed; initial values by 'init' lines that keep it"
                        + " tame make the check sharper",
                    verified.allowed() < 1
                            ? String.format(Locale.ROOT, "%.2g", verified.allowed())
                            : "100 % and more"));
        }
        notes.addAll(passedOver(verified.passedOver()));
        return notes;
    }

    /** A note of sizes that were passed over, where there are any. */
    static List<String> passedOver(int sizes) {
        return sizes == 0
                ? List.of()
                : List.of(Counted.of(sizes, "small size")
                        + (sizes == 1 ? " was" : " were")
                        + " passed over: the sequential nest itself leaves its"
                        + " arrays, or the range of its numbers, there");
    }
}
