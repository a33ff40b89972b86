package tilewright.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tilewright.device.JavaCommand;
import tilewright.device.NsightCompute;
import tilewright.model.FolderFile;
import tilewright.model.UserError;
import tilewright.tiling.space.Candidate;
import tilewright.tune.stored.MeasurementFormat;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tune --counters}: the winner runs once more, under NVIDIA's profiler. */
final class WinnerCounters {
    /** In the folder of a sweep. */
    static final String FILE = "counters.json";

    private static final String SCHEMA = "tilewright/counters/1";
    private static final JsonMapper JSON = JsonMapper.shared();
    /** What chooses the candidate, and where results go: not for the run of one. */
    private static final Set<String> OWN = Set.of("--candidate", "--json", "--results", "--target", "--seed");

    private final CommandSpec tune;
    private final Path nest;
    private final PrintWriter notes;

    /** @param tune the command that found the winner, parsed */
    WinnerCounters(CommandSpec tune, Path nest, PrintWriter notes) {
        this.tune = tune;
        this.nest = nest;
        this.notes = notes;
    }

    /** Counts, and writes {@value #FILE}; where that is not possible, a note says why: the sweep is none the worse. */
    void write(Candidate winner, Path results) throws IOException {
        Optional<NsightCompute> profiler = NsightCompute.find();
        if (profiler.isEmpty()) {
            notes.println("note: --counters: no program ncu (Nsight Compute) on the search path, in CUDA_HOME or in"
                    + " /usr/local/cuda/bin: nothing was counted");
            return;
        }
        try {
            List<NsightCompute.Launch> launches = profiler.get().count(command(winner));
            FolderFile.write(results, FILE, json(winner, launches));
        } catch (UserError e) {
            notes.println("note: --counters: " + e.getMessage());
        }
    }

    /** {@code tilewright run} of the winner, by this process's Java, with the options that both commands have. */
    private List<String> command(Candidate winner) {
        List<String> command = JavaCommand.of(List.of(), Main.class);
        command.addAll(List.of("run", nest.toString()));
        var known = new CommandLine(new RunCommand()).getCommandSpec().optionsMap();
        for (OptionSpec option : tune.commandLine().getParseResult().matchedOptions()) {
            String name = option.longestName();
            if (known.containsKey(name) && !OWN.contains(name)) {
                option.originalStringValues().forEach(value -> command.addAll(List.of(name, value)));
            }
        }
        command.addAll(List.of("--target", "cuda", "--candidate", winner.toString()));
        return command;
    }

    private static String json(Candidate winner, List<NsightCompute.Launch> launches) {
        ObjectNode root = JSON.createObjectNode();
        root.put("schema", SCHEMA);
        MeasurementFormat.writeCandidate(root, winner);
        ArrayNode all = root.putArray("launches");
        for (NsightCompute.Launch launch : launches) {
            ObjectNode counters = all.addObject().put("kernel", launch.kernel()).putObject("counters");
            launch.counters().forEach(counters::put);
        }
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }
}
