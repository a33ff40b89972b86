/**
 * Schedules that a user may ask for by name ({@link tilewright.tiling.schedule.Schedule}), and the nests that they make of the one as
 * written: several loops as one, operands of a product copied first, sums and scans in shares.
 *
 * <p>Example: {@code --schedule split:256} makes a sum of n elements n/256 partial sums, and a sum of these.
 */
@NullMarked
package tilewright.tiling.schedule;

import org.jspecify.annotations.NullMarked;
