/**
 * Which block and thread sizes are tried: what is feasible on a device, spread over the space and thinned out
 * ({@link tilewright.ranking.candidates.CandidateSpace}).
 */
@NullMarked
package tilewright.ranking.candidates;

import org.jspecify.annotations.NullMarked;
