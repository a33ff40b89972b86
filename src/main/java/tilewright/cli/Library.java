package tilewright.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import tilewright.cli.argument.NestArguments;
import tilewright.cli.output.Faults;
import tilewright.cli.pipeline.Pipeline;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.locality.Locality;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.ranking.Ranking;
import tilewright.tiling.plan.Plan;
import tilewright.tune.TuneListener;
import tilewright.tune.stored.Summary;
import tilewright.tune.stored.Target;

/**
 * The commands without a command line: what {@code tilewright.api} is made of. Arguments are those of the command line, so
 * that both check them alike, and results are values. Programs use {@code tilewright.api}, not this.
 */
public final class Library {
    private Library() {}

    /**
     * What a command is called with.
     *
     * @param arguments as on the command line, the file's name among them
     * @param text of the nest; null where the file is to be read
     */
    public record Call(List<String> arguments, @Nullable String text) {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * A program that stands on its own.
     *
     * @param files text by name
     * @param notes what to know of it: why it is legal, and what is not
     */
    public record Generated(Plan plan, Target target, Map<String, String> files, List<String> notes) {
        public Generated {
            files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
            notes = List.copyOf(notes);
        }
    }

    /** A message and an exit code, as the command line has them. */
    public record Fault(String message, int exitCode) {}

    /** What {@code analyze} needs of a nest. */
    @Command(name = "analyze")
    private static final class Analysis {
        @Mixin
        NestArguments nest;
    }

    /** Dependences and how data grow, handed on while integer sets are there to ask. */
    public static <T> T analyze(Call call, BiFunction<Dependences, Locality, T> result) {
        Analysis command = parsed(new Analysis(), call);
        LoopNest nest = given(command.nest, call).nest();
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.dependences(sets, nest);
            return result.apply(dependences, Pipeline.locality(dependences));
        }
    }

    /** Candidates in predicted order, handed on while integer sets are there to ask. */
    public static <T> T rank(Call call, Function<Ranking, T> result) {
        RankCommand command = parsed(new RankCommand(), call);
        given(command.nest, call);
        return command.ranked(result);
    }

    /** A program that stands on its own. */
    public static Generated generate(Call call) {
        StringWriter said = new StringWriter();
        GenerateCommand command = parsed(new GenerateCommand(), call, said);
        given(command.arguments.nest, call);
        Generated made = command.generate();
        List<String> notes =
                Stream.concat(said.toString().lines(), made.notes().stream()).toList();
        return new Generated(made.plan(), made.target(), made.files(), notes);
    }

    /** A sweep, stored in the folder of the arguments. */
    public static Summary tune(Call call, TuneListener listener) throws IOException {
        TuneCommand command = parsed(new TuneCommand(), call);
        LoopNest nest = given(command.nest, call).nest();
        nest.requireAffine("tune");
        return command.tune(nest, command.directory(nest), listener);
    }

    /** What a command line would say of an exception. */
    public static Fault faultOf(Throwable problem) {
        if (problem instanceof ParameterException usage && !(usage.getCause() instanceof UserError)) {
            return new Fault(String.valueOf(usage.getMessage()), UserError.BAD_INPUT);
        }
        if (problem instanceof StackOverflowError) {
            return new Fault("error: an expression or loop of the input is nested too deeply", UserError.BAD_INPUT);
        }
        Throwable cause =
                problem instanceof ParameterException && problem.getCause() != null ? problem.getCause() : problem;
        Faults.Verdict verdict = Faults.verdict(cause);
        return new Fault(verdict.message(), verdict.exitCode());
    }

    private static <C> C parsed(C command, Call call) {
        return parsed(command, call, Writer.nullWriter());
    }

    /** @param said receives what a command would say on standard error */
    private static <C> C parsed(C command, Call call, Writer said) {
        new CommandLine(command)
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(Writer.nullWriter()))
                .setErr(new PrintWriter(said, true))
                .parseArgs(call.arguments().toArray(String[]::new));
        return command;
    }

    private static NestArguments given(NestArguments nest, Call call) {
        if (call.text() != null) {
            if (nest.file.toString().isBlank()) {
                throw UserError.badInput("error: the name of the nest is empty; generated names begin with it");
            }
            nest.take(call.text());
        }
        return nest;
    }
}
