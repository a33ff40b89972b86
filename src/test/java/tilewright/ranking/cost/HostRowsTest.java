package tilewright.ranking.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.HostDescription;

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

    /** Columns of 32 pages take 1 ns an element, of 2048 pages 5 ns. */
    private static HostDescription.Memory columns() {
        return new HostDescription.Memory(
                1e10,
                1e10,
                1e-7,
                1e-8,
                0,
                List.of(new HostDescription.Memory.Column(32, 1e-9), new HostDescription.Memory.Column(2048, 5e-9)));
    }

    private HostDescription with(HostDescription.Memory memory) {
        return new HostDescription(
                device.schema(),
                device.kind(),
                device.name(),
                device.fullName(),
                false,
                device.processors(),
                device.clockHertz(),
                device.vectorBytes(),
                device.instructions(),
                device.caches(),
                memory,
                device.loops(),
                device.threads(),
                device.overlap(),
                device.sources());
    }

    @Test
    void columnsOfManyPagesTakeWhatWasMeasuredOfSoMany() {
        HostDescription.Memory memory = columns();
        assertEquals(1e-9, memory.column(4));
        assertEquals(3e-9, memory.column(1040), 1e-15);
        assertEquals(5e-9, memory.column(1e6));
        assertEquals(0, memory.lookup(100), "as many as rows apart were measured with, or fewer");
        assertEquals(5e-9 - memory.column(256), memory.lookup(2048), 1e-15);
    }

    @Test
    void aColumnWhoseElementsShareAPageCrossesFewerOfThem() {
        HostRows there = new HostRows(with(columns()));
        HostLoop.Row column = there.of(2048, Double.BYTES)
                .column("a", 0, false)
                .pages(16 << 10, true)
                .row();
        assertEquals(2048 / 8, column.starts(), "the other columns find the lines in a cache");
        double far = column.seconds();
        double near = there.of(2048, Double.BYTES)
                .column("a", 0, false)
                .pages(64, true)
                .row()
                .seconds();
        assertEquals(2048 * 5e-9, far, 1e-12);
        assertEquals(2048 * Math.max(1e-9, device.loops().acrossSeconds()), near, 1e-12);
    }
}
