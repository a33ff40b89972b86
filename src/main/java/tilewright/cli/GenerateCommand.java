package tilewright.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tilewright.codegen.Templates;
import tilewright.codegen.print.DriverFile;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.PairArithmetic;
import tilewright.model.UserError;
import tilewright.ranking.Prediction;
import tilewright.ranking.RankedCandidate;
import tilewright.report.Quantity;
import tilewright.tiling.Candidate;
import tilewright.tiling.Plan;
import tilewright.tiling.Tiler;
import tilewright.tune.Target;

/** {@code tilewright generate}. */
@Command(name = "generate", description = "Kernel source and a host driver that compiles and runs alone.")
final class GenerateCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Mixin
    CandidateArguments arguments;

    @Option(
            names = "-o",
            paramLabel = "DIR",
            description = "Where the files go (default: NEST-TARGET); with --dump the file, - for standard output.")
    @Nullable
    Path directory;

    @Option(
            names = "--dump",
            paramLabel = "STAGE",
            description =
                    "Print the text of a stage instead: model, dependences, plan or kernel, also kernel:PASS for the"
                            + " program after that pass, or kernel:lowered before the first; all of them, as files of the folder -o.")
    @Nullable
    String dump;

    @Override
    public Integer call() throws Exception {
        if (dump != null) {
            new StageDump(
                            arguments,
                            spec.commandLine().getOut(),
                            spec.commandLine().getErr())
                    .write(dump, directory);
            return 0;
        }
        LoopNest loopNest = arguments.loopNest();
        Templates printed = arguments.templates.templates();
        Devices devices = Devices.of(arguments.target);
        String file = identifier(loopNest.name());
        Path folder = directory == null
                ? Path.of(loopNest.name() + "-" + devices.target().jsonName())
                : directory;
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.dependences(sets, loopNest);
            Inputs.requireWithinArrays(dependences, arguments.nest.sizes());
            Tiler tiler = Pipeline.tiler(
                    dependences,
                    arguments.schedule(dependences, devices, spec.commandLine().getErr()));
            Candidate candidate = arguments.candidate(dependences, tiler, devices);
            Plan plan = CandidateArguments.plan(
                    dependences, tiler, candidate, spec.commandLine().getErr());
            DriverFile.About about = new DriverFile.About(
                    file,
                    devices.target() == Target.CUDA,
                    arguments.nest.sizes(),
                    predicted(dependences, tiler, candidate, devices));
            Map<String, String> files = Pipeline.standalone(printed, arguments.passes.of(devices.target()), Pipeline.lower(plan, devices.target()), about);
            write(folder, files);
            PrintWriter out = spec.commandLine().getOut();
            out.println(loopNest.name() + ", blocks " + candidate + ": " + plan.rule());
            new PairArithmetic(loopNest).obstacles().forEach(out::println);
            out.println("wrote " + String.join(", ", files.keySet()) + " to " + folder);
            out.println("build and run: make -C " + folder + " check");
            return 0;
        }
    }

    /** What the model says, where the candidate is one that it ranks. */
    private List<String> predicted(Dependences dependences, Tiler tiler, Candidate candidate, Devices devices) {
        RankedCandidate ranked;
        try {
            ranked = Pipeline.choose(
                    dependences,
                    tiler,
                    arguments.nest.sizes(),
                    devices.described(),
                    candidate.block(),
                    candidate.thread());
        } catch (UserError outsideTheSpace) {
            return List.of();
        }
        if (!ranked.candidate().equals(candidate)) {
            return List.of();
        }
        Prediction prediction = ranked.prediction();
        String sizes = arguments.nest.sizes().entrySet().stream()
                .map(e -> e.getKey() + " = " + e.getValue())
                .collect(Collectors.joining(", "));
        return List.of(
                "For " + sizes + " on " + devices.described().fullName() + ", predicted, not measured:",
                "",
                "- time: " + Quantity.seconds(prediction.seconds()),
                "- values that blocks load: "
                        + Quantity.prefixed(prediction.traffic().reads()),
                "- values that blocks store: "
                        + Quantity.prefixed(prediction.traffic().writes()),
                "- bytes to and from memory: "
                        + Quantity.prefixed(prediction.traffic().memoryBytes()));
    }

    private static void write(Path folder, Map<String, String> files) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, String> entry : files.entrySet()) {
            Files.writeString(folder.resolve(entry.getKey()), entry.getValue());
        }
    }

    private static String identifier(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
    }
}
