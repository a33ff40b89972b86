package tilewright.report.stored;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.report.Quantity;
import tilewright.tiling.space.Candidate;
import tilewright.tune.stored.Target;

/**
 * The fastest candidate of one stored sweep.
 *
 * @param directory that holds the sweep
 * @param sizes values of the nest's parameters
 * @param device that ran it
 * @param schedule the text of the order that plans were made from, see {@link tilewright.tiling.schedule.Schedule#text}
 * @param seconds median of its runs
 * @param program {@link tilewright.tune.stored.SweepIdentity#hash} of the source text that was measured; null where not told
 */
public record KnownBest(
        Path directory,
        SequencedMap<String, Long> sizes,
        Target target,
        String device,
        String schedule,
        Candidate candidate,
        double seconds,
        @Nullable String program) {
    public KnownBest {
        sizes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(sizes));
    }

    /**
     * How far its sizes are from others: the sum over parameters of the binary logarithm of their quotient, where 0 counts as 1.
     * So n = 2048 is as far from 4096 as from 1024.
     *
     * @param others a value for every parameter
     */
    public double distance(Map<String, Long> others) {
        return sizes.entrySet().stream()
                .mapToDouble(e -> Math.abs(log2(e.getValue()) - log2(others.getOrDefault(e.getKey(), e.getValue()))))
                .sum();
    }

    private static double log2(long size) {
        return Math.log(Math.max(1, size)) / Math.log(2);
    }

    /** {@code n = 4096, m = 512}. */
    public String sizesText() {
        return text(sizes);
    }

    /** Sizes as people write them. */
    static String text(Map<String, Long> sizes) {
        return sizes.entrySet().stream()
                .map(e -> e.getKey() + " = " + e.getValue())
                .collect(Collectors.joining(", "));
    }

    /** What it is and where it was found. */
    @Override
    public String toString() {
        return candidate + ", " + Quantity.seconds(seconds) + " at " + sizesText() + " on " + device + " (" + directory
                + ")";
    }
}
