package tilewright.device;

import static jcuda.driver.JCudaDriver.cuDeviceGet;
import static jcuda.driver.JCudaDriver.cuDeviceGetCount;
import static jcuda.driver.JCudaDriver.cuInit;

import jcuda.driver.CUdevice;
import jcuda.driver.CUresult;
import tilewright.model.UserError;

/** Finds and opens CUDA devices. */
public final class Gpus {
    private static final String INSTEAD =
            "; run 'tilewright doctor' to see what was found, or use --target c, which needs no GPU";

    private Gpus() {}

    /**
     * Opens a device for the calling thread.
     *
     * @param ordinal 0 is the first device
     * @throws UserError (exit code 3) when there is no driver or no such device, with what to do
     */
    public static Gpu open(int ordinal) {
        require(ordinal);
        return JCudaGpu.open(ordinal);
    }

    private static void require(int ordinal) {
        int devices = count();
        if (ordinal < 0 || ordinal >= devices) {
            throw missing("there is no CUDA device " + ordinal + ": the driver knows " + devices
                    + (devices == 1 ? " device" : " devices"));
        }
    }

    /**
     * What the driver says of a device, without opening it.
     *
     * @throws UserError (exit code 3) when there is no driver or no such device, with what to do
     */
    public static GpuProperties properties(int ordinal) {
        require(ordinal);
        CUdevice device = new CUdevice();
        DriverCall.check("cuDeviceGet", cuDeviceGet(device, ordinal));
        return DriverProperties.of(device);
    }

    /** Whether {@link #open} of the first device can succeed. */
    public static boolean available() {
        try {
            return count() > 0;
        } catch (UserError e) {
            return false;
        }
    }

    /**
     * Number of devices.
     *
     * @throws UserError (exit code 3) when there is no driver
     */
    public static int count() {
        try {
            int result = cuInit(0);
            if (result == CUresult.CUDA_ERROR_NO_DEVICE) {
                return 0;
            }
            DriverCall.check("cuInit", result);
            int[] devices = new int[1];
            DriverCall.check("cuDeviceGetCount", cuDeviceGetCount(devices));
            return devices[0];
        } catch (LinkageError e) {
            throw missing(explain(e));
        } catch (GpuException e) {
            throw missing("the NVIDIA driver does not answer: " + e.getMessage());
        }
    }

    private static UserError missing(String what) {
        return new UserError(UserError.MISSING_TOOL, what + INSTEAD);
    }

    /** JCuda's own message is a page long. */
    private static String explain(LinkageError error) {
        String message = String.valueOf(error.getMessage());
        if (message.contains("libcuda.so")) {
            return "no NVIDIA driver: libcuda.so.1 was not found";
        }
        String cause = message.lines()
                .map(String::strip)
                .filter(line -> line.contains("UnsatisfiedLinkError") || line.contains("cannot open shared object"))
                .findFirst()
                .orElse(message.lines().findFirst().orElse(""));
        return "the native part of JCuda cannot be loaded (" + cause + ")";
    }
}
