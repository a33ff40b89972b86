package tilewright.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tilewright.model.UserError;
import tilewright.tiling.Candidate;

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

    @Option(
            names = "--options",
            paramLabel = "NAME=VALUE",
            split = ",",
            description = "With --block and --thread, the rest of the candidate: chunk=16,buffers=2,step=64 (see"
                    + " docs/commands.md).")
    @Nullable
    List<String> options;

    @Option(
            names = "--candidate",
            paramLabel = "TEXT",
            description = "All of that, written as tables write it: '64x128x128/1x8x8 chunk 16, buffers 2'.")
    @Nullable
    String text;

    /** Whether anything of a candidate is given. */
    boolean isGiven() {
        return block != null || thread != null || options != null || text != null;
    }

    /** The candidate where sizes and options are all given, else null. */
    @Nullable
    Candidate candidate() {
        if (text != null) {
            if (block != null || thread != null || options != null) {
                throw UserError.badInput(
                        "--candidate names all of a candidate; leave --block, --thread and --options out");
            }
            return CandidateText.parse(text);
        }
        if (options == null) {
            return null;
        }
        List<Integer> blocks = blockSizes();
        List<Integer> threads = threadSizes();
        if (blocks == null || threads == null) {
            throw UserError.badInput("--options describes one candidate: give --block and --thread too");
        }
        return new Candidate(blocks, threads, options("--options", Sizes.options(options), 2));
    }

    /**
     * The rest of a candidate.
     *
     * @param option for messages
     * @param buffers where none are given
     */
    static Candidate.Options options(String option, Map<String, Integer> given, int buffers) {
        Map<String, Integer> rest = new HashMap<>(given);
        int chunk = value(rest, "chunk", 16);
        int copies = value(rest, "buffers", buffers);
        int step = value(rest, "step", 0);
        if (!rest.isEmpty()) {
            throw UserError.badInput(
                    option + " knows no '" + rest.keySet().iterator().next() + "'; it takes chunk, buffers and step");
        }
        if (chunk < 1 || copies < 1 || copies > 2 || step < 0) {
            throw UserError.badInput(option + ": chunk must be at least 1, buffers 1 or 2, step 0 or more");
        }
        return new Candidate.Options(chunk, copies, step);
    }

    private static int value(Map<String, Integer> values, String name, int otherwise) {
        Integer value = values.remove(name);
        return value == null ? otherwise : value;
    }

    @Nullable
    List<Integer> blockSizes() {
        return block == null ? null : Sizes.list("--block", block);
    }

    @Nullable
    List<Integer> threadSizes() {
        return thread == null ? null : Sizes.list("--thread", thread);
    }
}
