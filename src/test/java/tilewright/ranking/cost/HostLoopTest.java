package tilewright.ranking.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.HostDescription;

/** The examples of docs/equations.md, "Predicted time on a CPU". */
class HostLoopTest {
    private static final int OUTER = 0;
    private static final int ROWS = 1;

    /** Four rows of 1 KB, read again in each of eight iterations. */
    private static List<HostLoop> rereading(boolean writes) {
        HostLoop.Touch touch = new HostLoop.Touch("x", 1L << ROWS, 1024, writes);
        HostLoop row = new HostLoop.Row(List.of(touch), 10e-9, 5e-9, 0);
        return List.of(new HostLoop.Repeat(OUTER, 8, List.of(new HostLoop.Repeat(ROWS, 4, List.of(row)))));
    }

    private static double fetched(List<HostLoop> loops, double cache) {
        return HostLoop.sum(new HostFootprints(loops).fetched(cache)).moved();
    }

    @Test
    void whatFitsIsFetchedOnce() {
        assertEquals(4096, fetched(rereading(false), 64 << 10));
    }

    @Test
    void whatDoesNotFitIsFetchedInEveryIteration() {
        assertEquals(8 * 4096, fetched(rereading(false), 2 << 10));
    }

    @Test
    void betweenTheTwoThePartThatIsGoneGrows() {
        double half = fetched(rereading(false), 4 << 10);
        assertTrue(half > 4096 && half < 8 * 4096, () -> half + " bytes");
    }

    @Test
    void whatIsStoredMovesInAndOut() {
        assertEquals(2 * 4096, fetched(rereading(true), 64 << 10));
    }

    /** A copy of 64 KB that is stored once and then read 32 times, by a cache that keeps nothing of it. */
    @Test
    void whatIsReadAgainAndAgainIsWrittenBackOnce() {
        HostLoop.Touch stored = new HostLoop.Touch("copy", 1L << ROWS, 1024, true);
        HostLoop.Touch read = new HostLoop.Touch("copy", 1L << ROWS, 1024, false);
        HostLoop staged = new HostLoop.Repeat(ROWS, 64, List.of(new HostLoop.Row(List.of(stored), 0, 0, 0)));
        HostLoop used = new HostLoop.Repeat(
                OUTER, 32, List.of(new HostLoop.Repeat(ROWS, 64, List.of(new HostLoop.Row(List.of(read), 0, 0, 0)))));
        assertEquals((33 + 1) * 65536, fetched(List.of(staged, used), 4096));
    }

    /** 64 MB that are only read, and 64 MB of which half is written back. */
    @Test
    void linesGoOutWhileOthersAreWaitedFor() {
        assertEquals(96, new HostLoop.Part(64, 0).beyondCores());
        assertEquals(96, new HostLoop.Part(64, 32).beyondCores());
        assertEquals(128, new HostLoop.Part(64, 64).beyondCores());
    }

    @Test
    void boxesOfTimeTilesEndWithTheDomain() {
        assertEquals(532.0 / 1032, HostTimeTile.filled(512, 496, 516), 1e-12);
        assertEquals(1.0, HostTimeTile.filled(512, 128, 128));
    }

    @Test
    void instructionsOfAllIterationsAddUp() {
        assertEquals(32 * 10e-9, HostLoop.seconds(rereading(false)), 1e-15);
        assertEquals(32 * 5e-9, HostLoop.operations(rereading(false)), 1e-15);
    }

    @Test
    void aCopyThatEveryBlockUsesAgainCountsOnce() {
        HostLoop row = new HostLoop.Row(
                List.of(new HostLoop.Touch("x", 1L << ROWS, 512, false), new HostLoop.Touch("copy", 0, 512, true)),
                1e-9,
                0,
                1);
        List<HostLoop> loops = List.of(new HostLoop.Repeat(ROWS, 10, List.of(row)));
        assertEquals(10 * 512 + 2 * 512, fetched(loops, 64 << 10));
        assertEquals(10, HostLoop.starts(loops));
    }

    @Test
    void rowsBetweenTheMeasuredLengthsTakeTimesInProportion() {
        HostDescription.Loops loops = DeviceCatalog.host().loops();
        double shorter = loops.row("real fma", 64);
        double longer = loops.row("real fma", 96);
        assertEquals((shorter + longer) / 2, loops.row("real fma", 80), 1e-15);
        assertEquals(2 * loops.row("real fma", 512), loops.row("real fma", 1024), 1e-12);
    }
}
