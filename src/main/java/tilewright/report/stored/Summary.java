package tilewright.report.stored;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.Counted;
import tilewright.report.Quantity;

/**
 * The result of a sweep.
 *
 * @param sizes values of the nest's parameters
 * @param end how the sweep ended: {@code complete}, {@code budget} or {@code interrupted}; null where not told
 * @param exhaustive whether every candidate of the space was measured; null where not told
 * @param drawn whether what was to be measured was drawn from the whole space; null where not told
 * @param best null where no candidate passed
 * @param ties candidates that a paired test of the finals cannot tell from the best
 * @param environment what it ran on, as text by name
 * @param certificate what is known of candidates that were not tried; null where not told
 * @param ablation what each pass is worth to the best; null where nobody asked
 */
public record Summary(
        String nest,
        Map<String, Long> sizes,
        String device,
        @Nullable String end,
        @Nullable Boolean exhaustive,
        @Nullable Boolean drawn,
        @Nullable Best best,
        List<Measurement.Key> ties,
        @Nullable Ranking ranking,
        List<Baseline> baselines,
        Map<String, String> environment,
        @Nullable Certificate certificate,
        @Nullable Ablation ablation) {
    /**
     * The winner.
     *
     * @param predictedRank position in the predicted order, from 1
     * @param program hash of its source text, see {@link tilewright.tune.stored.SweepIdentity#hash}; null where not told
     */
    public record Best(
            Measurement.Key candidate,
            double seconds,
            @Nullable Double operationsPerSecond,
            @Nullable Integer predictedRank,
            @Nullable String program) {}

    /**
     * How well the predicted order agrees with the clock.
     *
     * @param top1 best time among the first ranked over the best of all; so top5 and top10
     * @param spearman rank correlation of predicted and measured time
     */
    public record Ranking(
            int candidates,
            @Nullable Double top1,
            @Nullable Double top5,
            @Nullable Double top10,
            @Nullable Double spearman) {}

    /**
     * Untried candidates and the times below which they cannot run.
     *
     * @param proved whether none of them can be faster than the best
     * @param excluded how many cannot
     * @param open how many may be
     * @param leastSeconds the least time of an untried candidate; null where all were tried
     * @param because what that time comes from
     */
    public record Certificate(
            boolean proved,
            int excluded,
            int open,
            @Nullable Double leastSeconds,
            @Nullable String because) {}

    /**
     * Another implementation of the same nest at the same sizes.
     *
     * @param peer whether a user could take it instead: else it is the plain program that results are compared with
     */
    public record Baseline(String name, double seconds, boolean peer) {
        /** The plain program of a nest in which nothing runs in parallel: what fewer launches save is no speed-up. */
        public static final String ONE_THREAD = "one thread, launched for each iteration";

        /** Whether times are compared with it. */
        public boolean isRival() {
            return !name.equals(ONE_THREAD);
        }

        /** For people, with what it is there for. */
        public String title() {
            return peer ? name : name + " (reference for correctness)";
        }
    }

    /** Nobody chooses so many candidates by hand. */
    private static final int FEWEST_OF_UNTOLD = 30;

    public Summary {
        sizes = Collections.unmodifiableMap(new LinkedHashMap<>(sizes));
        ties = List.copyOf(ties);
        baselines = baselines.stream()
                .sorted(Comparator.comparing((Baseline b) -> !b.peer()).thenComparingDouble(Baseline::seconds))
                .toList();
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /** Whether all that was asked for was measured. */
    public boolean isComplete() {
        return "complete".equals(end);
    }

    /**
     * Whether so many timed candidates stand for the whole space, so that a predicted order is judged by them: they are all of it, or a
     * draw from it that was measured to its end. Of sweeps that do not tell how their candidates were chosen, only large ones are
     * taken for such draws.
     */
    public boolean judgesOrders(int timed) {
        if (Boolean.TRUE.equals(exhaustive)) {
            return true;
        }
        return drawn == null ? timed >= FEWEST_OF_UNTOLD : drawn && (end == null || isComplete());
    }

    /** What to know of how far the sweep went; empty where it measured everything. */
    public String coverage() {
        String ended = switch (end == null ? "" : end) {
            case "budget" -> "the time was up";
            case "interrupted" -> "stopped by the user";
            default -> "";
        };
        return Stream.of(ended, untried()).filter(s -> !s.isEmpty()).collect(Collectors.joining("; "));
    }

    private String untried() {
        if (certificate == null || best == null) {
            return Boolean.FALSE.equals(exhaustive) ? "not exhaustive, so a faster candidate is not excluded" : "";
        }
        int all = certificate.excluded() + certificate.open();
        if (all == 0) {
            return "";
        }
        if (certificate.leastSeconds() == null || certificate.proved()) {
            return "certified: none of the " + notTried(all) + " can be faster"
                    + (certificate.leastSeconds() == null
                            ? ""
                            : ", they take at least " + Quantity.seconds(certificate.leastSeconds()) + " ("
                                    + certificate.because() + ")");
        }
        return "not proved to be the fastest: of " + notTried(all) + " " + certificate.excluded()
                + " cannot be faster, " + certificate.open() + " may; what is certain is "
                + Quantity.seconds(certificate.leastSeconds()) + " (" + certificate.because() + "), the best takes "
                + Quantity.ratio(best.seconds() / certificate.leastSeconds()) + " times as long";
    }

    private static String notTried(int candidates) {
        return Counted.of(candidates, "candidate") + (candidates == 1 ? " that was not tried" : " that were not tried");
    }

    /** {@code n=4096, m=512}. */
    public String sizesText() {
        return sizes.entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(", "));
    }
}
