/**
 * What must stay in order: exact value-based flow dependences, memory-based anti and output dependences,
 * writes proved silent, closed-semiring updates proved by algebra, and the bands of loops that may be
 * permuted or run in parallel.
 */
@NullMarked
package tilewright.dependence;

import org.jspecify.annotations.NullMarked;
