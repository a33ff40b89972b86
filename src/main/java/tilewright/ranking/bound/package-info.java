/**
 * Times that no program of a candidate can beat: what sweeps may leave out without measuring, and what {@code certified} rests on.
 */
@NullMarked
package tilewright.ranking.bound;

import org.jspecify.annotations.NullMarked;
