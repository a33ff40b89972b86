/** Fixpoints over graphs as C with OpenMP: level by level, or in windows of values. */
@NullMarked
package tilewright.irregular.host;

import org.jspecify.annotations.NullMarked;
