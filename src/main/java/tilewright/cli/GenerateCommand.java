package tilewright.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tilewright.model.LoopNest;

/** {@code tilewright generate}. */
@Command(name = "generate", description = "Kernel source and a host driver that compiles and runs alone.")
final class GenerateCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Mixin
    NestArguments nest;

    @Mixin
    BlockArguments blocks;

    @Mixin
    TargetArguments target;

    @Mixin
    JsonArguments json;

    @Override
    public Integer call() throws Exception {
        LoopNest loopNest = Pipeline.parse(nest.file);
        Inputs.requireValues(loopNest, nest.sizes());
        Inputs.requireOnePerLoop(loopNest, "--block", blocks.blockSizes());
        Inputs.requireOnePerLoop(loopNest, "--thread", blocks.threadSizes());
        throw Pipeline.missing("generate");
    }
}
