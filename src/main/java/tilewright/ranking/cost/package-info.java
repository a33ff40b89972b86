/**
 * How long that takes on a device (docs/equations.md): {@link tilewright.ranking.cost.CostModel} predicts a candidate, on GPUs from visits of
 * blocks ({@link tilewright.ranking.cost.BlockVisit}) and launches ({@link tilewright.ranking.cost.Launches}), on processors from
 * loops ({@link tilewright.ranking.cost.HostLoop}).
 */
@NullMarked
package tilewright.ranking.cost;

import org.jspecify.annotations.NullMarked;
