package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class WavesTest {
    private static final GpuDescription.Limits LIMITS =
            DeviceCatalog.referenceGpu().limits();
    private static final Waves.Kind BLOCK = new Waves.Kind(2e-6, 1e-6);

    /** The example of docs/equations.md: 8 warps of 4 schedulers that want 10.2. */
    @Test
    void fewWarpsUseTheirPartOfAMultiprocessor() {
        Waves waves = new Waves(132, 2, 128, LIMITS, 2.55);
        Waves.Kind busy = new Waves.Kind(1e-6, 0);
        assertEquals(2e-6 / (8 / 10.2), waves.cycle(2, busy, false), 1e-12);
        assertEquals(8e-6, new Waves(132, 8, 128, LIMITS, 2.55).cycle(8, busy, false), 1e-12);
    }

    @Test
    void whereNothingIsWaitedForBlocksQueueForTheirPart() {
        Waves waves = new Waves(132, 4, 128, LIMITS, 1);
        assertEquals(BlockVisit.cycle(3, 2e-6, 1e-6, 128, LIMITS, true), waves.cycle(3, BLOCK, true), 0);
    }

    @Test
    void oneWaveEndsWithItsSlowestBlock() {
        Waves waves = new Waves(132, 1, 256, LIMITS, 1);
        Waves.Kind slow = new Waves.Kind(6e-6, 1e-6);
        assertEquals(7e-6, waves.seconds(121, new Waves.Kind(3e-6, 1e-6), List.of(BLOCK, slow)), 1e-12);
        double two = waves.seconds(264, BLOCK, List.of(BLOCK));
        assertEquals(6e-6, two, 1e-12);
        assertTrue(waves.seconds(264, BLOCK, List.of(BLOCK, slow)) > two);
    }
}
