package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class PlausibilityTest {
    private static final GpuDescription GPU = DeviceCatalog.referenceGpu();

    @Test
    void shippedGpusMayBeRight() {
        for (String name : DeviceCatalog.names()) {
            if (DeviceCatalog.find(name) instanceof GpuDescription g) {
                assertEquals(List.of(), Plausibility.contradictions(g), name);
            }
        }
    }

    @Test
    void moreThanTheInterfaceCarriesIsFound() {
        List<String> found = Plausibility.contradictions(with(m -> new GpuDescription.Memory(
                m.globalBytes(),
                2 * m.globalBytesPerSecond(),
                m.interfaceBytesPerSecond(),
                m.cacheBytes(),
                m.cacheBytesPerSecond(),
                m.sharedBytesPerSecond(),
                m.pathBytesPerSecond(),
                m.sectorBytes())));
        assertEquals(1, found.size(), found::toString);
        assertTrue(
                found.getFirst()
                        .startsWith("memory.globalBytesPerSecond is 8.39e+12/s, more than the memory's interface"),
                found::toString);
    }

    @Test
    void aBusyDeviceIsFound() {
        GpuDescription slow = with(m -> new GpuDescription.Memory(
                m.globalBytes(),
                0.3 * m.globalBytesPerSecond(),
                m.interfaceBytesPerSecond(),
                m.cacheBytes(),
                m.cacheBytesPerSecond(),
                m.sharedBytesPerSecond(),
                m.pathBytesPerSecond(),
                m.sectorBytes()));
        assertTrue(Plausibility.contradictions(slow).getFirst().contains("26 % of what the memory's interface can do"));
        assertEquals(List.of("global memory: 30 % of the known figure"), Plausibility.deviations(slow, GPU, 0.1));
        assertEquals(List.of(), Plausibility.deviations(GPU, GPU, 0.1));
    }

    private static GpuDescription with(UnaryOperator<GpuDescription.Memory> memory) {
        return new GpuDescription(
                GPU.schema(),
                GPU.kind(),
                GPU.name(),
                GPU.fullName(),
                GPU.architecture(),
                GPU.language(),
                GPU.offers(),
                GPU.processors(),
                GPU.clockHertz(),
                GPU.limits(),
                GPU.instructions(),
                memory.apply(GPU.memory()),
                GPU.latency(),
                GPU.overlap(),
                GPU.ceilings(),
                GPU.sources());
    }
}
