package tilewright.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tilewright.model.LoopNest;

/** {@code tilewright verify}. */
@Command(name = "verify", description = "Run the generated program against the sequential nest and compare.")
final class VerifyCommand implements Callable<Integer> {
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
        Inputs.requireMemory(loopNest, nest.sizes(), MachineMemory.available());
        throw Pipeline.missing("verify");
    }
}
