/**
 * Plans as text: {@link tilewright.tiling.text.PlanText} prints it, the grammar is {@code PlanNotation.g4}
 * (docs/grammar.md). Expressions and conditions stand as in a {@code .nest} file.
 *
 * <pre>
 * for kb = 0 .. (n - 1)/8 {
 *   launch level0 "the diagonal block" {
 *     piece "diagonal" {
 *       grid ib = kb .. kb
 *       ..
 * </pre>
 */
@NullMarked
package tilewright.tiling.text;

import org.jspecify.annotations.NullMarked;
