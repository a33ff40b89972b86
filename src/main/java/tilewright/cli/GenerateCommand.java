package tilewright.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
        throw Pipeline.missing("generate");
    }
}
