/**
 * Block programs as kernel programs for a host: one thread runs a block, as loops over its points, and threads share the blocks of
 * a launch. Registers and shared memory are arrays of the block.
 */
@NullMarked
package tilewright.codegen.loops;

import org.jspecify.annotations.NullMarked;
