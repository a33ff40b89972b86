package tilewright.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tilewright.cli.output.TerminalWriter;

/** {@code tilewright generate-completion}; picocli's own one takes any argument for a good one. */
@Command(
        name = "generate-completion",
        description = "Completion of commands and options for bash and zsh: source <(tilewright generate-completion)")
final class CompletionCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Override
    public Integer call() {
        CommandSpec root = spec.root();
        TerminalWriter.verbatim(spec.commandLine().getOut(), AutoComplete.bash(root.name(), root.commandLine()));
        return 0;
    }
}
