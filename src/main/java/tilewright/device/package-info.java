/**
 * Everything that runs: CUDA devices through the driver API, the host through shared libraries, the compilers for
 * both, and {@link tilewright.device.Doctor}, which says what of it is there. Native memory stays inside this package;
 * others see {@link tilewright.device.HostMemory} and {@link tilewright.device.DeviceMemory}.
 */
@NullMarked
package tilewright.device;

import org.jspecify.annotations.NullMarked;
