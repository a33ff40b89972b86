package tilewright.tune.stored;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What the model says of a candidate.
 *
 * @param seconds predicted time of one run
 * @param volumes further predicted amounts by name, e.g. {@code reads} and {@code writes} in values
 */
public record Predicted(double seconds, SequencedMap<String, Double> volumes) {
    public Predicted {
        volumes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(volumes));
    }
}
