/**
 * What is known of devices: device files ({@code devices/*.json}) and their plausibility, figures that were counted in compiled kernels
 * ({@code kernels.json}), links between host and device. Every fitted number of predictions stands in such a file, with its experiment.
 */
@NullMarked
package tilewright.ranking.description;

import org.jspecify.annotations.NullMarked;
