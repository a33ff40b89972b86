package tilewright.report.stored;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.report.Quantity;

/**
 * What each pass is worth to the winner.
 *
 * @param seconds of the winner, in turn with the programs without a pass
 * @param rounds of those runs; 0 where every program was timed by itself
 * @param passes in the order in which they are applied
 */
public record Ablation(double seconds, int rounds, List<Share> passes) {
    /** Of less than this nobody would notice the loss. */
    public static final double WORTH = 1.02;

    public Ablation {
        passes = List.copyOf(passes);
    }

    /**
     * One pass.
     *
     * @param changes whether the program is another one without it
     * @param status of that program; null where it is the same one
     * @param message what went wrong with it
     * @param seconds without the pass; null where it has no time
     * @param tied whether a paired test cannot tell that from the winner's time
     */
    public record Share(
            String pass,
            boolean changes,
            @Nullable String status,
            @Nullable String message,
            @Nullable Double seconds,
            boolean tied) {}

    /** How many times as long the winner takes without the pass; nothing where that was not timed. */
    public Optional<Double> times(Share share) {
        return Optional.ofNullable(share.seconds()).map(s -> s / seconds);
    }

    /** In words. */
    public String worth(Share share) {
        if (!share.changes()) {
            return "changes nothing here";
        }
        return times(share)
                .map(times -> share.tied()
                        ? "not told from the best"
                        : times < 1
                                ? "slower with it"
                                : times < WORTH ? "worth less than 2 %" : "worth " + Quantity.percent(times - 1))
                .orElseGet(() -> share.status() + (share.message() == null ? "" : ": " + firstLine(share.message())));
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    /** How it was measured, in a sentence. */
    public String how() {
        if (passes.isEmpty()) {
            return "These programs are printed as they are lowered: there is no pass to leave out.";
        }
        return rounds == 0
                ? "Every program was timed by itself."
                : "The best and the programs that differ from it ran in turn, " + rounds + " times each.";
    }
}
