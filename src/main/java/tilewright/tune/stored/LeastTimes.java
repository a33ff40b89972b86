package tilewright.tune.stored;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import tilewright.tiling.space.Candidate;

/**
 * Times below which candidates cannot run, so that not all need to.
 *
 * @param all every candidate of the space in predicted order; empty where no bound is known
 * @param skips whether a sweep leaves out those that cannot win. One that is recorded for its statistics does not
 */
public record LeastTimes(SequencedMap<Candidate, Least> all, boolean skips) {
    /** Nothing is known. */
    public static final LeastTimes NONE = new LeastTimes(new LinkedHashMap<>(), false);

    /** @param because what the time comes from, for people */
    public record Least(double seconds, String because) {}

    public LeastTimes {
        all = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(all));
    }

    /** Whether a candidate cannot be faster than a time that was measured. */
    public boolean excludes(Candidate candidate, double seconds) {
        Least least = all.get(candidate);
        return least != null && least.seconds() >= seconds;
    }
}
