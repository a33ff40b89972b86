/**
 * Loops and statements of a scop as nodes of a nest ({@link tilewright.parse.c.loop.ScopBuilder}).
 */
@NullMarked
package tilewright.parse.c.loop;

import org.jspecify.annotations.NullMarked;
