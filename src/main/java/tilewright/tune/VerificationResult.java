package tilewright.tune;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import tilewright.tiling.Candidate;

/**
 * The answer of {@code verify}.
 *
 * @param status OK, or what went wrong
 * @param maxRelativeError largest deviation in any case; negative when nothing ran or an element is not a number
 * @param mismatches elements outside the tolerance, over the cases up to the first that failed
 * @param cases how many combinations of sizes and data were compared
 * @param message what went wrong first; null when all is well
 */
public record VerificationResult(
        Target target,
        SequencedMap<String, Long> sizes,
        Candidate candidate,
        Status status,
        double maxRelativeError,
        long mismatches,
        int cases,
        @Nullable String message) {
    public VerificationResult {
        sizes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(sizes));
    }

    public boolean ok() {
        return status == Status.OK;
    }
}
