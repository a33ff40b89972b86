package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

    /** 2048 doubles that lie 16 KB apart have 512 places in a second cache of 2 MB, whose sets within a page are 64. */
    @Test
    void aColumnThatTheSecondCacheDoesNotHoldIsFetchedByEachRow() {
        HostRows.Builder near = rows.of(2048, DOUBLE).column("a", 0, false);
        HostRows.Builder far = rows.of(2048, DOUBLE).column("a", 0, false).fetched(16384);
        HostRows.Builder odd = rows.of(2048, DOUBLE).column("a", 0, false).fetched(16384 + DOUBLE);
        double each = HostRows.LINE / device.below(1);
        assertTrue(2048 > device.caches().get(1).bytes() / HostRows.LINE / 64);
        assertEquals(2048 * each, far.row().operations() - near.row().operations(), 1e-12);
        assertEquals(near.row().operations(), odd.row().operations(), 1e-15, "no factor in common with a page");
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
