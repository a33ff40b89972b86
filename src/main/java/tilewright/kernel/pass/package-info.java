/**
 * What improves a program, one step at a time: the first passes change which launches there are, how points keep and exchange values, and
 * the operations of blocks; this package has the names of all, and what those do that change a lowered kernel program. There a {@link tilewright.kernel.pass.Pass} makes a program that computes
 * the same out of another, and reads what it needs to know off the program. {@link tilewright.kernel.pass.Passes} says which are applied and
 * in what order. Programs are checked, emulated, counted and printed after the last of them.
 *
 * <p>To add one: a class that does it, with {@link tilewright.kernel.Rewriter} where single expressions or statements change, a constant of
 * {@code Pass}, and a test of the text before and after.
 */
@NullMarked
package tilewright.kernel.pass;

import org.jspecify.annotations.NullMarked;
