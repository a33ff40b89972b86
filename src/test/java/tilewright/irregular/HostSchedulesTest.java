package tilewright.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tilewright.codegen.Templates;
import tilewright.device.HostCompiler;
import tilewright.irregular.host.HostSchedule;
import tilewright.tune.irregular.FixpointMeasurement;
import tilewright.tune.irregular.FixpointTrial;
import tilewright.tune.irregular.HostFixpointSweep;
import tilewright.tune.stored.Status;

/** Fixpoints by OpenMP threads, compiled and run on hostile graphs beside one that is found step by step. */
class HostSchedulesTest {
    @TestFactory
    List<DynamicTest> findTheFixpointOnHostileGraphs() {
        Assumptions.assumeTrue(HostCompiler.search().isPresent());
        return Map.of("levels", Fixpoints.levels(), "distances", Fixpoints.distances()).entrySet().stream()
                .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> check(e.getValue())))
                .toList();
    }

    private static void check(Fixpoint fixpoint) {
        List<HostSchedule> schedules = List.of(
                        "host levels push 1000000 back 2",
                        "host levels push 1 back 1000",
                        "host window 0",
                        "host window 3")
                .stream()
                .map(HostSchedule::parse)
                .filter(s -> HostSchedule.allowed(fixpoint, s))
                .toList();
        assertEquals(2, schedules.size());
        // All graphs side by side as one, so that each program is compiled once.
        Arcs arcs =
                together(RandomGraphs.hostile(!fixpoint.relaxation().inputs().isEmpty()));
        List<Start> starts = IntStream.of(0, arcs.vertices() / 3, arcs.vertices() - 1)
                .mapToObj(v -> new Start(new int[] {v}, new int[] {0}))
                .toList();
        FixpointTrial trial = new FixpointTrial(
                fixpoint,
                arcs,
                starts,
                (bits, start) -> Arrays.equals(Fixpoints.solve(fixpoint, arcs, start), bits)
                        ? Optional.empty()
                        : Optional.of("from " + start.vertices()[0] + ": " + Arrays.toString(bits)),
                new FixpointTrial.Policy(1, starts.size()));
        List<FixpointMeasurement> found =
                new HostFixpointSweep(HostCompiler.find(), Templates.packed(), trial).measure(schedules, "x", m -> {});
        for (FixpointMeasurement each : found) {
            assertEquals(Status.OK, each.status(), each.schedule() + ": " + each.fault());
        }
    }

    private static Arcs together(List<Arcs> graphs) {
        int vertices = graphs.stream().mapToInt(Arcs::vertices).sum();
        int[] first = new int[vertices + 1];
        int[] heads = new int[graphs.stream().mapToInt(Arcs::count).sum()];
        boolean weighted = graphs.stream().allMatch(g -> g.weights() != null);
        int[] weights = new int[weighted ? heads.length : 0];
        int vertex = 0;
        int arc = 0;
        for (Arcs graph : graphs) {
            int base = vertex;
            for (int a = 0; a < graph.count(); a++) {
                heads[arc + a] = base + graph.heads()[a];
            }
            if (graph.weights() != null && weighted) {
                System.arraycopy(graph.weights(), 0, weights, arc, graph.count());
            }
            for (int v = 0; v < graph.vertices(); v++) {
                first[++vertex] = arc + graph.first()[v + 1];
            }
            arc += graph.count();
        }
        return new Arcs(first, heads, weighted ? weights : null);
    }

    @Test
    void readsWhatItWrites() {
        for (HostSchedule schedule : List.of(new HostSchedule.Levels(16, 24), new HostSchedule.Window(0))) {
            assertEquals(schedule, HostSchedule.parse("  " + schedule + " "));
        }
        for (String wrong : List.of("host", "host window", "host levels push 16 back 0", "edges coo atomic")) {
            assertTrue(String.valueOf(assertThrows(IllegalArgumentException.class, () -> HostSchedule.parse(wrong))
                            .getMessage())
                    .contains("host window 16"));
        }
    }

    @Test
    void asksForTheLawsOfASchedule() {
        assertFalse(HostSchedule.allowed(Fixpoints.distances(), new HostSchedule.Levels(16, 24)));
        assertFalse(HostSchedule.allowed(Fixpoints.levels(), new HostSchedule.Window(16)));
        assertEquals(
                List.of("host window 64", "host window 256", "host window 16", "host window 0"),
                HostSchedule.of(Fixpoints.distances()).stream()
                        .map(Object::toString)
                        .toList());
    }
}
