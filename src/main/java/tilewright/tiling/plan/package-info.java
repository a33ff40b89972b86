/**
 * Plans, as values: a {@link tilewright.tiling.plan.Plan} is a schedule tree of steps of the host
 * ({@link tilewright.tiling.plan.HostStep}), launches, kinds of blocks ({@link tilewright.tiling.plan.Piece},
 * {@link tilewright.tiling.plan.TimeTile}) and statements. All expressions are affine forms that the host evaluates and the code generator
 * prints; {@link tilewright.tiling.plan.PlanPlaces} reads a plan back as sets.
 */
@NullMarked
package tilewright.tiling.plan;

import org.jspecify.annotations.NullMarked;
