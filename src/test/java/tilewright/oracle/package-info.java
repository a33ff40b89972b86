/**
 * A second opinion on every analysis: executes nests operation by operation and records what depends on what, without
 * integer sets. Slow, simple and for small sizes only.
 */
@NullMarked
package tilewright.oracle;

import org.jspecify.annotations.NullMarked;
