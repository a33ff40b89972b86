package tilewright.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tilewright.report.evaluation.Evaluation;
import tilewright.report.evaluation.EvaluationJson;
import tilewright.report.evaluation.EvaluationTable;

/** {@code tilewright evaluate}. */
@Command(name = "evaluate", description = "How well today's model orders what recorded sweeps measured; needs no GPU.")
final class EvaluateCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Directories that tune wrote.")
    List<Path> directories;

    @Option(
            names = "--device",
            paramLabel = "NAME|FILE",
            description = "Rank with this device's rates (default: those of the device that was measured).")
    @Nullable
    String device;

    @Mixin
    JsonArguments json;

    @Override
    public Integer call() throws Exception {
        List<Evaluation> evaluations = new ArrayList<>();
        for (Path directory : directories) {
            evaluations.add(Replay.evaluate(directory, device));
        }
        EvaluationTable table = new EvaluationTable(evaluations);
        if (json.leavesStandardOutput()) {
            spec.commandLine().getOut().print(table.toText());
        }
        json.write(() -> EvaluationJson.of(table), spec.commandLine().getOut());
        return 0;
    }
}
