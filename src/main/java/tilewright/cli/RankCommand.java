package tilewright.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tilewright.model.LoopNest;

/** {@code tilewright rank}. */
@Command(name = "rank", description = "Candidates in predicted order, with time, volumes, limits and the reason.")
final class RankCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Mixin
    NestArguments nest;

    @Mixin
    JsonArguments json;

    @Mixin
    TargetArguments target;

    @Option(
            names = "--top",
            defaultValue = "20",
            description = "How many candidates to show (default: ${DEFAULT-VALUE}).")
    int top;

    @Override
    public Integer call() throws Exception {
        LoopNest loopNest = Pipeline.parse(nest.file);
        Inputs.requireValues(loopNest, nest.sizes());
        throw Pipeline.missing("rank");
    }
}
