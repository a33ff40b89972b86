package tilewright.tune;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tilewright.device.Binary;
import tilewright.model.UserError;
import tilewright.tiling.space.Candidate;
import tilewright.tune.build.Build;
import tilewright.tune.build.Builder;
import tilewright.tune.build.FastestBuilds;
import tilewright.tune.build.Judging;
import tilewright.tune.build.ProgramSource;
import tilewright.tune.build.Toolchain;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.Predicted;
import tilewright.tune.worker.Request;
import tilewright.tune.worker.RunPolicy;

/** The programs that a sweep builds one by one, on its own thread: what results are compared with, and candidates that run again. */
final class SweepPrograms {
    /** A sequential run of so many operations takes seconds: then it is the reference at full size too. */
    private static final double MOST_SEQUENTIAL_OPERATIONS = 2e9;
    /** Candidates that may stand in for a baseline that does not run. */
    private static final int MOST_REFERENCES = 5;

    private final TuneJob job;
    private final Toolchain toolchain;
    private final Judging judging;
    private final RunPolicy policy;
    private final BiConsumer<String, String> missing;
    private final FastestBuilds built;
    /** What results are compared with. */
    private Build.@Nullable Ready reference;

    /**
     * @param kept so many programs of the fastest candidates need not be built again
     * @param missing is told what is not measured, and why
     */
    SweepPrograms(TuneJob job, Toolchain toolchain, TuneOptions options, int kept, BiConsumer<String, String> missing) {
        this.job = job;
        this.toolchain = toolchain;
        this.judging = options.judging();
        this.policy = options.policy();
        this.missing = missing;
        this.built = new FastestBuilds(kept);
    }

    /** For any number of programs. */
    Builder builder() {
        return new Builder(job.model(), job.sizes(), toolchain, judging);
    }

    /** What results are compared with, once workers are told of it. */
    Build.Ready reference() {
        return Objects.requireNonNull(reference);
    }

    /** Keeps a program as long as its candidate is among the fastest. */
    void offer(Build.Ready build, double seconds) {
        built.offer(build, seconds);
    }

    /** Compiles what every worker runs first: the sequential nest and the baseline. */
    List<Request> setUp() {
        Binary library = toolchain.compileReference("reference", job.reference());
        Build.Ready baseline = findReference();
        reference = baseline;
        boolean sequential = job.operations() <= MOST_SEQUENTIAL_OPERATIONS;
        return List.of(
                new Request.Load(job.nest(), library),
                new Request.Prepare(baseline.code(), baseline.cases(), baseline.full(), sequential, policy));
    }

    /**
     * What results are compared with: the baseline, or where that cannot be built, as where it would take millions of launches, the
     * first candidate that can.
     */
    private Build.Ready findReference() {
        Build baseline = build(baselineContender());
        if (baseline instanceof Build.Ready ready) {
            return ready;
        }
        String why = String.valueOf(((Build.Failed) baseline).outcome().message());
        for (Contender contender : job.contenders()
                .subList(0, Math.min(MOST_REFERENCES, job.contenders().size()))) {
            if (build(contender) instanceof Build.Ready ready) {
                missing.accept(
                        job.baselineName(),
                        "not measured: " + why + "; results are compared with those of " + contender.candidate());
                return ready;
            }
        }
        throw cannotBeBuilt(baselineContender(), why);
    }

    private Contender baselineContender() {
        return new Contender(0, job.baseline(), new Predicted(0, new LinkedHashMap<>()));
    }

    boolean isBaseline(Build build) {
        return build.contender().candidate().equals(job.baseline());
    }

    /** Builds one program on this thread. */
    private Build build(Contender contender) {
        try (ProgramSource programs = job.programs().get()) {
            return builder().generate(contender, programs).get();
        }
    }

    Build.Ready ready(Contender contender) {
        return switch (build(contender)) {
            case Build.Ready ready -> ready;
            case Build.Failed failed ->
                throw cannotBeBuilt(contender, String.valueOf(failed.outcome().message()));
        };
    }

    private static UserError cannotBeBuilt(Contender contender, String why) {
        return new UserError(
                UserError.ANSWER_IS_NO, "the program " + contender.candidate() + " cannot be built: " + why);
    }

    /** A candidate's program, built again where it is not kept. */
    Build.Ready program(Contender contender) {
        Build.Ready kept = built.of(contender.candidate());
        return kept != null ? kept : ready(contender);
    }

    /** A candidate's source, built again where it is not kept. */
    String source(Candidate candidate) {
        Build.Ready ready = built.of(candidate);
        if (ready != null) {
            return ready.source();
        }
        try (ProgramSource programs = job.programs().get()) {
            return programs.generate(candidate).source();
        }
    }
}
