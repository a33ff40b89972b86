/**
 * Counts what a kernel program will do at given sizes, read off the program alone: no array has contents. Launches, blocks, barriers, accesses
 * to memory, asynchronous copies and products of matrices are exact; {@link tilewright.kernel.emulate} counts the same while it runs the program.
 */
@NullMarked
package tilewright.kernel.count;

import org.jspecify.annotations.NullMarked;
