package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What compilers make of rows: the examples of docs/equations.md, "Predicted time on a CPU". */
class HostRowsTest {
    private static final int DOUBLE = 8;

    private final HostDescription device = DeviceCatalog.host();
    private final HostRows rows = new HostRows(device);

    private HostRows.Builder sum(double elements) {
        return rows.of(elements, DOUBLE)
                .load("c", 0, 1)
                .load("b", 0, 1)
                .store("c", 0)
                .update("double fma");
    }

    /** A column of so many elements, each in a row of so many doubles, beside 16 rows of 64 doubles. */
    private double withColumn(int across) {
        return sum(64).loadOfColumn("a", 0, across * DOUBLE, 64, 16 * 64 * DOUBLE)
                .row()
                .seconds();
    }

    @Test
    void aColumnWhoseLinesMeetInFewSetsIsWaitedFor() {
        double plain = sum(64).row().seconds();
        assertEquals(plain, withColumn(9), 1e-15, "no factor in common with a page");
        double waits = device.caches().get(1).latencySeconds();
        assertEquals(Queueing.overlapped(plain, waits, device.overlap()), withColumn(512), 1e-15);
    }

    @Test
    void rowsThatAreNoVectorsTakeAnInstructionForEachElement() {
        double elements = 16;
        double one = device.vectorBytes()
                * Math.max(
                        2 / device.loops().loadBytesPerSecond(),
                        1 / device.loops().storeBytesPerSecond());
        assertEquals(
                device.loops().startSeconds() + elements * one,
                sum(elements).oneByOne().row().seconds(),
                1e-15);
    }
}
