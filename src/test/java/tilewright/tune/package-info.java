/** Tests of the tuning engine; no GPU is needed. */
@NullMarked
package tilewright.tune;

import org.jspecify.annotations.NullMarked;
