package tilewright.device;

import java.lang.foreign.MemorySegment;
import jcuda.driver.CUfunction;
import jcuda.driver.CUstream;

/** The driver's handles with their addresses, which JCuda hides: for calls of the driver that it does not have. */
final class DriverHandles {
    private DriverHandles() {}

    static final class Function extends CUfunction {
        MemorySegment address() {
            return MemorySegment.ofAddress(getNativePointer());
        }
    }

    static final class Stream extends CUstream {
        MemorySegment address() {
            return MemorySegment.ofAddress(getNativePointer());
        }
    }
}
