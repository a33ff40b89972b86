/**
 * Tilewright as a library: {@link tilewright.api.Tilewright} analyses a loop nest, ranks candidates, generates programs
 * and tunes. Results are immutable values that hold nothing of native memory; what goes wrong is a {@link
 * tilewright.api.TilewrightException}. This package alone is kept stable: {@code docs/embedding.md} says how to use it.
 *
 * <p>A JVM that calls it needs {@code --enable-native-access=ALL-UNNAMED}, and a library with isl, as the launcher does
 * ({@code TILEWRIGHT_ISL}).
 */
@NullMarked
package tilewright.api;

import org.jspecify.annotations.NullMarked;
