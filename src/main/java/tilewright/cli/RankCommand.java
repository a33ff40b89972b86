package tilewright.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tilewright.cli.argument.Devices;
import tilewright.cli.argument.GraphOption;
import tilewright.cli.argument.Inputs;
import tilewright.cli.argument.NestArguments;
import tilewright.cli.argument.TargetArguments;
import tilewright.cli.output.JsonArguments;
import tilewright.cli.output.Terminal;
import tilewright.cli.pipeline.AllPairsChoice;
import tilewright.cli.pipeline.MemoryLimit;
import tilewright.cli.pipeline.OrderedSums;
import tilewright.cli.pipeline.Pipeline;
import tilewright.cli.pipeline.ScheduleArguments;
import tilewright.dependence.Dependences;
import tilewright.irregular.GraphDevice;
import tilewright.irregular.loops.AllPairs;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.ranking.Ranking;
import tilewright.ranking.RankingJson;
import tilewright.ranking.RankingText;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.report.ScheduleRankingReport;
import tilewright.tiling.Tiler;
import tilewright.tiling.space.Candidate;

/** {@code tilewright rank}. */
@Command(name = "rank", description = "Candidates in predicted order, with time, volumes, limits and the reason.")
final class RankCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Mixin
    NestArguments nest;

    @Mixin
    JsonArguments json;

    @Mixin
    TargetArguments target;

    @Mixin
    ScheduleArguments order;

    @Mixin
    MemoryLimit memory;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many candidates to show (default: ${DEFAULT-VALUE}).")
    int top;

    @Option(
            names = "--explain",
            description = "Show for each candidate what every resource alone would take, and which of them binds.")
    boolean explain;

    @Mixin
    GraphOption graph;

    private Optional<MemoryLimit.Streamed> windows = Optional.empty();

    @Override
    public Integer call() throws Exception {
        if (top < 1) {
            throw UserError.badInput("--top " + top + ": give a number of candidates, at least 1");
        }
        if (graph.isWanted()) {
            return rankSchedules(nest.nest());
        }
        PrintWriter out = spec.commandLine().getOut();
        ranked(ranking -> {
            if (json.leavesStandardOutput()) {
                int width = Terminal.columns();
                out.print(explain ? RankingText.terms(ranking, top, width) : RankingText.of(ranking, top, width));
                windows.ifPresent(w -> out.println("\n" + w.candidate() + "\n" + w.text()));
            }
            json.write(() -> RankingJson.of(ranking, top), out);
            return ranking;
        });
        return 0;
    }

    /** Ranks, and makes something of it while integer sets are there to ask. */
    <T> T ranked(Function<Ranking, T> result) {
        LoopNest loopNest = nest.nest();
        Inputs.requireValues(loopNest, nest.sizes());
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.plannable(sets, loopNest);
            Inputs.requireWithinArrays(dependences, nest.sizes());
            Inputs.requireIterations(dependences, nest.sizes());
            Devices devices = Devices.of(target);
            if (memory.isGiven()) {
                MemoryLimit.requireGpu(devices);
            }
            PrintWriter notes = spec.commandLine().getErr();
            Inputs.beyond(loopNest, nest.sizes(), devices.described()).ifPresent(notes::println);
            devices.scaled()
                    .ifPresent(how -> notes.println("note: rates and latencies of "
                            + devices.described().fullName() + " are " + how));
            Tiler tiler = Pipeline.tiler(
                    dependences, order.schedule(dependences, nest.sizes(), devices.described(), 0, notes));
            Ranking ranking = Pipeline.rank(tiler, nest.sizes(), devices.described());
            OrderedSums.note(tiler, ranking, nest.sizes()).ifPresent(notes::println);
            if (memory.isGiven()) {
                Candidate first = ranking.candidates().getFirst().candidate();
                windows = memory.windows(
                        Pipeline.plan(tiler, first), tiler, loopNest, nest.sizes(), devices, () -> ranking);
            }
            return result.apply(ranking);
        }
    }

    /** The schedules of a nest over a graph, by counts on that graph. */
    private int rankSchedules(LoopNest loopNest) throws IOException {
        if (memory.isGiven()) {
            throw UserError.badInput("--memory-limit is for affine nests: over a graph all arrays are on the device");
        }
        if (spec.commandLine().getParseResult().hasMatchedOption("--schedule")) {
            throw UserError.badInput(
                    "--schedule is for affine nests: over a graph all schedules are ranked that the laws allow");
        }
        if (target.target != null && target.target != TargetArguments.Target.CUDA) {
            throw UserError.badInput("--target: schedules over graphs are predicted for GPUs alone; leave it out, or"
                    + " measure them here: tune --target c --graph " + graph.spec());
        }
        DeviceDescription described =
                target.device == null ? DeviceCatalog.referenceGpu() : DeviceCatalog.find(target.device);
        if (!(described instanceof GpuDescription gpu)) {
            throw UserError.badInput(
                    "--device " + target.device + ": schedules of graphs run on GPUs; give e.g. --device h200");
        }
        PrintWriter out = spec.commandLine().getOut();
        GraphDevice shapes = GraphDevice.find(gpu.name()).orElseGet(() -> {
            GraphDevice reference = GraphDevice.reference();
            spec.commandLine()
                    .getErr()
                    .println("note: rates of random accesses are not calibrated for " + gpu.fullName() + "; those of "
                            + reference.name() + " stand in");
            return reference;
        });
        Optional<AllPairs> pairs = AllPairs.of(loopNest);
        if (pairs.isPresent()) {
            if (explain || graph.sources != null) {
                throw UserError.badInput((explain ? "--explain" : "--sources") + ": " + loopNest.name()
                        + " is of all pairs, and has neither terms nor sources to choose; leave it out");
            }
            AllPairsChoice choice = AllPairsChoice.of(loopNest, pairs.get(), nest.sizes(), graph.spec(), gpu, shapes);
            if (json.leavesStandardOutput()) {
                out.print(choice.text());
            }
            json.write(choice::json, out);
            return 0;
        }
        ScheduleRankingReport report = graph.ranking(loopNest, nest.sizes(), gpu, shapes);
        if (json.leavesStandardOutput()) {
            out.print(report.text(top, explain));
        }
        json.write(() -> report.json(top), out);
        return 0;
    }
}
