/**
 * Irregular nests on a device loop by loop, whatever they compute: every outermost loop whose iterations may run at the same time is a
 * launch, and what stands around such loops runs on the host.
 */
@NullMarked
package tilewright.irregular.loops;

import org.jspecify.annotations.NullMarked;
