package tilewright.device;

/**
 * A range of device memory.
 *
 * @param address in the device's address space
 * @param bytes its length
 */
public record DeviceMemory(long address, long bytes) {
    /** The part that begins {@code offset} bytes from here. */
    public DeviceMemory slice(long offset, long length) {
        if (offset < 0 || length < 0 || offset > bytes - length) {
            throw new IndexOutOfBoundsException(
                    "slice " + offset + " + " + length + " of " + bytes + " bytes of device memory");
        }
        return new DeviceMemory(address + offset, length);
    }
}
