/**
 * From text to {@link tilewright.model.LoopNest}: the {@code .nest} notation by an ANTLR grammar
 * (src/main/antlr4). Each line is parsed on its own, lines become a tree ({@code BlockBuilder}), names are
 * resolved ({@code Symbols}), subscripts and bounds become affine expressions, and every fault found is
 * reported with its position in one run.
 */
@NullMarked
package tilewright.parse;

import org.jspecify.annotations.NullMarked;
