package tilewright.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** One candidate named by hand. */
final class BlockArguments {
    @Option(
            names = "--block",
            paramLabel = "r1,..,rn",
            description = "Block sizes: how many values of each loop fall into one block.")
    @Nullable
    String block;

    @Option(
            names = "--thread",
            paramLabel = "t1,..,tn",
            description = "Thread sizes: how many values of each loop one thread executes.")
    @Nullable
    String thread;

    @Nullable
    List<Integer> blockSizes() {
        return block == null ? null : Sizes.list("--block", block);
    }

    @Nullable
    List<Integer> threadSizes() {
        return thread == null ? null : Sizes.list("--thread", thread);
    }
}
