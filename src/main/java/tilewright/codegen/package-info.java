/**
 * From a plan to source text: {@link tilewright.codegen.Lowering} makes the kernel IR, printers turn it into CUDA or
 * OpenMP C with the templates in {@code templates/}.
 */
@NullMarked
package tilewright.codegen;

import org.jspecify.annotations.NullMarked;
