/**
 * How much data a way of cutting the nest moves: rho, Theorem 1, Theorem 2 and exact volumes (Likhoded and
 * Paliashchuk, "Estimate of locality of parallel algorithms implemented on GPUs", 2016).
 */
@NullMarked
package tilewright.locality;

import org.jspecify.annotations.NullMarked;
