package tilewright.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Arrays in device memory: a pristine copy, and one to work on. */
final class CudaWorkspace implements Machine.Workspace {
    private static final long WORTH_PINNING = 8L << 20;

    private final Gpu gpu;
    private final DeviceArrays pristine;
    private final DeviceArrays work;
    private final List<ArrayShape> shapes;
    private final Map<Integer, DeviceMemory> seconds = new HashMap<>();
    private final Map<ArrayShape, DeviceMemory> scratch = new HashMap<>();
    private final List<HostMemory> pinned = new ArrayList<>();
    private @Nullable GuardedArrays result;

    private CudaWorkspace(Gpu gpu, List<ArrayShape> shapes, DeviceArrays pristine, DeviceArrays work) {
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

    /** Where an array's elements begin; positions beyond the arrays stand for their second copies. */
    DeviceMemory memory(int array) {
        if (array < shapes.size()) {
            return work.memory(array);
        }
        return seconds.computeIfAbsent(array - shapes.size(), this::second);
    }

    /** Memory for temporaries, one for each shape. */
    DeviceMemory scratch(ArrayShape shape) {
        return scratch.computeIfAbsent(shape, this::poisoned);
    }

    private DeviceMemory second(int array) {
        return poisoned(shapes.get(array));
    }

    /** All bits set, not a number: what a program reads there before it wrote it shows in its results. */
    private DeviceMemory poisoned(ArrayShape shape) {
        DeviceMemory memory = gpu.allocate(Math.max(Integer.BYTES, shape.bytes()));
        gpu.fill(memory, -1);
        return memory;
    }

    @Override
    public void restore() {
        work.copyFrom(pristine);
    }

    @Override
    public void perturb(int time) {
        GuardedArrays changed = result();
        changed.perturb(time);
        work.copyIn(changed);
    }

    @Override
    public GuardedArrays result() {
        if (result == null) {
            result = GuardedArrays.allocate(shapes);
            // Pinning costs more than a small copy; large ones become several times faster.
            result.blocks().stream()
                    .filter(block -> block.bytes() >= WORTH_PINNING)
                    .filter(gpu::pin)
                    .forEach(pinned::add);
        }
        gpu.synchronize();
        work.copyOut(result);
        return result;
    }

    @Override
    public void close() {
        if (result != null) {
            pinned.forEach(gpu::unpin);
            pinned.clear();
            result.close();
            result = null;
        }
        seconds.values().forEach(gpu::free);
        seconds.clear();
        scratch.values().forEach(gpu::free);
        scratch.clear();
        work.close();
        pristine.close();
    }
}
