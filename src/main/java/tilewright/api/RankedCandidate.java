package tilewright.api;

/**
 * A candidate and what the model says of it.
 *
 * @param rank from 1
 * @param candidate the sizes
 * @param family name of the shape of its plan
 * @param seconds predicted time of the whole program
 * @param reads values that blocks load
 * @param writes values that blocks store
 * @param memoryBytes to and from memory
 */
public record RankedCandidate(
        int rank,
        Candidate candidate,
        String family,
        double seconds,
        double reads,
        double writes,
        double memoryBytes) {}
