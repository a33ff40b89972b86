package tilewright.tune.build;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tilewright.tiling.space.Candidate;
import tilewright.tune.search.Guess;
import tilewright.tune.search.Search;
import tilewright.tune.search.Strategy;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.Measurement;

/** Which candidate comes next, and how many there will be. Any thread may ask, and say what was measured. */
public final class Agenda {
    private final List<Contender> contenders;
    private final Search search;
    private final boolean learns;
    private final Map<Candidate, Integer> numbers = new HashMap<>();
    private final Set<Integer> known = new HashSet<>();
    private int left;

    /**
     * @param contenders in predicted order
     * @param most how many are measured
     * @param seed of a random order
     */
    public Agenda(List<Contender> contenders, Strategy strategy, int most, long seed) {
        this.contenders = List.copyOf(contenders);
        search = strategy.over(
                contenders.stream()
                        .map(c -> new Guess(c.candidate(), c.predicted().seconds()))
                        .toList(),
                seed);
        learns = strategy.learns();
        left = Math.min(most, contenders.size());
        for (int i = 0; i < contenders.size(); i++) {
            numbers.putIfAbsent(contenders.get(i).candidate(), i);
        }
    }

    /** Whether candidates are chosen by what was measured. */
    boolean learns() {
        return learns;
    }

    /** How many {@link #next} will give at most. */
    synchronized int left() {
        return left;
    }

    /** The next one that is wanted; those refused are passed over. Empty after the last. */
    synchronized Optional<Contender> next(Predicate<Contender> wanted) {
        while (left > 0) {
            Optional<Integer> number = search.next();
            if (number.isEmpty()) {
                left = 0;
                return Optional.empty();
            }
            Contender contender = contenders.get(number.get());
            if (known.contains(number.get())) {
                continue;
            }
            if (wanted.test(contender)) {
                left--;
                return Optional.of(contender);
            }
            search.tell(number.get(), Double.POSITIVE_INFINITY);
        }
        return Optional.empty();
    }

    /** Takes in a result of an earlier sweep: the candidate is measured already. There may be more of them than are wanted. */
    public synchronized void know(Measurement measurement) {
        Integer number = numbers.get(measurement.contender().candidate());
        if (number != null && known.add(number)) {
            left = Math.max(0, left - 1);
            tell(measurement);
        }
    }

    /** Takes in a result. */
    public synchronized void tell(Measurement measurement) {
        Integer number = numbers.get(measurement.contender().candidate());
        if (number != null) {
            search.tell(number, measurement.isOk() ? measurement.seconds() : Double.POSITIVE_INFINITY);
        }
    }
}
