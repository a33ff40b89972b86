package tilewright.tune;

import java.util.Map;
import tilewright.device.GpuProperties;
import tilewright.kernel.Simt;
import tilewright.kernel.Target;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.GpuFacts;

/** What the model knows of a GPU that a driver has found. */
public final class DescribedGpu {
    private static final int WARP = Simt.WARP;
    private static final int SCHEDULERS = 4;
    private static final int REGISTERS_PER_THREAD = 255;

    private DescribedGpu() {}

    /** The shipped description of that GPU, or the reference GPU's scaled by what the driver says of this one. */
    public static GpuDescription of(GpuProperties properties) {
        return DeviceCatalog.gpu(properties.name()).orElseGet(() -> scaled(properties));
    }

    private static GpuDescription scaled(GpuProperties properties) {
        return new GpuFacts(
                        DeviceDescription.SCHEMA,
                        "",
                        properties.name(),
                        properties.name(),
                        properties.architecture(),
                        GpuDescription.Language.CUDA,
                        Target.Offer.of(properties.architecture()),
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
                        new GpuFacts.Memory(
                                properties.memoryBytes(), properties.memoryBytesPerSecond(), properties.l2Bytes()),
                        Map.of("limits, clock and sizes", "from the driver", "offers", "by the architecture"))
                .described();
    }
}
