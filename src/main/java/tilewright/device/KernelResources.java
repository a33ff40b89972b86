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
 */
public record KernelResources(
        String kernel, int registers, int localBytes, int staticSharedBytes, int dynamicSharedBytes, int threads) {
    /** Shared memory of one block. */
    public int sharedBytes() {
        return staticSharedBytes + dynamicSharedBytes;
    }
}
