/**
 * Rates and latencies of a GPU, measured by small kernels that do one thing often ({@code templates/calibration}), and
 * written as a device file.
 */
@NullMarked
package tilewright.tune.calibration;

import org.jspecify.annotations.NullMarked;
