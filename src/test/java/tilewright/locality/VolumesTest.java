package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VolumesTest {
    private static final List<List<Integer>> BLOCKS = List.of(
            List.of(64, 64, 64), List.of(64, 128, 32), List.of(32, 64, 128), List.of(1, 32, 32), List.of(4, 8, 8));

    /** Inner blocks move 2 r2 r3 + r1 r2 + r1 r3 values: n^3 (2/r1 + 1/r2 + 1/r3) in the limit. */
    @Test
    void floydWarshallTendsToTheoremOneWithItsConstants() {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            for (List<Integer> block : BLOCKS) {
                double former = 1;
                for (long n : new long[] {256, 1024, 4096}) {
                    Volumes volumes = new VolumeCounter(analysed.dependences(), Map.of("n", n)).count(block);
                    double limit = 2.0 / block.get(0) + 1.0 / block.get(1) + 1.0 / block.get(2);
                    double moved = (double) (volumes.reads() + volumes.writes()) / n / n / n;
                    double error = Math.abs(moved / limit - 1);
                    assertTrue(error < former && error < 3.0 / n * 10, block + " n=" + n + " error " + error);
                    former = error;
                }
            }
        }
    }

    /** One block more in the corner of blocks adds exactly the movement of its inner blocks. */
    @Test
    void anInnerBlockOfFloydWarshallMovesTheEstimate() {
        List<Integer> block = List.of(4, 6, 5);
        try (Analysed analysed = Analysed.text(
                "param n, m",
                "real c(64,64), a(64,64), b(64,64)",
                "do k = 1, 8",
                "do i = 1, n",
                "do j = 1, m",
                "c(i,j) = min(c(i,j), a(i,k) + b(k,j))",
                "enddo",
                "enddo",
                "enddo")) {
            long[] moved = new long[4];
            int p = 0;
            for (long n : new long[] {12, 18}) {
                for (long m : new long[] {10, 15}) {
                    Volumes v = new VolumeCounter(analysed.dependences(), Map.of("n", n, "m", m)).count(block);
                    moved[p++] = v.reads() + v.writes();
                }
            }
            long twoSteps = 2 * (2 * 6 * 5 + 4 * 6 + 4 * 5);
            assertEquals(twoSteps, moved[3] - moved[2] - moved[1] + moved[0]);
        }
    }

    @Test
    void matrixMultiplicationReadsEveryOperandOncePerBlock() {
        try (Analysed analysed = Analysed.stored("matmul")) {
            Volumes volumes = new VolumeCounter(analysed.dependences(), Map.of("n", 1000L)).count(List.of(100, 50, 20));
            long c = 50 * 1000 * 1000;
            long a = 20 * 1000 * 1000;
            long b = 10 * 1000 * 1000;
            assertEquals(new Volumes(List.of(100, 50, 20), a + b + c, c), volumes);
        }
    }

    @Test
    void aStatementOutsideOfLoopsIsOneBlock() {
        try (Analysed analysed = Analysed.text("real x(3), y(3)", "x(1) = y(2) + y(3) * y(2)")) {
            assertEquals(
                    new Volumes(List.of(), 2, 1), new VolumeCounter(analysed.dependences(), Map.of()).count(List.of()));
        }
    }

    @Test
    void anEmptyNestMovesNothing() {
        try (Analysed analysed = Analysed.stored("gaussian-elimination")) {
            VolumeCounter counter = new VolumeCounter(analysed.dependences(), Map.of("n", 1L));
            assertEquals(new Volumes(List.of(2, 2, 2), 0, 0), counter.count(List.of(2, 2, 2)));
        }
    }

    @Test
    void aMissingSizeIsNamed() {
        try (Analysed analysed = Analysed.stored("matmul")) {
            IllegalArgumentException refusal = assertThrows(
                    IllegalArgumentException.class, () -> new VolumeCounter(analysed.dependences(), Map.of()));
            assertEquals("no value for parameter n", refusal.getMessage());
        }
    }

    @Test
    void aBlockOfTheWrongRankIsRefused() {
        try (Analysed analysed = Analysed.stored("matmul")) {
            VolumeCounter counter = new VolumeCounter(analysed.dependences(), Map.of("n", 8L));
            IllegalArgumentException refusal =
                    assertThrows(IllegalArgumentException.class, () -> counter.count(List.of(4, 4)));
            assertEquals("block has 2 sizes for 3 loops", refusal.getMessage());
        }
    }
}
