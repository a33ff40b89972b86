package tilewright.kernel.count;

import java.util.HashMap;
import java.util.Map;
import tilewright.kernel.Place;

/** Where the iterations of a loop have loaded places of memory, by which it is told how far these move. */
final class SeenPlaces {
    /** Bytes that come to a cache together. */
    private static final int LINE = 128;

    /**
     * Where a place was when an iteration loaded it for the first time.
     *
     * @param moved how many lines that is further, for each iteration since the one before
     */
    private record Seen(long iteration, long offset, double moved) {}

    private final Map<Place.Global, Seen> seen = new HashMap<>();
    private long iteration;

    /** The loop is in this iteration. */
    void at(long number) {
        iteration = number;
    }

    SeenPlaces copy() {
        SeenPlaces copy = new SeenPlaces();
        copy.seen.putAll(seen);
        copy.iteration = iteration;
        return copy;
    }

    /** How many lines further a place is in each iteration, 1 at most: 0 where it was not loaded before. Example: a row of a matrix for each iteration is 1, neighbours of 8 bytes are 1/16. */
    double moved(Place.Global place, long offset) {
        Seen before = seen.get(place);
        if (before != null && before.iteration() == iteration) {
            return before.moved();
        }
        double moved = 0;
        if (before != null && before.iteration() < iteration) {
            double bytes =
                    (double) Math.abs(offset - before.offset()) * place.type().bytes();
            moved = Math.min(1, bytes / (iteration - before.iteration()) / LINE);
        }
        seen.put(place, new Seen(iteration, offset, moved));
        return moved;
    }
}
