/**
 * What the blocks of a candidate do, before any device is asked: steps and points ({@link tilewright.ranking.work.Problem}), what a thread
 * reads and writes ({@link tilewright.ranking.work.Workload}), bytes between memory and blocks
 * ({@link tilewright.ranking.work.PieceBytes}, {@link tilewright.ranking.work.CacheSweep}), registers and shared memory
 * ({@link tilewright.ranking.work.Resources}).
 */
@NullMarked
package tilewright.ranking.work;

import org.jspecify.annotations.NullMarked;
