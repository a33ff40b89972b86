/** Irregular nests as sequential C: what {@code run} compiles for them, and what faster programs are compared with. */
@NullMarked
package tilewright.codegen.irregular;

import org.jspecify.annotations.NullMarked;
