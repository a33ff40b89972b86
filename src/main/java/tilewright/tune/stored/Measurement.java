package tilewright.tune.stored;

import org.jspecify.annotations.Nullable;

/**
 * One line of {@code measurements.jsonl}: a candidate and what happened to it.
 *
 * @param phase whether it comes from the sweep or from a comparison in turn
 * @param place where it was taken; null where nobody was asked, or that is not known
 */
public record Measurement(
        SweepIdentity sweep,
        Contender contender,
        Outcome outcome,
        Phase phase,
        @Nullable Place place) {
    /** Where it was taken is not known. */
    public Measurement(SweepIdentity sweep, Contender contender, Outcome outcome, Phase phase) {
        this(sweep, contender, outcome, phase, null);
    }

    /** When it was taken. */
    public enum Phase {
        /** In ranked order, once per candidate. */
        SWEEP,
        /** Again on a processor, in turn with all that are not far slower: what counts of a candidate that has both. */
        TURN,
        /** Against another finalist, in turn. */
        FINAL
    }

    public boolean isOk() {
        return outcome.status() == Status.OK;
    }

    /** Median seconds; only of a measurement that is OK. */
    public double seconds() {
        return Statistics.median(outcome.runs());
    }
}
