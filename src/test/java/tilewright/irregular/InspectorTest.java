package tilewright.irregular;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class InspectorTest {
    @Test
    void renumberingPutsVerticesOfMostArcsFirstAndKeepsEveryArc() {
        for (Arcs arcs : RandomGraphs.hostile(true)) {
            Renumbering numbering = Renumbering.byDegree(arcs);
            Arcs renumbered = numbering.apply(arcs, Renumbering.RowOrder.LIGHTEST);
            for (int v = 0; v + 1 < arcs.vertices(); v++) {
                assertTrue(renumbered.degree(v) >= renumbered.degree(v + 1));
            }
            assertEquals(sorted(arcs, null), sorted(renumbered, numbering.oldOf()));
            assertEquals(
                    numbering.connected(),
                    java.util.stream.IntStream.range(0, arcs.vertices())
                            .filter(v -> arcs.degree(v) > 0)
                            .count());
        }
    }

    private static List<String> sorted(Arcs arcs, int[] names) {
        List<String> found = new ArrayList<>();
        for (int v = 0; v < arcs.vertices(); v++) {
            for (int a = arcs.first()[v]; a < arcs.first()[v + 1]; a++) {
                int tail = names == null ? v : names[v];
                int head = names == null ? arcs.heads()[a] : names[arcs.heads()[a]];
                found.add(tail + "->" + head + ":" + arcs.weights()[a]);
            }
        }
        found.sort(null);
        return found;
    }

    @Test
    void rowsOfLightestArcsFirstRiseInWeight() {
        Arcs arcs = RandomGraphs.hostile(true).getLast();
        Arcs rows = Renumbering.byDegree(arcs).apply(arcs, Renumbering.RowOrder.LIGHTEST);
        for (int v = 0; v < rows.vertices(); v++) {
            for (int a = rows.first()[v] + 1; a < rows.first()[v + 1]; a++) {
                assertTrue(rows.weights()[a - 1] <= rows.weights()[a]);
            }
        }
    }

    @Test
    void slicesHoldEveryArcOnceAndPadTheRest() {
        for (Arcs arcs : RandomGraphs.hostile(false)) {
            for (int most : new int[] {0, 3, 1000}) {
                Renumbering numbering = Renumbering.byDegree(arcs);
                Arcs rows = numbering.apply(arcs, Renumbering.RowOrder.HEADS);
                SlicedRows sliced = SlicedRows.of(arcs, numbering, Renumbering.RowOrder.HEADS, most, false, 0);
                int missing = 0;
                for (int v = 0; v < numbering.connected(); v++) {
                    int place = v < sliced.hubs()
                            ? sliced.first()[v]
                            : sliced.slices()[(v - sliced.hubs()) / 32] + (v - sliced.hubs()) % 32;
                    int step = v < sliced.hubs() ? 1 : 32;
                    for (int a = 0; a < rows.degree(v); a++) {
                        assertEquals(rows.heads()[rows.first()[v] + a], sliced.head(place + a * step));
                    }
                }
                // What lies between the hubs and the first slice belongs to no row.
                for (int place = 0; place < sliced.places(); place++) {
                    missing += sliced.head(place) == sliced.padding() ? 1 : 0;
                }
                assertEquals(arcs.count(), sliced.places() - missing);
            }
        }
    }

    @Test
    void schedulesAreReadAsTheyAreWritten() {
        for (Schedule schedule : List.of(
                new Schedule.Edges(true),
                new Schedule.Edges(false),
                new Schedule.ByLevels(1, 4, 2, 64, 64),
                new Schedule.ByRows(2, 3, 32, 8, 6, 1, false),
                new Schedule.ByRows(1, 4, 32, 8, 6, 1, true),
                new Schedule.Cells(32768),
                new Schedule.Queue(0, 16, 1),
                new Schedule.Queue(8, 16, 2),
                new Schedule.Segments(8192, true),
                new Schedule.Segments(8192, false))) {
            assertEquals(schedule, Schedule.parse(schedule.toString()));
        }
        Exception refused = assertThrows(IllegalArgumentException.class, () -> Schedule.parse("edges csr"));
        assertTrue(refused.getMessage().startsWith("'edges csr' is no schedule"));
    }

    @Test
    void arcsTurnedRoundTwiceAreTheSame() {
        for (Arcs arcs : RandomGraphs.directed(true)) {
            Arcs turned = arcs.transposed();
            assertEquals(arcs.count(), turned.count());
            assertEquals(sorted(arcs, null), sorted(turned.transposed(), null));
            for (int v = 0; v < arcs.vertices(); v++) {
                int own = v;
                assertEquals(Arrays.stream(arcs.heads()).filter(h -> h == own).count(), turned.degree(v));
            }
        }
    }

    @Test
    void stepsAreThoseThatAreForeseen() {
        for (Fixpoint both : List.of(Fixpoints.levels(), Fixpoints.distances(), Fixpoints.labels())) {
            boolean weighted = !both.relaxation().inputs().isEmpty();
            for (boolean symmetric : new boolean[] {true, false}) {
                Fixpoint fixpoint =
                        new Fixpoint(both.relaxation(), both.neutral(), symmetric, both.window(), both.levels());
                Arcs arcs = (symmetric ? RandomGraphs.hostile(weighted) : RandomGraphs.directed(weighted)).getLast();
                Inspector inspector = new Inspector(fixpoint, arcs);
                for (Schedule schedule : AllowedSchedules.of(fixpoint)) {
                    assertEquals(
                            Preparation.of(fixpoint, schedule).stream()
                                    .map(Preparation::toString)
                                    .toList(),
                            inspector.prepare(schedule, "any", List.of()).steps().stream()
                                    .map(Prepared.InspectorStep::name)
                                    .toList(),
                            schedule.toString());
                }
            }
        }
    }

    @Test
    void startsAreNumberedAsTheProgramDoes() {
        Arcs star = RandomGraphs.hostile(false).get(3);
        Prepared prepared = Inspector.prepare(
                Fixpoints.levels(), star, new Schedule.ByLevels(1, 2, 2, 64, 64), "levels", List.of());
        assertArrayEquals(
                new int[] {prepared.numbering().newOf()[5]},
                prepared.starts(new Start(new int[] {5}, new int[] {0})).vertices());
        assertEquals(0, prepared.numbering().newOf()[0]);
        assertTrue(Arrays.stream(prepared.arrays().get("first")).max().orElseThrow() == star.count());
    }
}
