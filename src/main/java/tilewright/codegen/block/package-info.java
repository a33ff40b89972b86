/**
 * Passes over the operations of blocks: a program of blocks to one that computes the same, before points are spread over threads or
 * loops. {@link tilewright.codegen.block.BlockPasses} applies them; {@link tilewright.kernel.pass.Pass} names them.
 */
@NullMarked
package tilewright.codegen.block;

import org.jspecify.annotations.NullMarked;
