package tilewright.report.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class EarlyStopTest {
    @Test
    void theDocumentedExample() {
        EarlyStop stop =
                EarlyStop.of(List.of(new EarlyStop.Tried(1, 2), new EarlyStop.Tried(3, 4), new EarlyStop.Tried(2, 5)));
        assertEquals(new EarlyStop(1, 3, 4.0 / 3, 0.5), stop);
    }

    @Test
    void failuresAreTriedAndExcludeNothing() {
        EarlyStop stop =
                EarlyStop.of(List.of(new EarlyStop.Tried(1, Double.POSITIVE_INFINITY), new EarlyStop.Tried(3, 4)));
        assertEquals(2, stop.tried());
    }
}
