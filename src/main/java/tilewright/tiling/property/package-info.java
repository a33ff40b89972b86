/**
 * What lowering, planning and ranking ask of the blocks of a plan, each question with one place that answers it: what may be kept in
 * shared memory ({@link tilewright.tiling.property.SharedBoxes}), which updates are products of matrices
 * ({@link tilewright.tiling.property.ProductUpdates}), what a loop of the host keeps from step to step
 * ({@link tilewright.tiling.property.SteadyBlocks}), how many elements blocks load and store
 * ({@link tilewright.tiling.property.PlannedTraffic}).
 */
@NullMarked
package tilewright.tiling.property;

import org.jspecify.annotations.NullMarked;
