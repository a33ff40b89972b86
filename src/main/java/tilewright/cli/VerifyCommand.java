package tilewright.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
        throw Pipeline.missing("verify");
    }
}
