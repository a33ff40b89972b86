/**
 * C files to {@link tilewright.model.LoopNest}: the code between {@code #pragma scop} and {@code #pragma endscop}. Eclipse CDT
 * preprocesses and parses ({@code TranslationUnit}); the statements of one scop are found ({@code Scops}), their names resolved
 * ({@code Variables}), and what is affine is built ({@code ScopBuilder}). Whatever is not is refused with its position, all faults
 * in one run.
 */
@NullMarked
package tilewright.parse.c;

import org.jspecify.annotations.NullMarked;
