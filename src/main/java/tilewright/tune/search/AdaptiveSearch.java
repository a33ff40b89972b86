package tilewright.tune.search;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tilewright.ranking.ModelErrors;

/**
 * Takes the candidate that most probably beats the best measured one by a hundredth, as {@link Correction} sees it after
 * every measurement (probability of improvement; Kushner 1964). The first is the first in predicted order. Of candidates
 * that are under way it assumes what it expects of them, so that those handed out together lie apart.
 *
 * <p>It belongs to one thread.
 */
final class AdaptiveSearch implements Search {
    /** A gain below that is not worth a measurement: a sweep's runs scatter as much. */
    private static final double WORTH = 0.01;

    private final List<Guess> guesses;
    private final ModelErrors.Prior prior;
    private final State[] states;
    private final Correction told;
    private double best = Double.POSITIVE_INFINITY;

    private enum State {
        OPEN,
        UNDER_WAY,
        TOLD
    }

    /** @param guesses the candidates in predicted order */
    AdaptiveSearch(List<Guess> guesses, ModelErrors.Prior prior) {
        this.guesses = List.copyOf(guesses);
        this.prior = prior;
        states = new State[guesses.size()];
        Arrays.fill(states, State.OPEN);
        told = new Correction(prior, Guess.coordinates(guesses));
    }

    @Override
    public Optional<Integer> next() {
        Optional<Integer> chosen = choose();
        chosen.ifPresent(candidate -> states[candidate] = State.UNDER_WAY);
        return chosen;
    }

    private Optional<Integer> choose() {
        Correction known = withThoseUnderWay();
        int chosen = -1;
        double highest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < states.length; i++) {
            double chance = states[i] == State.OPEN ? chance(known, i) : Double.NEGATIVE_INFINITY;
            if (chance > highest) {
                highest = chance;
                chosen = i;
            }
        }
        return chosen < 0 ? Optional.empty() : Optional.of(chosen);
    }

    /** What is known once those under way turn out as expected: their means stay, and their neighbours are less uncertain. */
    private Correction withThoseUnderWay() {
        Correction known = told;
        for (int i = 0; i < states.length; i++) {
            if (states[i] == State.UNDER_WAY) {
                known = known == told ? told.copy() : known;
                known.add(i, known.mean(i));
            }
        }
        return known;
    }

    /** Deviations by which its expected time lies below what counts as a win: grows with the probability of one. */
    private double chance(Correction known, int candidate) {
        double expected = Math.log(guesses.get(candidate).predictedSeconds()) + known.mean(candidate);
        if (Double.isInfinite(best)) {
            return -expected;
        }
        return (Math.log(best) - WORTH - expected) / Math.max(known.deviation(candidate), prior.noise());
    }

    @Override
    public void tell(int candidate, double seconds) {
        states[candidate] = State.TOLD;
        if (Double.isFinite(seconds)) {
            best = Math.min(best, seconds);
            told.add(candidate, Math.log(seconds / guesses.get(candidate).predictedSeconds()));
        }
    }
}
