package tilewright.tune;

/**
 * One line of {@code measurements.jsonl}: a candidate and what happened to it.
 *
 * @param phase whether it comes from the sweep or from the comparison of finalists
 */
public record Measurement(SweepIdentity sweep, Contender contender, Outcome outcome, Phase phase) {
    /** When it was taken. */
    public enum Phase {
        /** In ranked order, once per candidate. */
        SWEEP,
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
