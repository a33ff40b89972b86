/**
 * Names, places and integers: what a name means where it is used ({@link tilewright.parse.c.affine.Names}), which integers are affine
 * there ({@link tilewright.parse.c.affine.Known}), subscripts and conditions as affine forms
 * ({@link tilewright.parse.c.affine.AffineReading}).
 */
@NullMarked
package tilewright.parse.c.affine;

import org.jspecify.annotations.NullMarked;
