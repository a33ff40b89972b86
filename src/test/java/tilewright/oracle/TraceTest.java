package tilewright.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tilewright.model.LoopNest;
import tilewright.oracle.Trace.Movement;
import tilewright.parse.NestParser;

/** The oracle itself, on cases small enough to be worked out by hand. */
class TraceTest {
    private static Trace trace(Map<String, Long> parameters, String... lines) {
        return Trace.of(NestParser.parse("test.nest", String.join("\n", lines)), parameters, o -> false);
    }

    private static Set<String> text(Set<?> records) {
        return records.stream().map(Object::toString).collect(Collectors.toSet());
    }

    @Test
    void theLastWriterIsTheSource() {
        Trace trace = trace(Map.of("n", 3L), "do i = 1, n", "s = s + a(i)", "enddo", "a(2) = s");
        assertEquals(
                Set.of(
                        "Flow[source=S1[1], sink=S1[2], access=2, array=s]",
                        "Flow[source=S1[2], sink=S1[3], access=2, array=s]",
                        "Flow[source=S1[3], sink=S2[], access=2, array=s]"),
                text(trace.flows()));
        assertEquals(
                Set.of(
                        "InputRead[sink=S1[1], access=2, element=Element[array=s, index=[]]]",
                        "InputRead[sink=S1[1], access=3, element=Element[array=a, index=[1]]]",
                        "InputRead[sink=S1[2], access=3, element=Element[array=a, index=[2]]]",
                        "InputRead[sink=S1[3], access=3, element=Element[array=a, index=[3]]]"),
                text(trace.inputs()));
        assertEquals(
                Set.of(
                        "Conflict[source=S1[1], sink=S1[2], access=1, array=s]",
                        "Conflict[source=S1[1], sink=S1[3], access=1, array=s]",
                        "Conflict[source=S1[2], sink=S1[3], access=1, array=s]"),
                text(trace.output()));
        assertEquals(
                Set.of(
                        "Conflict[source=S1[1], sink=S1[2], access=2, array=s]",
                        "Conflict[source=S1[1], sink=S1[3], access=2, array=s]",
                        "Conflict[source=S1[2], sink=S1[3], access=2, array=s]",
                        "Conflict[source=S1[2], sink=S2[], access=3, array=a]"),
                text(trace.anti()));
    }

    @Test
    void operationsLeftOutNeitherReadNorWrite() {
        LoopNest nest = NestParser.parse("test.nest", "do i = 1, 3\ns = s + 1\nenddo");
        Trace trace = Trace.of(nest, Map.of(), o -> o.iteration().equals(List.of(2L)));
        assertEquals(Set.of("Flow[source=S1[1], sink=S1[3], access=2, array=s]"), text(trace.flows()));
    }

    /** Blocks r x r x r of an n x n x n multiplication: reads a and b n/r times, c once per visit. */
    @Test
    void matrixMultiplicationMovesItsKnownVolume() {
        long n = 4;
        long r = 2;
        Trace trace = Trace.of(NestParser.parse(Path.of("loopnests", "matmul.nest")), Map.of("n", n), o -> false);
        Movement movement = trace.movement(
                o -> o.iteration().stream().map(v -> Math.floorDiv(v - 1, r)).toList());
        assertEquals(new Movement(3 * n * n * n / r, n * n * n / r), movement);
        assertEquals(new Movement(3 * n * n, n * n), trace.movement(o -> List.of()));
    }

    /** Inner blocks move 2 r2 r3 + r1 r2 + r1 r3 values (theory.md, section 5); the others move less. */
    @Test
    void floydWarshallWithoutSilentWritesMovesAtMostTheEstimate() {
        long n = 8;
        long r = 2;
        LoopNest nest = NestParser.parse(Path.of("loopnests", "floyd-warshall.nest"));
        Trace trace = Trace.of(
                nest,
                Map.of("n", n),
                o -> o.iteration().get(0).equals(o.iteration().get(1))
                        || o.iteration().get(0).equals(o.iteration().get(2)));
        Movement movement = trace.movement(
                o -> o.iteration().stream().map(v -> Math.floorDiv(v - 1, r)).toList());
        long estimate = 4 * n * n * n / r;
        long moved = movement.reads() + movement.writes();
        assertTrue(moved <= estimate && moved > estimate / 2, moved + " of " + estimate);
    }
}
