package tilewright.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tilewright.cli.argument.Devices;
import tilewright.cli.argument.Inputs;
import tilewright.cli.output.OutputFile;
import tilewright.cli.output.ShellWord;
import tilewright.cli.pipeline.CandidateArguments;
import tilewright.cli.pipeline.Pipeline;
import tilewright.cli.pipeline.StageDump;
import tilewright.codegen.Templates;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.print.DriverFile;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.kernel.pass.Passes;
import tilewright.model.FolderFile;
import tilewright.model.LoopNest;
import tilewright.model.PairArithmetic;
import tilewright.model.UserError;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.description.GpuDescription;
import tilewright.report.Quantity;
import tilewright.report.stored.KnownBest;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.space.Candidate;
import tilewright.tune.stored.SweepIdentity;
import tilewright.tune.stored.Target;

/** {@code tilewright generate}. */
@Command(name = "generate", description = "Kernel source and a host driver that compiles and runs alone.")
final class GenerateCommand implements Callable<Integer> {
    /** How the name of the program with a main function begins. */
    private static final String DRIVER = "driver.";

    /** Files and modules beside the nest's own, which would take their place. */
    private static final Set<String> OWN_NAMES = Set.of("driver", "sequential", "tiled");

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
                        + " program after that pass, or kernel:lowered before the first; all of them, as files of the"
                        + " folder -o.")
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
        OutputFile.requireFolder(directory == null ? Path.of("") : directory);
        Library.Generated generated = generate();
        LoopNest nest = generated.plan().written();
        Path folder = directory == null
                ? Path.of(nest.name() + "-" + generated.target().jsonName())
                : directory;
        write(folder, generated.files());
        PrintWriter out = spec.commandLine().getOut();
        generated.notes().forEach(out::println);
        out.println("wrote " + String.join(", ", generated.files().keySet()) + " to " + folder);
        if (generated.target() == Target.HIP) {
            out.println("not tried: nothing generated for HIP has run on such a device");
        }
        out.println("build and run: make -C " + ShellWord.of(folder) + " check");
        return 0;
    }

    /** Makes the program, and writes nothing. */
    Library.Generated generate() {
        LoopNest loopNest = arguments.loopNest();
        Templates printed = arguments.templates.templates();
        Devices devices = Devices.of(arguments.target);
        String file = identifier(loopNest.name());
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.plannable(sets, loopNest);
            Inputs.requireWithinArrays(dependences, arguments.nest.sizes());
            Tiler tiler = Pipeline.tiler(
                    dependences,
                    arguments.schedule(dependences, devices, spec.commandLine().getErr()));
            Plan plan = arguments.plan(
                    dependences, tiler, devices, spec.commandLine().getErr());
            DriverFile.About about = new DriverFile.About(
                    file,
                    devices.target().language(),
                    arguments.nest.sizes(),
                    predicted(tiler, plan.candidate(), devices));
            Passes passes = arguments.passes.of(devices);
            KernelProgram program = Pipeline.lower(plan, devices.target(), passes);
            if (devices.described() instanceof GpuDescription gpu) {
                excess(tiler, plan, program, gpu)
                        .ifPresent(why -> spec.commandLine()
                                .getErr()
                                .println("note: " + gpu.fullName() + " cannot start this program: " + why));
            }
            Map<String, String> files = Pipeline.standalone(printed, devices, passes, program, about);
            List<String> notes = new ArrayList<>();
            arguments
                    .known(devices, spec.commandLine().getErr())
                    .map(known -> sameProgram(known, Pipeline.source(printed, passes, devices, program)))
                    .ifPresent(notes::add);
            notes.add(loopNest.name() + ", blocks " + plan.candidate() + ": " + plan.rule());
            notes.addAll(new PairArithmetic(loopNest).obstacles());
            return new Library.Generated(plan, devices.target(), files, notes);
        }
    }

    /** What a kernel needs beyond the device, which the model does not know before it is written: time tiles. */
    private Optional<String> excess(Tiler tiler, Plan plan, KernelProgram program, GpuDescription gpu) {
        int most = gpu.limits().sharedBytesPerBlock();
        return Pipeline.excess(tiler, plan, arguments.nest.sizes(), gpu).isPresent()
                ? Optional.empty()
                : program.kernels().stream()
                        .filter(k -> k.sharedBytes() > most)
                        .findFirst()
                        .map(k -> "a block of kernel " + k.name() + " needs " + k.sharedBytes()
                                + " bytes of shared memory of " + most + ", " + (k.sharedBytes() - most)
                                + " too many");
    }

    /** Whether the program is the one that was measured. */
    private static String sameProgram(KnownBest known, String source) {
        String hash = SweepIdentity.hash(source);
        if (known.program() == null) {
            return "the program that was measured is not known by its hash; this one is " + hash;
        }
        return known.program().equals(hash)
                ? "the same program, letter by letter, as the one that was measured (" + hash + ")"
                : "the same candidate as measured, but the program's text has changed since: its hash is " + hash
                        + ", then " + known.program();
    }

    /** What the model says, where the candidate is one that it ranks. */
    private List<String> predicted(Tiler tiler, Candidate candidate, Devices devices) {
        SequencedMap<String, Long> sizes = arguments.nest.sizes();
        OptionalDouble seconds = Pipeline.programSeconds(tiler, sizes, devices.described(), candidate);
        return Pipeline.predicted(tiler, sizes, devices.described(), candidate)
                .map(prediction -> words(prediction, seconds.orElseThrow(), devices))
                .orElse(List.of());
    }

    /** @param seconds of the whole program, of which the prediction may be of one part */
    private List<String> words(Prediction prediction, double seconds, Devices devices) {
        String sizes = arguments.nest.sizes().entrySet().stream()
                .map(e -> e.getKey() + " = " + e.getValue())
                .collect(Collectors.joining(", "));
        List<String> words = new ArrayList<>(List.of(
                "For " + sizes + " on " + devices.described().fullName() + ", predicted, not measured:",
                "",
                "- time: " + Quantity.seconds(seconds)));
        if (seconds != prediction.seconds()) {
            words.add("- time of the main part, of which the following lines speak: "
                    + Quantity.seconds(prediction.seconds()));
        }
        words.addAll(List.of(
                "- values that blocks load: "
                        + Quantity.prefixed(prediction.traffic().reads()),
                "- values that blocks store: "
                        + Quantity.prefixed(prediction.traffic().writes()),
                "- bytes to and from memory: "
                        + Quantity.prefixed(prediction.traffic().memoryBytes())));
        devices.scaled().ifPresent(how -> words.add("- rates and latencies are " + how));
        return words;
    }

    /** A program is written over the one before, which has a driver; a file of the same name that stands there without one is somebody else's. */
    private static void requireOwn(Path folder, Set<String> names) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> there = Files.list(folder)) {
            if (there.anyMatch(file -> String.valueOf(file.getFileName()).startsWith(DRIVER))) {
                return;
            }
        }
        names.stream()
                .filter(name -> Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS))
                .findFirst()
                .ifPresent(name -> {
                    throw UserError.badInput(
                            folder.resolve(name) + ": error: exists, and is of no program that generate wrote"
                                    + " here; give another folder with -o, or remove it");
                });
    }

    private static void write(Path folder, Map<String, String> files) throws IOException {
        requireOwn(folder, files.keySet());
        FolderFile.writeAll(folder, files);
    }

    private static String identifier(String name) {
        String letters = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
        // Fortran's names begin with a letter.
        boolean taken = OWN_NAMES.contains(letters) || letters.startsWith("_");
        return taken ? ("nest_" + letters).replace("__", "_") : letters;
    }
}
