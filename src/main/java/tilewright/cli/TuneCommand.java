package tilewright.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tilewright.model.LoopNest;

/** {@code tilewright tune}. */
@Command(name = "tune", description = "The main job: rank, generate, compile, verify, time, report.")
final class TuneCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Mixin
    NestArguments nest;

    @Mixin
    TargetArguments target;

    @Mixin
    JsonArguments json;

    @ArgGroup
    @Nullable
    Extent extent;

    /** How much of the candidate space is measured. */
    static final class Extent {
        @Option(names = "--top", paramLabel = "N", description = "Measure the first N ranked candidates.")
        @Nullable
        Integer top;

        @Option(names = "--exhaustive", description = "Measure every candidate.")
        boolean exhaustive;

        @Option(names = "--budget", paramLabel = "TIME", description = "Measure for this long: 90s, 10m, 2h.")
        @Nullable
        String budget;
    }

    @Option(names = "--resume", description = "Continue the sweep that the directory holds.")
    boolean resume;

    @Option(names = "-o", paramLabel = "DIR", description = "Where results go (default: reports/NEST/DEVICE).")
    @Nullable
    Path directory;

    @Override
    public Integer call() throws Exception {
        LoopNest loopNest = Pipeline.parse(nest.file);
        Inputs.requireValues(loopNest, nest.sizes());
        Inputs.requireMemory(loopNest, nest.sizes(), MachineMemory.available());
        throw Pipeline.missing("tune");
    }
}
