package tilewright.api;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The result of a sweep.
 *
 * @param folder that holds everything that was measured
 * @param device that ran it
 * @param best empty where no candidate was right
 * @param baselines what the candidates are compared with
 * @param exhaustive whether every candidate of the space was measured
 */
public record TuneResult(
        Path folder, String device, Optional<Best> best, List<Baseline> baselines, boolean exhaustive) {
    /** Keeps a copy. */
    public TuneResult {
        baselines = List.copyOf(baselines);
    }

    /**
     * The fastest candidate.
     *
     * @param candidate the sizes
     * @param seconds median of all its runs
     * @param spread distance between the quartiles of its runs over the median
     * @param predictedRank from 1
     */
    public record Best(Candidate candidate, double seconds, double spread, int predictedRank) {}

    /**
     * Another program for the same nest.
     *
     * @param name for people
     * @param seconds median of its runs
     */
    public record Baseline(String name, double seconds) {}
}
