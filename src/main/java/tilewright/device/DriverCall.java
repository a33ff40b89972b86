package tilewright.device;

import static jcuda.driver.JCudaDriver.cuGetErrorName;
import static jcuda.driver.JCudaDriver.cuGetErrorString;

import jcuda.driver.CUresult;

/** Turns results of the driver API into exceptions. */
final class DriverCall {
    private DriverCall() {}

    static void check(String call, int result) {
        if (result != CUresult.CUDA_SUCCESS) {
            throw failure(call, result);
        }
    }

    static GpuException failure(String call, int result) {
        return new GpuException(call, result, describe(result));
    }

    private static String describe(int result) {
        String[] name = new String[1];
        String[] meaning = new String[1];
        boolean known = cuGetErrorName(result, name) == CUresult.CUDA_SUCCESS
                && cuGetErrorString(result, meaning) == CUresult.CUDA_SUCCESS;
        return known ? name[0] + ": " + meaning[0] : "unknown error";
    }
}
