package tilewright.tune.search;

import java.util.List;
import tilewright.ranking.ModelErrors;

/** In which order a sweep measures. */
public enum Strategy {
    /** The candidate that most probably beats the best one so far, by a model that measured times correct. */
    ADAPTIVE,
    /** The predicted order. */
    RANKED,
    /** Any order. */
    RANDOM;

    /**
     * A search of this kind.
     *
     * @param guesses the candidates in predicted order
     * @param seed of a random order
     */
    public Search over(List<Guess> guesses, long seed) {
        return switch (this) {
            case ADAPTIVE -> new AdaptiveSearch(guesses, ModelErrors.shipped().search());
            case RANKED -> FixedSearch.ranked(guesses.size());
            case RANDOM -> FixedSearch.random(guesses.size(), seed);
        };
    }

    /** Whether what is chosen depends on what was measured: then little should be chosen ahead. */
    public boolean learns() {
        return this == ADAPTIVE;
    }
}
