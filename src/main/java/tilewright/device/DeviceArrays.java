package tilewright.device;

import java.util.ArrayList;
import java.util.List;

/** The arrays of a nest in device memory, guard zones included. */
final class DeviceArrays implements AutoCloseable {
    private final Gpu gpu;
    private final List<ArrayShape> shapes;
    private final List<DeviceMemory> blocks;

    private DeviceArrays(Gpu gpu, List<ArrayShape> shapes, List<DeviceMemory> blocks) {
        this.gpu = gpu;
        this.shapes = shapes;
        this.blocks = blocks;
    }

    static DeviceArrays allocate(Gpu gpu, List<ArrayShape> shapes) {
        List<DeviceMemory> blocks = new ArrayList<>();
        try {
            shapes.forEach(shape -> blocks.add(gpu.allocate(GuardedArrays.guardedBytes(shape))));
            return new DeviceArrays(gpu, List.copyOf(shapes), blocks);
        } catch (RuntimeException e) {
            blocks.forEach(gpu::free);
            throw e;
        }
    }

    /** Elements and padding of an array: what a kernel gets. */
    DeviceMemory memory(int array) {
        return blocks.get(array)
                .slice(GuardedArrays.GUARD_BYTES, shapes.get(array).bytes());
    }

    void copyIn(GuardedArrays arrays) {
        for (int i = 0; i < blocks.size(); i++) {
            gpu.copyIn(blocks.get(i), arrays.block(i));
        }
    }

    void copyOut(GuardedArrays arrays) {
        for (int i = 0; i < blocks.size(); i++) {
            gpu.copyOut(arrays.block(i), blocks.get(i));
        }
    }

    /** Queues copying everything, guard zones too. */
    void copyFrom(DeviceArrays source) {
        for (int i = 0; i < blocks.size(); i++) {
            gpu.copy(blocks.get(i), source.blocks.get(i));
        }
    }

    @Override
    public void close() {
        blocks.forEach(gpu::free);
    }
}
