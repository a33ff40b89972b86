package tilewright.ranking.description;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** A clock that rose between two measurements made multiplications free. */
    @Test
    void aResultWithinAClockIsFound() {
        InstructionRates.Rate mul = GPU.instructions().types().get("real").get("mul");
        Map<String, Map<String, InstructionRates.Rate>> types =
                new HashMap<>(GPU.instructions().types());
        Map<String, InstructionRates.Rate> real = new HashMap<>(types.get("real"));
        real.put("mul", new InstructionRates.Rate(mul.pipe(), mul.perSecond(), mul.issueSlots(), 1.4e-16));
        types.put("real", real);
        List<String> found = Plausibility.contradictions(
                with(GPU.memory(), new InstructionRates(GPU.instructions().issuePerSecond(), types)));
        assertEquals(1, found.size(), found::toString);
        assertTrue(
                found.getFirst().startsWith("instructions.types.real.mul has its result after 1.40e-16 s"),
                found::toString);
    }

    private static GpuDescription with(UnaryOperator<GpuDescription.Memory> memory) {
        return with(memory.apply(GPU.memory()), GPU.instructions());
    }

    private static GpuDescription with(GpuDescription.Memory memory, InstructionRates instructions) {
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
                instructions,
                memory,
                GPU.latency(),
                GPU.overlap(),
                GPU.ceilings(),
                GPU.sources());
    }
}
