/**
 * Kernel programs as text that no target's syntax is part of: {@link tilewright.kernel.text.KernelText} prints it, the
 * grammar is {@code KernelNotation.g4} (docs/grammar.md). Of the text of a program comes an equal program.
 *
 * <pre>
 * for kk in 0 .. 4 unroll all {
 *   let left: f32 = shared.a[row][kk]
 *   sum[0] = fma(left, shared.b[kk][@thread % 16], sum[0])
 * }
 * barrier
 * </pre>
 */
@NullMarked
package tilewright.kernel.text;

import org.jspecify.annotations.NullMarked;
