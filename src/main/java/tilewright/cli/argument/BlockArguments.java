package tilewright.cli.argument;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tilewright.model.UserError;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.OptionWord;

/** One candidate named by hand. */
public final class BlockArguments {
    /** Iterations staged at a time where nothing else is given. */
    public static final int K_TILE = 16;

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
            description = "With --block and --thread, the rest of the candidate: k-tile=16,stages=2,panel=64 (see"
                    + " docs/commands.md).")
    @Nullable
    List<String> options;

    @Option(
            names = "--candidate",
            paramLabel = "TEXT",
            description = "All of that, written as tables write it: '64x128x128/1x8x8 k-tile 16, stages 2'.")
    @Nullable
    String text;

    /** Whether anything of a candidate is given. */
    public boolean isGiven() {
        return block != null || thread != null || options != null || text != null;
    }

    /** How many block sizes are given; 0 where none are. */
    public int count() {
        if (text != null) {
            return CandidateText.parse(text).block().size();
        }
        List<Integer> sizes = block == null ? threadSizes() : blockSizes();
        return sizes == null ? 0 : sizes.size();
    }

    /** The candidate where sizes and options are all given, else null. */
    @Nullable
    public Candidate candidate() {
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
     * @param stages where none are given
     */
    static Candidate.Options options(String option, Map<String, Integer> given, int stages) {
        Map<OptionWord, Integer> words = new EnumMap<>(OptionWord.class);
        given.forEach((name, value) -> {
            OptionWord word = OptionWord.of(name)
                    .orElseThrow(() -> UserError.badInput(option + " knows no '" + name
                            + "'; it takes k-tile, stages, panel or planes, window and resident"));
            if (words.put(word, value) != null) {
                throw UserError.badInput(option + ": " + word.word() + " is given twice");
            }
        });
        if (words.containsKey(OptionWord.PANEL) && words.containsKey(OptionWord.PLANES)) {
            throw UserError.badInput(option + ": give panel or planes, not both");
        }
        if (words.getOrDefault(OptionWord.K_TILE, 1) < 1
                || !areStages(words.getOrDefault(OptionWord.STAGES, 1))
                || words.getOrDefault(OptionWord.PANEL, 0) < 0
                || words.getOrDefault(OptionWord.WINDOW, 0) < 0
                || !List.of(0, OptionWord.PLANE).contains(words.getOrDefault(OptionWord.PLANES, 0))
                || !List.of(0, 1).contains(words.getOrDefault(OptionWord.RESIDENT, 0))) {
            throw UserError.badInput(option
                    + ": k-tile must be at least 1, stages 1 to " + Candidate.Options.MOST_STAGES
                    + ", panel and window 0 or more, planes and"
                    + " resident 0 or 1");
        }
        return OptionWord.options(words, K_TILE, stages);
    }

    @Nullable
    public List<Integer> blockSizes() {
        return block == null ? null : Sizes.list("--block", block);
    }

    @Nullable
    public List<Integer> threadSizes() {
        return thread == null ? null : Sizes.list("--thread", thread);
    }

    private static boolean areStages(int number) {
        return number >= 1 && number <= Candidate.Options.MOST_STAGES;
    }
}
