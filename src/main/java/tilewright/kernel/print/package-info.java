/**
 * Kernel programs as source text: one printer for expressions and statements, and for each target a {@link
 * tilewright.kernel.print.Dialect} that says what differs. Templates give the shape of files around the functions.
 */
@NullMarked
package tilewright.kernel.print;

import org.jspecify.annotations.NullMarked;
