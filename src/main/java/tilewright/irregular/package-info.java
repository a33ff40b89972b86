/**
 * Schedules of irregular nests: which arcs are relaxed when and by whom, the preprocessing that a schedule asks for, and its kernel program.
 */
@NullMarked
package tilewright.irregular;

import org.jspecify.annotations.NullMarked;
