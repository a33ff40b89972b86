package tilewright.cli.pipeline;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tilewright.cli.argument.BlockArguments;
import tilewright.cli.argument.Devices;
import tilewright.cli.argument.Inputs;
import tilewright.cli.argument.NestArguments;
import tilewright.cli.argument.PassArguments;
import tilewright.cli.argument.TargetArguments;
import tilewright.cli.argument.TemplateArguments;
import tilewright.dependence.Dependences;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.ranking.description.GpuDescription;
import tilewright.report.stored.KnownBest;
import tilewright.report.stored.KnownResults;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.schedule.Schedule;

/** One candidate of one nest at given sizes, and what prints its program: shared by generating and verifying. */
public final class CandidateArguments {
    @Mixin
    public NestArguments nest;

    @Mixin
    BlockArguments blocks;

    @Mixin
    public TargetArguments target;

    @Mixin
    public TemplateArguments templates;

    @Mixin
    public PassArguments passes;

    @Mixin
    ScheduleArguments order;

    @Mixin
    public MemoryLimit memory;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description =
                    "Take the fastest candidate that the results in this folder know of the nest on the device; of the"
                            + " nearest sizes where these were not measured, of another device where this one was not.")
    @Nullable
    Path results;

    private @Nullable KnownBest known;

    /**
     * What stored results know, where a folder of them is given.
     *
     * @param notes receives where it comes from
     */
    public Optional<KnownBest> known(Devices devices, PrintWriter notes) {
        if (results == null || known != null) {
            return Optional.ofNullable(known);
        }
        if (blocks.isGiven()) {
            throw UserError.badInput("--results takes the candidate from stored results; leave --block, --thread,"
                    + " --options and --candidate out");
        }
        KnownResults.Wanted wanted = devices.wanted(nest.sizes(), order::takes);
        KnownBest best = nest.known(results).fastest(wanted);
        notes.println("note: from stored results: " + best + wanted.differences(best));
        known = best;
        return Optional.of(best);
    }

    /** The schedule: that of stored results, or chosen by predicted time where that is asked for. */
    public Schedule schedule(Dependences dependences, Devices devices, PrintWriter notes) {
        Optional<KnownBest> stored = known(devices, notes);
        if (stored.isPresent()) {
            return ScheduleArguments.of(
                    stored.get().directory().toString(), stored.get().schedule());
        }
        return order.schedule(dependences, nest.sizes(), devices.described(), blocks.count(), notes);
    }

    /**
     * The nest. How many block sizes it needs is known when it is planned: its main part may have loops of its own.
     *
     * @throws tilewright.model.UserError where a parameter has no value
     */
    public LoopNest loopNest() {
        LoopNest loopNest = nest.nest();
        Inputs.requireValues(loopNest, nest.sizes());
        return loopNest;
    }

    /**
     * The plan of the candidate, given, from stored results or the first legal one in the order of ranking, proved against the dependences.
     *
     * @param notes receives what the proof leaves open
     */
    public Plan plan(Dependences dependences, Tiler tiler, Devices devices, PrintWriter notes) {
        Plan plan = known == null
                ? Choice.of(tiler, nest, devices, blocks, notes)
                : Pipeline.plan(tiler, known.candidate());
        if (devices.described() instanceof GpuDescription gpu) {
            Pipeline.excess(tiler, plan, nest.sizes(), gpu)
                    .ifPresent(why -> notes.println("note: " + gpu.fullName() + " cannot start this program: " + why));
        }
        Optional<MemoryLimit.Streamed> windows = memory.windows(
                plan,
                tiler,
                tiler.written(),
                nest.sizes(),
                devices,
                () -> Pipeline.rank(tiler, nest.sizes(), devices.described()));
        MemoryLimit.say(windows, notes);
        return Pipeline.checked(
                dependences, windows.map(MemoryLimit.Streamed::plan).orElse(plan), notes);
    }
}
