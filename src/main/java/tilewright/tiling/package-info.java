/**
 * From a candidate to a plan: which cuts are legal and why, in which levels of the block dependence graph the
 * blocks run, and what happens inside a block. A {@link tilewright.tiling.plan.Plan} is free of isl: every bound
 * and guard is an affine expression that the host evaluates and the code generator prints.
 */
@NullMarked
package tilewright.tiling;

import org.jspecify.annotations.NullMarked;
