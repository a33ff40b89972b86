package tilewright.tiling.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.model.DataType;

/** Which planes of arrays blocks keep that go plane by plane. */
class PlaneVersionsTest {
    /** The plane behind must be there, and the neighbours' points of the middle one: handed over when they are read, a step after the plane arrives. */
    @Test
    void aStarInPlaceWaitsForThePlaneBehind() {
        PlaneVersions planes = shape(
                        List.of(array("a", TimeTile.Transfer.CARRIED)),
                        sweep("S", "a", read("a", 0, 0), read("a", 1, 0), read("a", -1, 0), read("a", 0, 1)))
                .planes(1);

        assertEquals(List.of("a loaded 0 of 3 from 1", "a 1 of 1"), words(planes));
        assertEquals(4, planes.kept("a"));
        assertEquals(5, planes.named("a"), "and one that arrives, and the one that is stored at once");
        assertEquals(2, planes.places("a"));
        assertSame(planes.all().getFirst(), planes.steps().getFirst().before());
        assertSame(planes.all().getLast(), planes.last().getFirst());
    }

    /** Nobody needs the neighbours' points of a plane before the statement comes to it. */
    @Test
    void aPlaneIsHandedOverWhenNeighboursReadIt() {
        PlaneVersions planes = shape(
                        List.of(array("a", TimeTile.Transfer.CARRIED), array("b", TimeTile.Transfer.RECOMPUTED)),
                        sweep("S1", "b", read("a", 2, 0), read("a", 0, -1), read("a", 0, 1)),
                        sweep("S2", "a", read("b", 0, 0)))
                .planes(1);

        assertEquals(List.of("a loaded 0 of 3 from 2", "b 2 of 1", "a 2 of 1"), words(planes));
        assertNull(planes.steps().getFirst().before());
    }

    /** A launch of two iterations keeps planes of what the first one makes, too. */
    @Test
    void everyIterationHasVersionsOfItsOwn() {
        TimeShape shape = shape(
                List.of(array("a", TimeTile.Transfer.CARRIED), array("b", TimeTile.Transfer.RECOMPUTED)),
                sweep("S1", "b", read("a", 1, 0), read("a", 0, 1)),
                sweep("S2", "a", read("b", 0, 0)));

        assertEquals(
                List.of("a loaded 0 of 2 from 1", "b 1 of 2", "a 1 of 2 from 1", "b 2 of 1", "a 2 of 1"),
                words(shape.planes(2)));
        assertEquals(4, shape.planes(2).kept("a"));
        assertEquals(2, shape.planes(2).places("b"));
        assertEquals(2, shape.planes(2).kept("b"));
        assertSame(shape.planes(2), shape.planes(2));
    }

    /** What nothing has written is loaded for each statement that reads it, as late as the one that reads farthest behind allows. */
    @Test
    void whatNoStatementWritesIsLoadedWhereItIsRead() {
        PlaneVersions planes = shape(
                        List.of(array("a", TimeTile.Transfer.CARRIED), array("c", TimeTile.Transfer.READ_ONLY)),
                        sweep("S1", "a", read("a", 1, 0), read("c", -1, 0), read("c", 0, 1)),
                        sweep("S2", "a", read("a", 1, 0), read("c", 0, 0)))
                .planes(1);

        assertEquals(
                List.of("a loaded 0 of 2", "c loaded 0 of 3 from 1", "a 1 of 2", "c loaded 2 of 1", "a 2 of 1"),
                words(planes));
        assertEquals(3, planes.kept("c"), "the second version stays where it arrives");
        assertEquals(4, planes.places("c"));
    }

    /** A source array of which each thread reads its own points alone comes once for all statements, as late as the first one allows; a statement reads one plane of it at a time. */
    @Test
    void whatIsReadAtThePointAloneStaysWhereItArrives() {
        PlaneVersions planes = shape(
                        List.of(array("a", TimeTile.Transfer.CARRIED), array("f", TimeTile.Transfer.READ_ONLY)),
                        sweep("S1", "a", read("a", 1, 0), read("a", 0, 1), read("f", 0, 0)),
                        sweep("S2", "a", read("a", 1, 0), read("a", 0, 1), read("f", 0, 0)))
                .planes(2);

        assertEquals(
                List.of(
                        "a loaded 0 of 2 from 1",
                        "f loaded 1 of 4",
                        "a 1 of 2 from 1",
                        "a 2 of 2 from 1",
                        "a 3 of 2 from 1",
                        "a 4 of 1"),
                words(planes));
        assertEquals(5, planes.places("f"));
        assertEquals(1, planes.kept("f"));
        assertEquals(6, planes.kept("a"));
    }

    /** Neighbours' points of three planes, each by the age that it has when it is read. */
    @Test
    void neighboursAreReadOfPlanesOfSeveralAges() {
        PlaneVersions planes = shape(
                        List.of(array("a", TimeTile.Transfer.CARRIED)),
                        sweep("S", "a", read("a", 1, 1), read("a", 0, -1), read("a", -1, 1)))
                .planes(1);

        assertEquals(
                Map.of(1, List.of(List.of(1)), 2, List.of(List.of(-1)), 3, List.of(List.of(1))),
                planes.all().getFirst().beside());
    }

    /** {@code a loaded 0 of 3 from 1}: the array, whether it is loaded, how far it lags, how many planes are kept, and from which on neighbours read them. */
    private static List<String> words(PlaneVersions planes) {
        return planes.all().stream()
                .map(v -> v.array() + (v.loaded() ? " loaded " : " ") + v.lag() + " of " + v.depth()
                        + (v.beside().isEmpty() ? "" : " from " + v.beside().firstKey()))
                .toList();
    }

    private static TimeShape shape(List<TimeShape.Array> arrays, TimeShape.Sweep... sweeps) {
        return new TimeShape(List.of("i", "j"), arrays, List.of(sweeps), false);
    }

    private static TimeShape.Array array(String name, TimeTile.Transfer transfer) {
        return new TimeShape.Array(name, DataType.DOUBLE, transfer, List.of());
    }

    private static TimeShape.Sweep sweep(String statement, String target, TimeShape.Read... reads) {
        return new TimeShape.Sweep(statement, target, List.of(reads));
    }

    private static TimeShape.Read read(String array, Integer... offset) {
        return new TimeShape.Read(array, Arrays.asList(offset));
    }
}
