/**
 * Block programs for a device with threads: {@link tilewright.codegen.threads.DeviceProgram} says what every thread of a block does, as a
 * {@link tilewright.kernel.Program}. An operation over all points of a block becomes loops over the registers of one thread's points.
 */
@NullMarked
package tilewright.codegen.threads;

import org.jspecify.annotations.NullMarked;
