package tilewright.tune;

import tilewright.device.GpuProperties;
import tilewright.kernel.Simt;
import tilewright.ranking.DeviceCatalog;
import tilewright.ranking.GpuDescription;

/** What the model knows of a GPU that a driver has found. */
public final class DescribedGpu {
    /** What a copy reaches of what the memory's interface can carry. */
    private static final double COPY_SHARE = 0.9;

    private static final int WARP = Simt.WARP;
    private static final int SCHEDULERS = 4;
    private static final int REGISTERS_PER_THREAD = 255;

    private DescribedGpu() {}

    /** The shipped description of that GPU, or the reference GPU's scaled by what the driver says of this one. */
    public static GpuDescription of(GpuProperties properties) {
        return DeviceCatalog.gpu(properties.name()).orElseGet(() -> scaled(properties));
    }

    private static GpuDescription scaled(GpuProperties properties) {
        return DeviceCatalog.referenceGpu()
                .scaledTo(
                        properties.name(),
                        properties.name(),
                        properties.architecture(),
                        properties.multiprocessors(),
                        properties.clockHertz(),
                        new GpuDescription.Limits(
                                WARP,
                                SCHEDULERS,
                                properties.threadsPerBlock(),
                                properties.threadsPerMultiprocessor(),
                                properties.blocksPerMultiprocessor(),
                                properties.registersPerMultiprocessor(),
                                REGISTERS_PER_THREAD,
                                properties.sharedBytesPerMultiprocessor(),
                                properties.sharedBytesPerBlock(),
                                properties.reservedSharedBytesPerBlock()),
                        properties.l2Bytes(),
                        properties.memoryBytes(),
                        COPY_SHARE * properties.memoryBytesPerSecond(),
                        properties.memoryBytesPerSecond());
    }
}
