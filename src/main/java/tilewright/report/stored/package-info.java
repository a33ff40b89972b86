/**
 * What lies in a results directory, read back: {@code measurements.jsonl} and {@code summary.json} as
 * {@code tune} writes them and, where present, the analysis, the nest's source and the best kernel.
 */
@NullMarked
package tilewright.report.stored;

import org.jspecify.annotations.NullMarked;
