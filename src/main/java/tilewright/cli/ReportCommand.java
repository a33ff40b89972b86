package tilewright.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilewright report}. */
@Command(name = "report", description = "Text and HTML from stored results: predicted beside measured.")
final class ReportCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Directories that tune wrote.")
    List<Path> directories;

    @Override
    public Integer call() throws Exception {
        spec.commandLine().getOut().print(Pipeline.report(directories));
        return 0;
    }
}
