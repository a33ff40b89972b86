package tilewright.tune.verify;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.tiling.space.Candidate;
import tilewright.tune.stored.Status;
import tilewright.tune.stored.Target;

/**
 * The answer of {@code verify}.
 *
 * @param how what ran the program
 * @param status OK, or what went wrong
 * @param maxRelativeError largest deviation in any case; negative when nothing ran or an element is not a number
 * @param mismatches elements outside the tolerance, over the cases up to the first that failed
 * @param cases how many combinations of sizes and data were compared
 * @param message what went wrong first; null when all is well
 * @param notes what a reader of the answer should know
 */
public record VerificationResult(
        Target target,
        SequencedMap<String, Long> sizes,
        Candidate candidate,
        How how,
        Status status,
        double maxRelativeError,
        long mismatches,
        int cases,
        @Nullable String message,
        List<String> notes) {
    /** What ran a program. */
    public sealed interface How {
        /** The machine that it is made for. */
        record OnDevice() implements How {}

        /** @param sizes at which the emulator ran it */
        record Emulated(List<SequencedMap<String, Long>> sizes) implements How {
            public Emulated {
                sizes = List.copyOf(sizes);
            }
        }
    }

    public VerificationResult {
        notes = List.copyOf(notes);
        sizes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(sizes));
    }

    /** The same with one more note. */
    public VerificationResult with(String note) {
        return new VerificationResult(
                target,
                sizes,
                candidate,
                how,
                status,
                maxRelativeError,
                mismatches,
                cases,
                message,
                Stream.concat(notes.stream(), Stream.of(note)).toList());
    }

    public boolean ok() {
        return status == Status.OK;
    }
}
