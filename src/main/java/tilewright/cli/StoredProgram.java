package tilewright.cli;

import java.nio.file.Path;
import java.util.Optional;
import tilewright.codegen.Templates;
import tilewright.codegen.ir.KernelProgram;
import tilewright.kernel.pass.Passes;
import tilewright.ranking.DeviceDescription;
import tilewright.report.stored.ResultsReader;
import tilewright.tiling.Candidate;
import tilewright.tiling.Plan;
import tilewright.tiling.Tiler;
import tilewright.tiling.Verdict;
import tilewright.tune.SweepIdentity;

/** Which program a stored sweep measured. */
final class StoredProgram {
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
            case Verdict.Legal legal ->
                SweepIdentity.hash(text(legal.plan(), new Devices(identity.target(), identity.device(), device)))
                        .equals(hash.get());
            case Verdict.Illegal _ -> false;
        };
    }

    private static String text(Plan plan, Devices devices) {
        Passes passes = PassArguments.all(devices);
        KernelProgram program = Pipeline.lower(plan, devices.target(), passes);
        return Pipeline.source(Templates.packed(), passes, devices, program);
    }
}
