/**
 * Scalar expressions, assignments and guards, in types as C has them, with calls of functions of the file inlined.
 */
@NullMarked
package tilewright.parse.c.expression;

import org.jspecify.annotations.NullMarked;
