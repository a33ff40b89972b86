package tilewright.ranking.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;

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
        assertEquals(
                7e-6,
                waves.seconds(121, new Waves.Kind(3e-6, 1e-6), new Waves.Kind(3e-6, 1e-6), List.of(BLOCK, slow)),
                1e-12);
        double two = waves.seconds(264, BLOCK, BLOCK, List.of(BLOCK));
        assertEquals(6e-6, two, 1e-12);
        assertTrue(waves.seconds(264, BLOCK, BLOCK, List.of(BLOCK, slow)) > two);
    }

    /** The example of the Javadoc: a whole block and one of 0.42 of its iterations, which ends first. */
    @Test
    void blocksOfUnequalIterationsRunOnWithFewerBesideThem() {
        Waves waves = new Waves(132, 2, 128, LIMITS, 1);
        double together = BlockVisit.cycle(2, 2e-6, 1e-6, 128, LIMITS, true);
        double part = 1 - 132.0 / 228;
        assertEquals(
                part * together + (1 - part) * 3e-6,
                waves.unequal(228, new Waves.Kind(1e-6, 1e-6), BLOCK, BLOCK, 0.5),
                1e-12);
        Waves.Kind half = new Waves.Kind(1e-6, 0.5e-6);
        assertEquals(
                0.625 * together + 0.375 * 3e-6,
                waves.unequal(352, half, BLOCK, BLOCK, 0.5),
                1e-12,
                "in 1.33 waves the longest block runs beside one of 0.625 of it");
        assertEquals(
                10 * BlockVisit.cycle(2, 1e-6, 0.5e-6, 128, LIMITS, false),
                waves.unequal(2640, half, BLOCK, BLOCK, 0.5),
                1e-12,
                "short blocks fill what long ones leave");
    }

    /** A product in two shares of 768 and 732 iterations: 288 blocks for 264 places. */
    @Test
    void nearlyEqualBlocksTooManyForAWaveTakeOneOfTheirOwn() {
        Waves waves = new Waves(132, 2, 128, LIMITS, 1);
        double two = BlockVisit.cycle(2, 2e-6, 1e-6, 128, LIMITS, false);
        double seconds = waves.unequal(288, BLOCK, BLOCK, new Waves.Kind(4e-6, 1e-6), 0.976);
        assertTrue(seconds > 0.94 * (two + 5e-6) && seconds < two + 5e-6, seconds + " beside " + two);
    }

    /** What warps of a few blocks wait for is filled by fewer others. */
    @Test
    void theLastWaveHasItsOwnBlocks() {
        Waves waves = new Waves(132, 2, 128, LIMITS, 1);
        Waves.Kind slow = new Waves.Kind(4e-6, 1e-6);
        double two = BlockVisit.cycle(2, 2e-6, 1e-6, 128, LIMITS, false);
        assertEquals(two + 5e-6, waves.seconds(288, BLOCK, slow, List.of(BLOCK)), 1e-12);
    }

    @Test
    void aLaunchOfFewBlocksHasFewOnEachMultiprocessor() {
        Waves waves = new Waves(132, 4, 128, LIMITS, 1);
        assertEquals(
                List.of(1, 2, 4, 4),
                List.of(waves.resident(100), waves.resident(133), waves.resident(528), waves.resident(9000)));
    }
}
