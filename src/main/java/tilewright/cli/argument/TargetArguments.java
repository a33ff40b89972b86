package tilewright.cli.argument;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What runs the kernel, and the description of the device that ranking uses. */
public final class TargetArguments {
    /** The languages that kernels are generated in. */
    public enum Target {
        CUDA,
        HIP,
        C
    }

    @Option(
            names = "--target",
            paramLabel = "cuda|hip|c",
            description =
                    "What to generate for; without it cuda where a GPU answers, else c. hip: programs for AMD's GPUs,"
                            + " of which none has run on such a device.")
    @Nullable
    public Target target;

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = "Rank for this described device, e.g. h200, instead of the one found.")
    @Nullable
    public String device;
}
