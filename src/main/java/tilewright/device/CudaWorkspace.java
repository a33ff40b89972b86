package tilewright.device;

import org.jspecify.annotations.Nullable;

/** Arrays in device memory: a pristine copy, and one to work on. */
final class CudaWorkspace implements Machine.Workspace {
    private final Gpu gpu;
    private final DeviceArrays pristine;
    private final DeviceArrays work;
    private final java.util.List<ArrayShape> shapes;
    private @Nullable GuardedArrays result;

    private CudaWorkspace(Gpu gpu, java.util.List<ArrayShape> shapes, DeviceArrays pristine, DeviceArrays work) {
        this.gpu = gpu;
        this.shapes = shapes;
        this.pristine = pristine;
        this.work = work;
    }

    /** Takes the input over: once it is on the device, the host's copy is given up. */
    static CudaWorkspace of(Gpu gpu, GuardedArrays input) {
        try (input) {
            DeviceArrays pristine = DeviceArrays.allocate(gpu, input.shapes());
            DeviceArrays work;
            try {
                work = DeviceArrays.allocate(gpu, input.shapes());
            } catch (RuntimeException e) {
                pristine.close();
                throw e;
            }
            pristine.copyIn(input);
            CudaWorkspace workspace = new CudaWorkspace(gpu, input.shapes(), pristine, work);
            workspace.restore();
            return workspace;
        }
    }

    /** Where an array's elements begin. */
    DeviceMemory memory(int array) {
        return work.memory(array);
    }

    @Override
    public void restore() {
        work.copyFrom(pristine);
    }

    @Override
    public GuardedArrays result() {
        if (result == null) {
            result = GuardedArrays.allocate(shapes);
        }
        gpu.synchronize();
        work.copyOut(result);
        return result;
    }

    @Override
    public void close() {
        if (result != null) {
            result.close();
            result = null;
        }
        work.close();
        pristine.close();
    }
}
