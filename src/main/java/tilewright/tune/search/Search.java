package tilewright.tune.search;

import java.util.Optional;

/**
 * Says which candidate of a sweep is measured next. Candidates are numbers, from 0 in predicted order. Several may be under
 * way at a time: those that were handed out and not told yet.
 *
 * <p>A search belongs to one thread.
 */
public interface Search {
    /** A candidate that was not handed out before; empty after the last. */
    Optional<Integer> next();

    /**
     * What became of a candidate.
     *
     * @param seconds measured; infinite where it failed or was passed over
     */
    void tell(int candidate, double seconds);
}
