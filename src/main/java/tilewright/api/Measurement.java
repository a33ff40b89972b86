package tilewright.api;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A candidate and what happened to it.
 *
 * @param candidate that was built and run
 * @param rank in the predicted order, from 1
 * @param predictedSeconds by the model
 * @param status {@code ok}, {@code wrong}, {@code compile-error}, {@code launch-error} or {@code timeout}
 * @param seconds median of the runs; empty unless the status is ok
 * @param runs seconds of each; empty unless the status is ok
 * @param message what the compiler, the driver or the comparison said; empty where all is well
 */
public record Measurement(
        Candidate candidate,
        int rank,
        double predictedSeconds,
        String status,
        OptionalDouble seconds,
        List<Double> runs,
        Optional<String> message) {
    /** Keeps a copy. */
    public Measurement {
        runs = List.copyOf(runs);
    }

    static Measurement of(tilewright.tune.stored.Measurement measured) {
        return new Measurement(
                Candidate.of(measured.contender().candidate()),
                measured.contender().rank(),
                measured.contender().predicted().seconds(),
                measured.outcome().status().jsonName(),
                measured.isOk() ? OptionalDouble.of(measured.seconds()) : OptionalDouble.empty(),
                measured.outcome().runs(),
                Optional.ofNullable(measured.outcome().message()));
    }
}
