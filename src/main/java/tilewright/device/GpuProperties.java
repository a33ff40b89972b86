package tilewright.device;

/**
 * What the driver says of a device.
 *
 * @param name e.g. {@code NVIDIA H200}
 * @param busId which one of several of that name, e.g. {@code 0000:18:00.0}
 * @param major compute capability, e.g. 9
 * @param minor compute capability, e.g. 0
 * @param driverVersion CUDA version the driver supports, e.g. {@code 13.0}
 * @param multiprocessors number of streaming multiprocessors
 * @param clockHertz peak clock of the multiprocessors
 * @param memoryBytes global memory
 * @param memoryBytesPerSecond what its interface can carry, read plus write; a copy reaches about nine tenths
 * @param l2Bytes second-level cache
 * @param sharedBytesPerBlock shared memory one block may have after opting in
 * @param sharedBytesPerMultiprocessor shared memory of a multiprocessor
 * @param registersPerBlock 32-bit registers one block may have
 * @param registersPerMultiprocessor 32-bit registers of a multiprocessor
 * @param threadsPerBlock most threads of one block
 * @param threadsPerMultiprocessor most threads resident on a multiprocessor
 * @param blocksPerMultiprocessor most blocks resident on a multiprocessor
 * @param reservedSharedBytesPerBlock shared memory that the system takes of every block
 */
public record GpuProperties(
        String name,
        String busId,
        int major,
        int minor,
        String driverVersion,
        int multiprocessors,
        long clockHertz,
        long memoryBytes,
        double memoryBytesPerSecond,
        long l2Bytes,
        int sharedBytesPerBlock,
        int sharedBytesPerMultiprocessor,
        int registersPerBlock,
        int registersPerMultiprocessor,
        int threadsPerBlock,
        int threadsPerMultiprocessor,
        int blocksPerMultiprocessor,
        int reservedSharedBytesPerBlock) {
    /** Name of the machine code that runs here, e.g. {@code sm_90}. */
    public String architecture() {
        return "sm_" + major + minor;
    }
}
