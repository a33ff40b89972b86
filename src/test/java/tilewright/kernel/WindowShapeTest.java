package tilewright.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever number of threads a block has, they take all elements of a window. */
class WindowShapeTest {
    @Test
    void threadsTakeAllElements() {
        for (int threads = 1; threads <= 40; threads++) {
            for (List<Integer> window : List.of(List.of(1, 13), List.of(5, 3), List.of(21, 83), List.of(64, 1))) {
                WindowShape shape = WindowShape.of(window.get(0), window.get(1), Float.BYTES, threads);
                int taken =
                        shape.batches() * shape.columnsAtOnce() * shape.rowsAtOnce() * shape.across() * shape.down();
                assertTrue(taken >= window.get(0) * window.get(1), shape + " of " + window + ", threads " + threads);
                assertTrue(shape.across() * shape.down() <= threads, shape + ", threads " + threads);
            }
        }
    }

    @Test
    void anOddNumberOfThreadsTakesARowOneByOne() {
        assertEquals(13, WindowShape.of(1, 13, Float.BYTES, 3).batches());
        assertEquals(26, WindowShape.of(4, 13, Float.BYTES, 3).elements());
    }
}
