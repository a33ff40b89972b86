/**
 * The affine loop nest: an immutable tree of loops, guards and statements over affine index
 * expressions and scalar expressions. It prints itself back as source ({@link tilewright.model.NestPrinter}) and as
 * set notation ({@link tilewright.model.SetNotation}); it knows nothing about isl. {@link tilewright.model.Interpreter}
 * gives it its meaning: operations in sequential order on data.
 */
@NullMarked
package tilewright.model;

import org.jspecify.annotations.NullMarked;
