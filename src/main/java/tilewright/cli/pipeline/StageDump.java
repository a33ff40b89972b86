package tilewright.cli.pipeline;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tilewright.cli.argument.Devices;
import tilewright.cli.argument.Inputs;
import tilewright.cli.argument.PassArguments;
import tilewright.cli.output.OutputFile;
import tilewright.cli.output.TerminalWriter;
import tilewright.dependence.DependenceText;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.kernel.pass.Passes;
import tilewright.kernel.text.KernelText;
import tilewright.model.FolderFile;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.text.PlanText;

/** The texts of a program's stages: what {@code generate --dump} prints. */
public final class StageDump {
    /** The word for all stages, each in a file of its own. */
    static final String ALL = "all";

    /** The program before all passes: {@code --dump kernel:lowered}. */
    private static final String LOWERED = "lowered";

    private static final Path STANDARD_OUTPUT = Path.of("-");

    private final CandidateArguments arguments;
    private final PrintWriter out;
    private final PrintWriter err;

    public StageDump(CandidateArguments arguments, PrintWriter out, PrintWriter err) {
        this.arguments = arguments;
        this.out = out;
        this.err = err;
    }

    /**
     * Writes what an option asks for.
     *
     * @param wanted a stage, or all of them
     * @param path of the file, of all stages the folder; null for standard output
     */
    public void write(String wanted, @Nullable Path path) throws IOException {
        Path file = path == null || path.equals(STANDARD_OUTPUT) ? null : path;
        if (file != null && wanted.equals(ALL)) {
            OutputFile.requireFolder(file);
        } else if (file != null) {
            OutputFile.require(file);
        }
        if (!wanted.equals(ALL)) {
            Passes passes = passes(wanted);
            Stage stage = Stage.of(ofPass(wanted) == null ? wanted : Stage.KERNEL.word());
            String text = Objects.requireNonNull(upTo(stage, passes).get(stage));
            if (file == null) {
                TerminalWriter.verbatim(out, text);
            } else {
                OutputFile.write(file, text);
            }
            return;
        }
        if (file == null) {
            throw UserError.badInput("--dump all writes a file per stage: name their folder, -o DIR");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        upTo(Stage.KERNEL, passes(ALL)).forEach((stage, text) -> texts.put(stage.word() + ".txt", text));
        FolderFile.writeAll(file, texts);
    }

    /** What follows {@code kernel:}, or null. */
    private static @Nullable String ofPass(String wanted) {
        String prefix = Stage.KERNEL.word() + ":";
        return wanted.startsWith(prefix) ? wanted.substring(prefix.length()) : null;
    }

    /** The passes that are applied before the kernel program is printed. */
    private Passes passes(String wanted) {
        String pass = ofPass(wanted);
        Passes all = arguments.passes.of(Devices.of(arguments.target));
        if (pass == null) {
            return all;
        }
        return pass.equals(LOWERED) ? Passes.NONE : all.through(PassArguments.named(pass, all));
    }

    /** The nest as it would be written in the order that somebody gives; plans speak of the nest as written. */
    private LoopNest inOrder(LoopNest nest) {
        if (!(arguments.order.schedule() instanceof Schedule.Given given)) {
            return nest;
        }
        try (Context sets = Pipeline.integerSets()) {
            LoopNest other = Pipeline.scheduled(sets, nest, given);
            return nest.with(other.arrays(), other.body());
        }
    }

    private Map<Stage, String> upTo(Stage last, Passes passes) {
        Map<Stage, String> texts = new EnumMap<>(Stage.class);
        boolean planned = last.compareTo(Stage.PLAN) >= 0;
        LoopNest nest = planned ? arguments.loopNest() : arguments.nest.nest();
        if (last == Stage.MODEL) {
            texts.put(Stage.MODEL, inOrder(nest).toString());
            return texts;
        }
        texts.put(Stage.MODEL, nest.toString());
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.dependences(sets, nest);
            texts.put(Stage.DEPENDENCES, DependenceText.print(dependences));
            if (planned) {
                Devices devices = Devices.of(arguments.target);
                Plan plan = plan(dependences, devices);
                texts.put(Stage.PLAN, PlanText.print(plan));
                if (last == Stage.KERNEL) {
                    texts.put(Stage.KERNEL, KernelText.print(Pipeline.threads(plan, devices, passes)));
                }
            }
        }
        return texts;
    }

    private Plan plan(Dependences dependences, Devices devices) {
        Inputs.requireWithinArrays(dependences, arguments.nest.sizes());
        Tiler tiler = Pipeline.tiler(dependences, arguments.schedule(dependences, devices, err));
        return arguments.plan(dependences, tiler, devices, err);
    }
}
