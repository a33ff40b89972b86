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
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tilewright.cli.argument.MachineMemory;
import tilewright.cli.argument.SourceArguments;
import tilewright.cli.argument.SourceFile;
import tilewright.cli.output.JsonArguments;
import tilewright.cli.output.Progress;
import tilewright.device.HostCompiler;
import tilewright.model.InputFile;
import tilewright.model.UserError;

/** {@code tilewright survey}. */
@Command(
        name = "survey",
        description = "How many scops of a folder of C and Fortran files are accepted, and why the others are not.")
final class SurveyCommand implements Callable<Integer> {
    private static final Pattern SCOP = Pattern.compile(
            "#\\s*pragma\\s+scop\\b|^\\s*[!cC*]\\$(tilewright|pragma)\\s+scop\\b",
            Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);

    @Spec
    CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description = "Folders, searched for C and Fortran files, or files.")
    List<Path> paths;

    @Mixin
    SourceArguments source;

    @Mixin
    JsonArguments json;

    @Option(names = "--verify", description = "Also run the generated C program of each against the sequential nest.")
    boolean verify;

    @Option(
            names = {"--seconds", "--limit"},
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "Time for the analysis of one scop; verifying it may take ten times as long.")
    int seconds;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "Memory for one scop, with its compiler and its program: 3g, 500m. Default: 3g.")
    String memory = "3g";

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (seconds < 1) {
            throw UserError.badInput("--seconds " + seconds + ": give at least one second");
        }
        long bytes = MachineMemory.of("--memory", memory);
        if (verify) {
            // Without one every scop would be "not verified".
            HostCompiler.find();
        }
        Progress.quiet();
        List<Path> files = files();
        if (files.isEmpty()) {
            throw UserError.badInput("no C or Fortran file with a scop was found in "
                    + paths.stream().map(Path::toString).collect(Collectors.joining(", ")));
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<Survey.Entry> entries = new ArrayList<>();
        try (SurveyProcess process = new SurveyProcess(arguments(), Duration.ofSeconds(seconds), bytes)) {
            for (Path file : files) {
                List<Survey.Entry> done = process.of(file);
                done.forEach(entry -> err.println(SurveyFormat.line(entry)));
                err.flush();
                entries.addAll(done);
                if (json.leavesStandardOutput()) {
                    // A survey that is stopped leaves what was done.
                    json.write(() -> SurveyFormat.json(entries), out);
                }
            }
        }
        if (json.leavesStandardOutput()) {
            out.print(SurveyFormat.text(entries));
        } else {
            json.write(() -> SurveyFormat.json(entries), out);
        }
        return entries.stream().noneMatch(e -> e.outcome().isFault()) ? 0 : UserError.ANSWER_IS_NO;
    }

    /** How files are read, as it was said, for the process that reads them. */
    private List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of("--seconds", Integer.toString(seconds)));
        if (verify) {
            arguments.add("--verify");
        }
        var known = new CommandLine(new SourceOptions()).getCommandSpec().optionsMap();
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (known.containsKey(option.longestName())) {
                option.originalStringValues().forEach(value -> arguments.addAll(List.of(option.longestName(), value)));
            }
        }
        return arguments;
    }

    /** The options that say how files are read. */
    @Command(name = "source")
    private static final class SourceOptions {
        @Mixin
        SourceArguments source;
    }

    /** The files with a scop, in order. */
    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw UserError.badInput(path + ": error: no such file or directory");
            }
            if (!Files.isDirectory(path)) {
                if (hasScop(scopFile(path))) {
                    files.add(path);
                } else {
                    spec.commandLine().getErr().println("note: " + path + " has no scop and is passed over");
                }
                continue;
            }
            try (Stream<Path> all = Files.walk(path)) {
                for (Path file : all.filter(SourceFile::holdsScops).sorted().toList()) {
                    if (hasScop(file)) {
                        files.add(file);
                    }
                }
            }
        }
        return files;
    }

    /** A file that is named alone is one that can hold scops. */
    private static Path scopFile(Path file) {
        if (!SourceFile.holdsScops(file)) {
            throw UserError.badInput(
                    file + ": error: this is no C or Fortran file; survey reads files that end in .c or as Fortran"
                            + " does, and folders of them; 'analyze' reads every other input");
        }
        return file;
    }

    private static boolean hasScop(Path file) throws IOException {
        return Files.isRegularFile(file)
                && Files.size(file) <= InputFile.LONGEST_TEXT
                && SCOP.matcher(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .find();
    }
}
