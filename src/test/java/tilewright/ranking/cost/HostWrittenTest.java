package tilewright.ranking.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.tiling.space.WrittenLoops;

class HostWrittenTest {
    private static final int ELEMENTS = 10_000_000;

    /** The sum was counted as if every iteration wrote another element: three streams, where there is one. */
    @Test
    void aSumComesFromMemoryOnce() {
        LoopNest sum = NestParser.parse("sum.nest", """
            param n
            double precision a(n), s
            do i = 1, n
              s = s + a(i)
            enddo
            """);
        Prediction predicted = HostWritten.predict(
                sum,
                Map.of("n", (long) ELEMENTS),
                new WrittenLoops.Shared(Set.of(), Set.of(), Set.of("S1"), Set.of()),
                DeviceCatalog.host());
        assertEquals(8.0 * ELEMENTS, predicted.traffic().memoryBytes(), 1000);
    }
}
