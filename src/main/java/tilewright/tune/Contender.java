package tilewright.tune;

import tilewright.tiling.Candidate;

/**
 * A candidate and its place in the predicted order.
 *
 * @param rank from 1
 */
public record Contender(int rank, Candidate candidate, Predicted predicted) {}
