package tilewright.tune.stored;

import tilewright.tiling.space.Candidate;

/**
 * A candidate and its place in the predicted order.
 *
 * @param rank from 1; two share it where one is not of the ranked space
 */
public record Contender(int rank, Candidate candidate, Predicted predicted) {
    /** A name for files, another one for every contender. */
    public String fileName() {
        return fileName(candidate.toString());
    }

    /** A name for files of one of several programs of the candidate. */
    public String fileName(String label) {
        return rank + "-" + label.replaceAll("[^0-9a-z]+", "-");
    }
}
