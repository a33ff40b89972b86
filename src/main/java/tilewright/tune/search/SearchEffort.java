package tilewright.tune.search;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tilewright.ranking.ModelErrors;

/**
 * How many measurements each search needs on a recorded sweep until one lies within {@value #WITHIN} of the best of all.
 *
 * @param ranked in predicted order
 * @param adaptive by a model that measured times correct
 * @param random in any order: the number that suffices in half of the orders
 * @param optimizer by CMA-ES: the median over {@value #SEEDS} seeds; all candidates where it did not get there
 */
public record SearchEffort(int ranked, int adaptive, int random, int optimizer) {
    /** Above the best of all. */
    public static final double WITHIN = 0.02;

    private static final int SEEDS = 11;

    /**
     * Replays a sweep.
     *
     * @param guesses the measured candidates in predicted order
     * @param seconds measured, by candidate; infinite where it failed
     * @throws IllegalArgumentException where nothing was timed
     */
    public static SearchEffort of(List<Guess> guesses, double[] seconds, ModelErrors.Prior prior) {
        double enough = (1 + WITHIN) * Arrays.stream(seconds).min().orElse(Double.POSITIVE_INFINITY);
        if (!Double.isFinite(enough)) {
            throw new IllegalArgumentException("no candidate was timed");
        }
        int good = (int) Arrays.stream(seconds).filter(s -> s <= enough).count();
        int[] optimizer = IntStream.range(0, SEEDS)
                .map(seed -> first(Optimizer.order(guesses, seconds, seed), seconds, enough))
                .sorted()
                .toArray();
        return new SearchEffort(
                needed(FixedSearch.ranked(seconds.length), seconds, enough),
                needed(new AdaptiveSearch(guesses, prior), seconds, enough),
                half(seconds.length, good),
                optimizer[SEEDS / 2]);
    }

    private static int needed(Search search, double[] seconds, double enough) {
        int measured = 0;
        Optional<Integer> next = search.next();
        while (next.isPresent()) {
            measured++;
            double time = seconds[next.get()];
            if (time <= enough) {
                return measured;
            }
            search.tell(next.get(), time);
            next = search.next();
        }
        throw new IllegalStateException("a search left candidates out");
    }

    private static int first(List<Integer> order, double[] seconds, double enough) {
        for (int i = 0; i < order.size(); i++) {
            if (seconds[order.get(i)] <= enough) {
                return i + 1;
            }
        }
        return seconds.length;
    }

    /** The least number of candidates drawn among which a good one is at least as probable as not. */
    private static int half(int candidates, int good) {
        double none = 1;
        int drawn = 0;
        while (none > 0.5) {
            none *= (double) (candidates - good - drawn) / (candidates - drawn);
            drawn++;
        }
        return drawn;
    }
}
