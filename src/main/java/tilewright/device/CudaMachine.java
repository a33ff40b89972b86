package tilewright.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs programs on a CUDA device. */
public final class CudaMachine implements Machine {
    /** Written between runs: more than any L2, and enough to keep the device busy while a graph is being queued. */
    private static final long LEAST_FLUSH_BYTES = 256L << 20;

    private final Gpu gpu;
    private @Nullable DeviceMemory flushed;
    private @Nullable Optional<EnergyMeter> meter;

    public CudaMachine(Gpu gpu) {
        this.gpu = gpu;
    }

    @Override
    public MachineInfo info() {
        GpuProperties properties = gpu.properties();
        return new MachineInfo(
                properties.name(),
                "CUDA " + properties.driverVersion(),
                properties.architecture(),
                properties.multiprocessors(),
                properties.busId());
    }

    @Override
    public Workspace workspace(GuardedArrays input) {
        return CudaWorkspace.of(gpu, input);
    }

    @Override
    public VendorTimes time(VendorRoutine routine, List<Integer> sizes) {
        return new VendorLibraries(gpu).time(routine, sizes);
    }

    @Override
    public Loaded load(Code code) {
        try {
            Gpu.Module module = gpu.load(code.binary().bytes());
            List<Gpu.Kernel> kernels = new ArrayList<>();
            for (KernelShape shape : code.kernels()) {
                kernels.add(module.kernel(shape.name(), shape.threads(), shape.sharedBytes()));
            }
            return new LoadedModule(code, module, List.copyOf(kernels));
        } catch (GpuException e) {
            throw e.ofCandidate(code.label());
        }
    }

    /** The device's meters, looked for when they are first wanted. */
    private Optional<EnergyMeter> meter() {
        if (meter == null) {
            meter = Nvml.of(gpu.properties().busId()).map(sensors -> new EnergyMeter(sensors, System::nanoTime));
        }
        return meter;
    }

    /** Queues emptying the second-level cache. */
    private void flushCache() {
        if (flushed == null) {
            long bytes = Math.max(LEAST_FLUSH_BYTES, 2 * gpu.properties().l2Bytes());
            flushed = gpu.allocate(Math.min(bytes, gpu.memory().freeBytes() / 2 / Integer.BYTES * Integer.BYTES));
        }
        gpu.fill(flushed, 0);
    }

    @Override
    public void close() {
        gpu.close();
    }

    private final class LoadedModule implements Loaded {
        private final Code code;
        private final Gpu.Module module;
        private final List<Gpu.Kernel> kernels;

        LoadedModule(Code code, Gpu.Module module, List<Gpu.Kernel> kernels) {
            this.code = code;
            this.module = module;
            this.kernels = kernels;
        }

        @Override
        public List<KernelResources> resources() {
            return kernels.stream().map(Gpu.Kernel::resources).toList();
        }

        @Override
        public Run prepare(ProgramInstance instance, Workspace workspace) {
            CudaWorkspace arrays = (CudaWorkspace) workspace;
            return new CudaRun(
                    gpu, code, kernels, instance, arrays, CudaMachine.this::flushCache, CudaMachine.this::meter);
        }

        @Override
        public void close() {
            module.close();
        }
    }
}
