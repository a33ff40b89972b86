/**
 * Plans for devices that hold a few windows of the arrays at a time, and what such plans move.
 */
@NullMarked
package tilewright.tiling.window;

import org.jspecify.annotations.NullMarked;
