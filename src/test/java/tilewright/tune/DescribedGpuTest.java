package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import tilewright.device.FakeGpu;
import tilewright.device.GpuProperties;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;

class DescribedGpuTest {
    @Test
    void aGpuWithoutAFileIsScaledFromTheReference() {
        try (FakeGpu gpu = new FakeGpu()) {
            GpuProperties properties = gpu.properties();
            GpuDescription description = DescribedGpu.of(properties);
            assertEquals("Fake", description.fullName());
            assertEquals(2, description.processors());
            assertEquals(0.9e12, description.memory().globalBytesPerSecond());
            assertEquals(232_448, description.limits().sharedBytesPerBlock());
            GpuDescription reference = DeviceCatalog.referenceGpu();
            double factor = 2 * 1e9 / (reference.processors() * reference.clockHertz());
            assertEquals(
                    factor,
                    description.memory().sharedBytesPerSecond()
                            / reference.memory().sharedBytesPerSecond(),
                    1e-12);
        }
    }
}
