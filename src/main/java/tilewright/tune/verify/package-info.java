/**
 * Verification by itself, on a device or by emulation, and its results.
 */
@NullMarked
package tilewright.tune.verify;

import org.jspecify.annotations.NullMarked;
