/**
 * The numbers of block programs as expressions of one thread: affine numbers, conditions, offsets of elements, values, and the
 * names of what they are made of. What stands in registers or a block's memory differs between targets; {@link
 * tilewright.codegen.scalar.ValueExpressions} leaves it to them.
 */
@NullMarked
package tilewright.codegen.scalar;

import org.jspecify.annotations.NullMarked;
