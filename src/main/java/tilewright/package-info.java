/**
 * Tilewright: polyhedral locality analysis, tiling and auto-tuning of affine loop nests.
 *
 * <p>The packages below are the stages, each a function from immutable values to immutable values and each importing
 * only stages that stand before it: isl, model, parse, dependence, locality, tiling, ranking, codegen, device, tune,
 * report, cli.
 */
@NullMarked
package tilewright;

import org.jspecify.annotations.NullMarked;
