/** Tilewright: polyhedral locality analysis, tiling and auto-tuning of affine loop nests. */
package tilewright;
