/**
 * Peers: routines of vendors that compute what a nest computes, found by its deepest statements
 * ({@link tilewright.tune.peer.PeerRecognition}), and their times in the same run.
 */
@NullMarked
package tilewright.tune.peer;

import org.jspecify.annotations.NullMarked;
