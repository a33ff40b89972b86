package tilewright.ranking;

import tilewright.ranking.cost.Prediction;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;

/**
 * A candidate in its place.
 *
 * @param rank 1 is predicted to be the fastest; 0 for one that is not part of the ranking
 */
public record RankedCandidate(int rank, Family family, Candidate candidate, Prediction prediction) {}
