package tilewright.cli.pipeline;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tilewright.cli.argument.Devices;
import tilewright.cli.argument.PassArguments;
import tilewright.codegen.Templates;
import tilewright.codegen.ir.KernelProgram;
import tilewright.kernel.pass.Pass;
import tilewright.kernel.pass.Passes;
import tilewright.ranking.description.DeviceDescription;
import tilewright.report.stored.ResultsReader;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tune.stored.SweepIdentity;

/** Which program a stored sweep measured. */
final class StoredProgram {
    /** What changes texts and nothing that the model speaks of: a launch takes as long for it, whenever its blocks come (0.2 us, docs/experiments.md). */
    private static final Set<Pass> NOT_PREDICTED = Set.of(Pass.EARLY_LAUNCHES);

    private StoredProgram() {}

    /**
     * Whether a sweep's programs are those that are generated today: the text of its fastest candidate's program has the hash that the summary tells. Sweeps that tell
     * none, and candidates that are no longer planned, are of other programs. The rule is the same for every nest (docs/equations.md, "Former programs").
     */
    static boolean isGenerated(Path directory, SweepIdentity identity, Tiler tiler, DeviceDescription device) {
        Optional<String> hash = ResultsReader.program(directory);
        if (hash.isEmpty()) {
            return false;
        }
        Candidate fastest = ResultsReader.fastest(directory).orElseThrow();
        return switch (tiler.plan(fastest)) {
            case Verdict.Legal legal -> {
                Devices devices = new Devices(identity.target(), identity.device(), device);
                Passes all = PassArguments.all(devices);
                yield Stream.of(all, all.without(NOT_PREDICTED))
                        .map(passes -> SweepIdentity.hash(text(legal.plan(), devices, passes)))
                        .anyMatch(hash.get()::equals);
            }
            case Verdict.Illegal _ -> false;
        };
    }

    private static String text(Plan plan, Devices devices, Passes passes) {
        KernelProgram program = Pipeline.lower(plan, devices.target(), passes);
        return Pipeline.source(Templates.packed(), passes, devices, program);
    }
}
