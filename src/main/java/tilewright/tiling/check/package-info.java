/**
 * Proofs, for all sizes, that finished plans and rewritten nests compute what the nest as written does. They read the plan alone and do
 * not ask who made it: {@link tilewright.tiling.check.PlanCheck} for every plan, with
 * {@link tilewright.tiling.check.TimeTileCheck} for time tiles; {@link tilewright.tiling.check.ExpansionCheck} for nests whose values
 * live elsewhere.
 */
@NullMarked
package tilewright.tiling.check;

import org.jspecify.annotations.NullMarked;
