package tilewright.tune;

import tilewright.tiling.Candidate;

/**
 * A candidate and its place in the predicted order.
 *
 * @param rank from 1
 * @param reason why it stands there, for people
 */
public record RankedCandidate(int rank, Candidate candidate, Prediction prediction, String reason) {}
