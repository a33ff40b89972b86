package tilewright.tune.search;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** An order that measured times do not change. It belongs to one thread. */
final class FixedSearch implements Search {
    private final List<Integer> order;
    private int next;

    private FixedSearch(List<Integer> order) {
        this.order = order;
    }

    /** The predicted order. */
    static FixedSearch ranked(int candidates) {
        return new FixedSearch(IntStream.range(0, candidates).boxed().toList());
    }

    /** Every order equally likely; the same one for the same seed. */
    static FixedSearch random(int candidates, long seed) {
        List<Integer> order = new ArrayList<>(ranked(candidates).order);
        Collections.shuffle(order, new Random(seed));
        return new FixedSearch(order);
    }

    @Override
    public Optional<Integer> next() {
        return next < order.size() ? Optional.of(order.get(next++)) : Optional.empty();
    }

    @Override
    public void tell(int candidate, double seconds) {
        // Nothing is learnt.
    }
}
