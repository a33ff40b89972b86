package tilewright.device;

import static jcuda.driver.JCudaDriver.cuDeviceGetAttribute;
import static jcuda.driver.JCudaDriver.cuDeviceGetName;
import static jcuda.driver.JCudaDriver.cuDeviceTotalMem;
import static jcuda.driver.JCudaDriver.cuDriverGetVersion;
import static tilewright.device.DriverCall.check;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;

/** Asks the driver for a device's properties. */
final class DriverProperties {
    private final CUdevice device;

    private DriverProperties(CUdevice device) {
        this.device = device;
    }

    /** The driver is initialised; no context is needed. */
    static GpuProperties of(CUdevice device) {
        return new DriverProperties(device).read();
    }

    private GpuProperties read() {
        return new GpuProperties(
                name(),
                busId(),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
                driverVersion(),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
                1000L * attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_CLOCK_RATE),
                memoryBytes(),
                memoryBytesPerSecond(),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK));
    }

    private String name() {
        byte[] bytes = new byte[256];
        check("cuDeviceGetName", cuDeviceGetName(bytes, bytes.length, device));
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private String busId() {
        return String.format(
                Locale.ROOT,
                "%04x:%02x:%02x.0",
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_PCI_BUS_ID),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID));
    }

    private static String driverVersion() {
        int[] version = new int[1];
        check("cuDriverGetVersion", cuDriverGetVersion(version));
        return version[0] / 1000 + "." + version[0] % 1000 / 10;
    }

    private long memoryBytes() {
        long[] total = new long[1];
        check("cuDeviceTotalMem", cuDeviceTotalMem(total, device));
        return total[0];
    }

    /** Two transfers per clock: the attribute gives the clock in kHz, and the width in bits. */
    private double memoryBytesPerSecond() {
        double clock = 1000.0 * attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
        int width = attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
        return 2 * clock * width / Byte.SIZE;
    }

    private int attribute(int attribute) {
        int[] value = new int[1];
        check("cuDeviceGetAttribute " + attribute, cuDeviceGetAttribute(value, attribute, device));
        return value[0];
    }
}
