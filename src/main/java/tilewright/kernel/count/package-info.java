/**
 * Follows the way of a block through a kernel program at given sizes, read off the program alone: no array has contents. What it does from barrier to barrier
 * is counted and timed.
 */
@NullMarked
package tilewright.kernel.count;

import org.jspecify.annotations.NullMarked;
