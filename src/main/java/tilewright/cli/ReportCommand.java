package tilewright.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tilewright.cli.output.OutputFile;
import tilewright.cli.output.OutputPath;
import tilewright.cli.output.Terminal;
import tilewright.cli.output.TerminalWriter;
import tilewright.cli.pipeline.Pipeline;
import tilewright.model.UserError;
import tilewright.report.IndexPage;
import tilewright.report.SweepComparison;

/** {@code tilewright report}. */
@Command(name = "report", description = "Text and HTML from stored results: predicted beside measured.")
final class ReportCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Directories that tune wrote.")
    List<Path> directories;

    @Option(
            names = "--compare",
            description = "Compare two directories candidate by candidate: two devices, versions or dates.")
    boolean compare;

    @Option(names = "--csv", description = "With --compare: every candidate that both timed, as CSV.")
    boolean csv;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            converter = OutputPath.File.class,
            description = "With --compare: write a page with both sweeps and every candidate that both timed.")
    @Nullable
    Path html;

    @Option(
            names = "--index",
            paramLabel = "DIR",
            description = "Write index.html into this directory too: a page over all sweeps, which lie in it.")
    @Nullable
    Path index;

    @Override
    public Integer call() throws Exception {
        if (compare) {
            if (directories.size() != 2) {
                throw UserError.badInput("--compare: give two directories, not " + directories.size());
            }
            SweepComparison found = SweepComparison.of(directories.getFirst(), directories.getLast());
            if (html != null) {
                OutputFile.write(html, found.toHtml());
            }
            if (csv) {
                TerminalWriter.verbatim(spec.commandLine().getOut(), found.toCsv());
            } else {
                spec.commandLine().getOut().print(found.toText(Terminal.columns()));
            }
            return 0;
        }
        if (csv || html != null) {
            throw UserError.badInput((csv ? "--csv" : "--html") + ": add --compare, and two directories");
        }
        if (index != null) {
            OutputFile.requireFolder(index);
            spec.commandLine().getOut().println(IndexPage.write(index, directories));
        }
        spec.commandLine().getOut().print(Pipeline.report(directories));
        return 0;
    }
}
