package tilewright.device;

/**
 * What the compiler gave one kernel.
 *
 * @param kernel its name
 * @param registers per thread
 * @param localBytes per thread: spills and indexed register arrays
 * @param staticSharedBytes shared memory declared in the kernel
 * @param dynamicSharedBytes shared memory asked for at launch
 * @param threads per block
 * @param occupancy threads that a multiprocessor holds of it at a time, by the most that it can hold; 0 where nobody knows
 */
public record KernelResources(
        String kernel,
        int registers,
        int localBytes,
        int staticSharedBytes,
        int dynamicSharedBytes,
        int threads,
        double occupancy) {
    /** Of unknown occupancy. */
    public KernelResources(
            String kernel, int registers, int localBytes, int staticSharedBytes, int dynamicSharedBytes, int threads) {
        this(kernel, registers, localBytes, staticSharedBytes, dynamicSharedBytes, threads, 0);
    }

    /** Shared memory of one block. */
    public int sharedBytes() {
        return staticSharedBytes + dynamicSharedBytes;
    }
}
