package tilewright.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tilewright.model.UserError;

/** {@code tilewright survey}. */
@Command(
        name = "survey",
        description = "How many scops of a folder of C files are accepted, and why the others are not.")
final class SurveyCommand implements Callable<Integer> {
    private static final Pattern SCOP = Pattern.compile("#\\s*pragma\\s+scop\\b");

    @Spec
    CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "PATH", description = "Folders, searched for .c files, or files.")
    List<Path> paths;

    @Mixin
    SourceArguments source;

    @Mixin
    JsonArguments json;

    @Option(names = "--verify", description = "Also run the generated C program of each against the sequential nest.")
    boolean verify;

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "Time for the analysis of one scop; verifying it may take ten times as long.")
    int limit;

    @Override
    public Integer call() throws IOException {
        if (limit < 1) {
            throw UserError.badInput("--limit " + limit + ": give at least one second");
        }
        Duration analysis = Duration.ofSeconds(limit);
        Survey survey = new Survey(source, analysis, verify ? analysis.multipliedBy(10) : null);
        List<Survey.Entry> entries = new ArrayList<>();
        Progress.quiet();
        List<Path> files = files();
        if (files.isEmpty()) {
            throw UserError.badInput("no C file with '#pragma scop' was found in "
                    + paths.stream().map(Path::toString).collect(Collectors.joining(", ")));
        }
        for (Path file : files) {
            entries.addAll(survey.of(file));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json.leavesStandardOutput()) {
            out.print(SurveyFormat.text(entries));
        }
        json.write(() -> SurveyFormat.json(entries), out);
        return entries.stream().noneMatch(e -> e.outcome().isFault()) ? 0 : UserError.ANSWER_IS_NO;
    }

    /** The files with a scop, in order. */
    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw UserError.badInput(path + ": error: no such file or directory");
            }
            if (!Files.isDirectory(path)) {
                files.add(path);
                continue;
            }
            try (Stream<Path> all = Files.walk(path)) {
                for (Path file : all.filter(Pipeline::isC).sorted().toList()) {
                    if (hasScop(file)) {
                        files.add(file);
                    }
                }
            }
        }
        return files;
    }

    private static boolean hasScop(Path file) throws IOException {
        return Files.isRegularFile(file)
                && SCOP.matcher(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .find();
    }
}
