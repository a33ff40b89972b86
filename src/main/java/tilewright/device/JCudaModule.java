package tilewright.device;

import static jcuda.driver.JCudaDriver.cuCtxGetDevice;
import static jcuda.driver.JCudaDriver.cuDeviceGetAttribute;
import static jcuda.driver.JCudaDriver.cuFuncGetAttribute;
import static jcuda.driver.JCudaDriver.cuFuncSetAttribute;
import static jcuda.driver.JCudaDriver.cuLaunchCooperativeKernel;
import static jcuda.driver.JCudaDriver.cuLaunchKernel;
import static jcuda.driver.JCudaDriver.cuModuleGetFunction;
import static jcuda.driver.JCudaDriver.cuModuleLoadData;
import static jcuda.driver.JCudaDriver.cuModuleUnload;
import static jcuda.driver.JCudaDriver.cuOccupancyMaxActiveBlocksPerMultiprocessor;
import static tilewright.device.DriverCall.check;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import jcuda.Pointer;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;

/** Loaded machine code, its kernels and their launches. */
final class JCudaModule implements Gpu.Module {
    private final CUmodule module;
    private final DriverHandles.Stream stream;
    private final CUstream ahead;

    private JCudaModule(CUmodule module, DriverHandles.Stream stream, CUstream ahead) {
        this.module = module;
        this.stream = stream;
        this.ahead = ahead;
    }

    static JCudaModule load(byte[] cubin, DriverHandles.Stream stream, CUstream ahead) {
        CUmodule module = new CUmodule();
        check("cuModuleLoadData", cuModuleLoadData(module, cubin));
        return new JCudaModule(module, stream, ahead);
    }

    @Override
    public Gpu.Kernel kernel(String name, int threads, int dynamicSharedBytes) {
        try {
            DriverHandles.Function function = new DriverHandles.Function();
            check("cuModuleGetFunction", cuModuleGetFunction(function, module, name));
            if (dynamicSharedBytes > 0) {
                check(
                        "cuFuncSetAttribute(MAX_DYNAMIC_SHARED_SIZE_BYTES, " + dynamicSharedBytes + ")",
                        cuFuncSetAttribute(
                                function,
                                CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                dynamicSharedBytes));
            }
            return new JCudaKernel(function, stream, ahead, resources(function, name, threads, dynamicSharedBytes));
        } catch (GpuException e) {
            throw e.inKernel(name);
        }
    }

    private static KernelResources resources(CUfunction function, String name, int threads, int dynamicSharedBytes) {
        return new KernelResources(
                name,
                attribute(function, CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS),
                attribute(function, CUfunction_attribute.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES),
                attribute(function, CUfunction_attribute.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES),
                dynamicSharedBytes,
                threads,
                (double) threads
                        * residentBlocks(function, threads, dynamicSharedBytes)
                        / ofDevice(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR));
    }

    /** Of one multiprocessor. */
    private static int residentBlocks(CUfunction function, int threads, int dynamicSharedBytes) {
        int[] blocks = new int[1];
        check(
                "cuOccupancyMaxActiveBlocksPerMultiprocessor",
                cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, dynamicSharedBytes));
        return blocks[0];
    }

    private static int ofDevice(int attribute) {
        CUdevice device = new CUdevice();
        check("cuCtxGetDevice", cuCtxGetDevice(device));
        int[] value = new int[1];
        check("cuDeviceGetAttribute", cuDeviceGetAttribute(value, attribute, device));
        return value[0];
    }

    private static int attribute(CUfunction function, int attribute) {
        int[] value = new int[1];
        check("cuFuncGetAttribute", cuFuncGetAttribute(value, attribute, function));
        return value[0];
    }

    @Override
    public void close() {
        check("cuModuleUnload", cuModuleUnload(module));
    }

    private record JCudaKernel(
            DriverHandles.Function function, DriverHandles.Stream stream, CUstream ahead, KernelResources resources)
            implements Gpu.Kernel {
        @Override
        public Gpu.Launch prepare(Gpu.Grid grid, Arguments arguments) {
            return new JCudaLaunch(this, stream, grid, parameters(arguments.values()), false);
        }

        @Override
        public Gpu.Launch prepareAhead(Gpu.Grid grid, Arguments arguments) {
            return new JCudaLaunch(this, ahead, grid, parameters(arguments.values()), false);
        }

        @Override
        public Gpu.Launch prepareTogether(Gpu.Grid grid, Arguments arguments) {
            return new JCudaLaunch(this, stream, grid, parameters(arguments.values()), true);
        }

        @Override
        public int residentBlocks() {
            return JCudaModule.residentBlocks(function, resources.threads(), resources.dynamicSharedBytes())
                    * ofDevice(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
        }

        @Override
        public Gpu.Launch prepareEarly(Gpu.Grid grid, Arguments arguments) {
            List<MemorySegment> values = memory(arguments.values()).stream()
                    .map(MemorySegment::ofBuffer)
                    .toList();
            return EarlyLaunch.of(resources, function, stream, grid, values).orElseGet(() -> prepare(grid, arguments));
        }

        /** The driver wants an array of pointers to the arguments; they stay in memory that never moves. */
        private static Pointer parameters(List<Arguments.Argument> arguments) {
            return Pointer.to(memory(arguments).stream().map(Pointer::to).toArray(Pointer[]::new));
        }

        /** Each argument in memory of its own. */
        private static List<ByteBuffer> memory(List<Arguments.Argument> arguments) {
            ByteBuffer memory = ByteBuffer.allocateDirect(Math.max(1, Long.BYTES * arguments.size()))
                    .order(ByteOrder.nativeOrder());
            List<ByteBuffer> parts = new ArrayList<>();
            for (int i = 0; i < arguments.size(); i++) {
                int offset = Long.BYTES * i;
                switch (arguments.get(i)) {
                    case Arguments.Argument.Address a ->
                        memory.putLong(offset, a.memory().address());
                    case Arguments.Argument.Int n -> memory.putInt(offset, n.value());
                    case Arguments.Argument.Real r -> memory.putFloat(offset, r.value());
                }
                parts.add(memory.slice(offset, Long.BYTES));
            }
            return parts;
        }
    }

    private record JCudaLaunch(JCudaKernel kernel, CUstream stream, Gpu.Grid grid, Pointer parameters, boolean together)
            implements Gpu.Launch {
        @Override
        public void queue() {
            KernelResources resources = kernel.resources();
            int result = together
                    ? cuLaunchCooperativeKernel(
                            kernel.function(),
                            grid.x(),
                            grid.y(),
                            grid.z(),
                            resources.threads(),
                            1,
                            1,
                            resources.dynamicSharedBytes(),
                            stream,
                            parameters)
                    : cuLaunchKernel(
                            kernel.function(),
                            grid.x(),
                            grid.y(),
                            grid.z(),
                            resources.threads(),
                            1,
                            1,
                            resources.dynamicSharedBytes(),
                            stream,
                            parameters,
                            null);
            if (result != CUresult.CUDA_SUCCESS) {
                throw DriverCall.failure(call(), result).inKernel(resources.kernel());
            }
        }

        private String call() {
            return (together ? "cuLaunchCooperativeKernel(grid " : "cuLaunchKernel(grid ")
                    + grid.x()
                    + "x"
                    + grid.y()
                    + "x"
                    + grid.z()
                    + ", "
                    + kernel.resources().threads()
                    + " threads, "
                    + kernel.resources().dynamicSharedBytes()
                    + " bytes of dynamic shared memory)";
        }
    }
}
