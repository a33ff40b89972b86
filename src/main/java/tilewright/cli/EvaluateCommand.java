package tilewright.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tilewright.cli.output.JsonArguments;
import tilewright.cli.output.OutputFile;
import tilewright.cli.output.OutputPath;
import tilewright.cli.output.Terminal;
import tilewright.cli.pipeline.Replay;
import tilewright.model.InputFile;
import tilewright.model.UserError;
import tilewright.report.evaluation.Evaluation;
import tilewright.report.evaluation.EvaluationJson;
import tilewright.report.evaluation.Judgement;
import tilewright.report.evaluation.MarkedTables;
import tilewright.report.evaluation.PerformanceDocument;
import tilewright.report.stored.ResultsReader;
import tilewright.report.stored.ScheduleSweep;
import tilewright.tune.stored.StoredSweep;

/** {@code tilewright evaluate}. */
@Command(name = "evaluate", description = "How well today's model orders what recorded sweeps measured; needs no GPU.")
final class EvaluateCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Directories that tune wrote.")
    List<Path> directories;

    /** Those of affine nests. */
    private final List<Path> nests = new ArrayList<>();

    @Option(
            names = "--device",
            paramLabel = "NAME|FILE",
            description = "Rank with this device's rates (default: those of the device that was measured).")
    @Nullable
    String device;

    @Option(
            names = "--document",
            paramLabel = "FILE",
            converter = OutputPath.File.class,
            description = "Write speed and ranking as a Markdown page.")
    @Nullable
    Path document;

    @Option(
            names = "--tables",
            paramLabel = "FILE",
            converter = OutputPath.File.class,
            description =
                    "Write the tables between the marks '<!-- sweeps FOLDER -->', '<!-- ranking -->', '<!-- scales"
                        + " NEST GRAPH -->', '<!-- searches SCALES GRAPH -->', '<!-- schedules -->' and '<!-- end -->'"
                        + " of a Markdown page anew.")
    @Nullable
    Path tables;

    @Option(
            names = "--errors",
            paramLabel = "FILE",
            converter = OutputPath.File.class,
            description = "Write what rank says of the model's errors, found on the held-out sweeps among DIR.")
    @Nullable
    Path errors;

    @Mixin
    JsonArguments json;

    @Override
    public Integer call() throws Exception {
        List<Evaluation> evaluations = new ArrayList<>();
        List<ScheduleSweep> schedules = new ArrayList<>();
        for (Path directory : directories) {
            if (ScheduleSweep.isIn(directory)) {
                schedules.add(ScheduleSweep.read(directory));
            } else {
                Optional<Evaluation> evaluation = Replay.evaluate(directory, device);
                evaluation.ifPresentOrElse(
                        e -> {
                            nests.add(directory);
                            evaluations.add(e);
                        },
                        () -> spec.commandLine()
                                .getErr()
                                .println("note: " + directory + ": no candidate that was timed is one of today's space;"
                                        + " the sweep is left out, record it again"));
            }
        }
        if (evaluations.isEmpty() && schedules.isEmpty()) {
            throw UserError.badInput(
                    "none of these sweeps has a candidate of today's space; record one again by 'tune'");
        }
        if (document != null) {
            OutputFile.write(document, PerformanceDocument.of(entries(document, evaluations)));
        }
        Judgement judgement = new Judgement(evaluations);
        if (tables != null) {
            String page = InputFile.text(tables, InputFile.LONGEST_TEXT);
            OutputFile.write(tables, MarkedTables.fill(page, entries(tables, evaluations), schedules));
        }
        if (errors != null) {
            OutputFile.write(errors, Replay.errors(judgement).write());
        }
        if (json.leavesStandardOutput()) {
            spec.commandLine().getOut().print(judgement.toText(Terminal.columns()));
        }
        json.write(() -> EvaluationJson.of(judgement), spec.commandLine().getOut());
        return 0;
    }

    private List<PerformanceDocument.Entry> entries(Path page, List<Evaluation> evaluations) throws IOException {
        Path folder = Objects.requireNonNull(page.toAbsolutePath().normalize().getParent());
        List<PerformanceDocument.Entry> entries = new ArrayList<>();
        for (int i = 0; i < nests.size(); i++) {
            Path directory = nests.get(i);
            String link = folder.relativize(directory.toAbsolutePath().normalize())
                    .toString()
                    .replace('\\', '/');
            entries.add(new PerformanceDocument.Entry(
                    link, ResultsReader.read(directory), StoredSweep.read(directory), evaluations.get(i)));
        }
        return entries;
    }
}
