/**
 * What can be counted exactly of a relaxation on a user's graph before anything runs: sectors that warps touch by the order of arcs,
 * what segments stage, levels with their frontiers and the arcs that are looked at, passes of the Jacobi order.
 */
@NullMarked
package tilewright.irregular.counts;

import org.jspecify.annotations.NullMarked;
