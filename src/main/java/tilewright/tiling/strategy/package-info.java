/**
 * Strategies: each is a {@link tilewright.tiling.strategy.FamilyPlanner}, which says whether its kind of blocks is legal for a part of
 * a program and makes plans of it from block sizes. {@link tilewright.tiling.strategy.FamilySearch} tries them all;
 * {@link tilewright.tiling.strategy.PlanBuilder} and {@link tilewright.tiling.strategy.PieceBuilder} are what they have in common.
 */
@NullMarked
package tilewright.tiling.strategy;

import org.jspecify.annotations.NullMarked;
