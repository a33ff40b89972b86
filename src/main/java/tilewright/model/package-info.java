/**
 * The affine loop nest: an immutable tree of loops, guards and statements over affine index
 * expressions and scalar expressions. It prints itself back as source ({@code toString}) and as set
 * notation ({@link tilewright.model.SetNotation}); it knows nothing about isl.
 */
@NullMarked
package tilewright.model;

import org.jspecify.annotations.NullMarked;
