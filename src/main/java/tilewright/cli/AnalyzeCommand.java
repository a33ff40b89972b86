package tilewright.cli;

import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tilewright.model.LoopNest;

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
        throw Pipeline.missing("analyze");
    }
}
