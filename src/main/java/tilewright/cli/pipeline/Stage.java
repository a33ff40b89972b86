package tilewright.cli.pipeline;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tilewright.model.UserError;

/** What a program is on its way from text to text, in this order; each has a text of its own. */
public enum Stage {
    /** The nest, as {@code .nest} text. */
    MODEL,
    /** Domains and dependences, as isl writes them. */
    DEPENDENCES,
    /** Launches, blocks, what is kept where: {@link tilewright.tiling.text.PlanText}. */
    PLAN,
    /** What every thread does: {@link tilewright.kernel.text.KernelText}. */
    KERNEL;

    /** The word of the command line; also the name of its file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The stage that an option names.
     *
     * @throws UserError where there is none of that name
     */
    static Stage of(String word) {
        return Arrays.stream(values())
                .filter(s -> s.word().equals(word))
                .findFirst()
                .orElseThrow(() -> UserError.badInput("--dump: no stage is called '" + word + "'; there are "
                        + String.join(", ", words()) + ", and " + StageDump.ALL));
    }

    private static List<String> words() {
        return Arrays.stream(values()).map(Stage::word).toList();
    }
}
