/**
 * The loops of a nest and how they are cut: the common loop space, ranges and roles of its loops, sets over it, which order of
 * iterations the dependences allow, and block and thread sizes ({@link tilewright.tiling.space.Candidate}).
 */
@NullMarked
package tilewright.tiling.space;

import org.jspecify.annotations.NullMarked;
