package tilewright.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.locality.ExactVolumes;
import tilewright.locality.Footprints;
import tilewright.locality.Locality;
import tilewright.locality.Theorem1Volumes;
import tilewright.locality.Volumes;
import tilewright.model.LoopNest;
import tilewright.report.AnalysisJson;
import tilewright.report.AnalysisText;

/** {@code tilewright analyze}. */
@Command(
        name = "analyze",
        description = "Dependences, permutable bands, Theorem 1 and 2; with --set and --block the exact volumes.")
final class AnalyzeCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Mixin
    NestArguments nest;

    @Mixin
    JsonArguments json;

    @Option(
            names = "--block",
            paramLabel = "r1,..,rn",
            description = "Block sizes for the exact volumes (needs --set).")
    @Nullable
    String block;

    @Option(names = "--enumerate", description = "List every dependence instance (needs --set).")
    boolean enumerate;

    @Option(names = "--quick", description = "Leave out volumes and footprints as functions of the sizes.")
    boolean quick;

    @Override
    public Integer call() throws Exception {
        LoopNest loopNest = Pipeline.parse(nest.file);
        SequencedMap<String, Long> sizes = nest.sizes();
        List<Integer> blocks = block == null ? null : Sizes.list("--block", block);
        Inputs.refuseUnknown(loopNest, sizes);
        Inputs.requireOnePerLoop(loopNest, "--block", blocks);
        if (blocks != null || enumerate) {
            Inputs.requireValues(loopNest, sizes);
        }
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.dependences(sets, loopNest);
            Locality locality = Pipeline.locality(dependences);
            ExactVolumes exact = quick ? null : Pipeline.exactVolumes(dependences);
            Footprints footprints = quick ? null : Pipeline.footprints(dependences);
            Volumes volumes = blocks == null ? null : Pipeline.volumes(dependences, sizes, blocks);
            PrintWriter out = spec.commandLine().getOut();
            if (json.leavesStandardOutput()) {
                Volumes estimate = blocks == null ? null : Theorem1Volumes.of(dependences, locality, sizes, blocks);
                out.print(AnalysisText.of(dependences, locality, volumes, estimate, exact, footprints));
            }
            SequencedMap<String, Long> listed = enumerate ? sizes : null;
            json.write(() -> AnalysisJson.print(AnalysisJson.of(dependences, locality, volumes, listed)), out);
            return 0;
        }
    }
}
