/**
 * Control flow that nests do not have, written as control flow that they have: jumps and {@code switch} as {@code if} and {@code else};
 * which functions of the file calls call.
 */
@NullMarked
package tilewright.parse.c.flow;

import org.jspecify.annotations.NullMarked;
