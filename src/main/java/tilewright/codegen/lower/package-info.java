/** From a piece of a plan to a block program: what is staged, where values live, who loads what. */
@NullMarked
package tilewright.codegen.lower;

import org.jspecify.annotations.NullMarked;
