package tilewright.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tilewright.cli.argument.DataArguments;
import tilewright.cli.argument.Devices;
import tilewright.cli.argument.LongRuns;
import tilewright.cli.argument.TargetArguments;
import tilewright.cli.output.JsonArguments;
import tilewright.cli.pipeline.CandidateArguments;
import tilewright.cli.pipeline.IrregularExecution;
import tilewright.cli.pipeline.TiledExecution;
import tilewright.codegen.Templates;
import tilewright.dependence.Certificate;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.tune.stored.Target;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tilewright run}. */
@Command(
        name = "run",
        description = "Run a nest on data of your own: an affine one as the top-ranked program, an irregular one as the"
                + " sequential C program or, with --target cuda, loop by loop on a GPU, its result certified"
                + " where relaxations make it.")
final class RunCommand implements Callable<Integer> {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    @Spec
    CommandSpec spec;

    @Mixin
    CandidateArguments arguments;

    @Mixin
    DataArguments data;

    @Mixin
    LongRuns longRuns;

    @Mixin
    JsonArguments json;

    /** Options of programs of affine nests; an irregular one runs in its one way. */
    private static final List<String> OF_AFFINE_NESTS = List.of(
            "--block",
            "--thread",
            "--options",
            "--candidate",
            "--device",
            "--without",
            "--schedule",
            "--memory-limit",
            "--results",
            "--long");

    private final StringBuilder text = new StringBuilder();
    private final ObjectNode document = MAPPER.createObjectNode();

    @Override
    public Integer call() throws Exception {
        LoopNest nest = arguments.nest.nest();
        if (arguments.target.target == TargetArguments.Target.HIP) {
            throw Target.HIP.notRun("run");
        }
        if (nest.isIrregular()) {
            requireOwn(nest);
        }
        DataArguments.Input input = data.input(nest, arguments.nest.sizes());
        arguments.nest.sayData(spec.commandLine().getErr(), data.replaced(nest));
        input.report().forEach(this::line);
        line(nest.name() + ": "
                + String.join(
                        ", ",
                        input.sizes().entrySet().stream()
                                .map(e -> e.getKey() + " = " + e.getValue())
                                .toList()));
        document.put("schema", "tilewright/run/1").put("nest", nest.name()).put("target", target().jsonName());
        ObjectNode sizes = document.putObject("sizes");
        input.sizes().forEach(sizes::put);
        ArrayNode report = document.putArray("data");
        input.report().forEach(report::add);
        boolean right = nest.isIrregular() ? irregular(nest, input) : tiled(nest, input);
        if (right) {
            List<String> written = data.writeResults(nest, input.data());
            written.forEach(w -> line("wrote " + w));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json.leavesStandardOutput()) {
            out.print(text);
        }
        json.write(document::toPrettyString, out);
        return right ? 0 : UserError.ANSWER_IS_NO;
    }

    /** Refuses options that would be ignored. */
    private void requireOwn(LoopNest nest) {
        OF_AFFINE_NESTS.stream()
                .filter(spec.commandLine().getParseResult()::hasMatchedOption)
                .findFirst()
                .ifPresent(option -> {
                    throw UserError.badInput(option + " is for affine nests, and " + nest.name()
                            + " is irregular: it runs as the sequential C program or, with --target cuda, loop by loop;"
                            + " leave it out");
                });
    }

    /** This machine's processors unless a GPU is asked for. */
    private Target target() {
        return arguments.target.target == TargetArguments.Target.CUDA ? Target.CUDA : Target.C;
    }

    /** Those of the options, this machine's processors where they name no GPU as the target. */
    private Devices devices() {
        if (arguments.target.target == null) {
            arguments.target.target = TargetArguments.Target.C;
        }
        return Devices.of(arguments.target);
    }

    private boolean tiled(LoopNest nest, DataArguments.Input input) throws Exception {
        arguments.nest.sizes().putAll(input.sizes());
        Devices devices = target() == Target.CUDA || arguments.target.device != null ? devices() : Devices.host();
        PrintWriter notes = spec.commandLine().getErr();
        TiledExecution.Outcome outcome = new TiledExecution(arguments, nest, input).run(devices, longRuns, notes);
        String language = target() == Target.CUDA ? "CUDA" : "C";
        line("ran the " + language + " program of blocks " + outcome.candidate() + " (" + outcome.rule() + ") in "
                + seconds(outcome.seconds()));
        outcome.idle().ifPresent(words -> {
            line(words);
            document.put("idle", words);
        });
        line("no certificate: 'verify' compares the program with the sequential nest");
        document.put("program", outcome.candidate().toString()).put("seconds", outcome.seconds());
        return true;
    }

    private boolean irregular(LoopNest nest, DataArguments.Input input) throws Exception {
        IrregularExecution execution = new IrregularExecution(nest, input.sizes(), input.data());
        Templates templates = arguments.templates.templates();
        boolean device = target() == Target.CUDA;
        IrregularExecution.Outcome outcome = device ? execution.runOnDevice(templates) : execution.run(templates);
        line((device ? "ran on the GPU, loop by loop, in " : "ran the sequential C program in ")
                + seconds(outcome.seconds()));
        document.put("program", device ? "loops" : "sequential").put("seconds", outcome.seconds());
        ArrayNode passes = document.putArray("passes");
        outcome.passes().forEach(passes::add);
        if (outcome.gaveUp()) {
            line("a repetition went on after as many passes as there are elements: a cycle improves its values for ever"
                    + " (with minima of sums: a negative cycle). There is no result");
            document.put("ok", false).put("fault", "a cycle improves values for ever");
            return false;
        }
        if (!outcome.passes().isEmpty()) {
            line("passes: "
                    + String.join(
                            ", ", outcome.passes().stream().map(String::valueOf).toList()));
        }
        ArrayNode certificates = document.putArray("certificates");
        for (Certificate each : outcome.certificates()) {
            boolean holds = each.holds();
            line(
                    holds
                            ? each.array() + " certified: none of " + each.offers() + " offers improves an element; "
                                    + each.supported() + " elements follow from " + each.initial() + " initial values"
                            : each.array() + " is wrong: " + Objects.requireNonNull(each.fault()));
            each.note(nest.array(each.array()).type()).ifPresent(this::line);
            certificates
                    .addObject()
                    .put("array", each.array())
                    .put("holds", holds)
                    .put("fault", each.fault())
                    .put("beyond", each.beyond());
        }
        if (outcome.certificates().isEmpty()) {
            line("no certificate: no array is the fixpoint of relaxations alone");
        }
        document.put("ok", outcome.isRight());
        return outcome.isRight();
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, seconds < 1 ? "%.2f ms" : "%.2f s", seconds < 1 ? 1e3 * seconds : seconds);
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
