/** Orders in which a sweep measures its candidates, and how many measurements each needs on recorded sweeps. */
@NullMarked
package tilewright.tune.search;

import org.jspecify.annotations.NullMarked;
