package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.Dependences;
import tilewright.oracle.CutTrace;

@Execution(ExecutionMode.CONCURRENT)
class VolumeFormulasTest {
    private static ExactVolumes.Inner inner(ExactVolumes volumes) {
        ExactVolumes.Inner inner = volumes.inner();
        assertNotNull(inner);
        return inner;
    }

    private static LaurentPolynomial known(ExactCount count) {
        return assertInstanceOf(ExactCount.Known.class, count, count.toString()).value();
    }

    /** Theory.md, section 5: inner blocks move 2 r2 r3 + r1 r2 + r1 r3, in all n^3 (2/r1 + 1/r2 + 1/r3). */
    @Test
    void floydWarshallsInnerBlocksMoveWhatTheoryDerives() {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            ExactVolumes.Inner inner = inner(VolumeFormulas.of(analysed.dependences()));
            assertEquals("I != K, J != K", inner.where());
            assertEquals(
                    "r1 r2 + r1 r3 + 2 r2 r3",
                    known(inner.reads()).plus(known(inner.writes())).toString());
            assertEquals(
                    "n^3 (2/r1 + 1/r2 + 1/r3)",
                    known(inner.allReads()).plus(known(inner.allWrites())).toString());
        }
    }

    @Test
    void floydWarshallHasDiagonalBlocksPanelsAndTheRest() {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            List<String> kinds = VolumeFormulas.of(analysed.dependences()).kinds().stream()
                    .map(k -> k.where() + ": " + k.blocks() + " of " + k.reads() + " and " + k.writes())
                    .toList();
            assertEquals(
                    List.of(
                            "I != K, J != K: n^3/r^3 - 2 n^2/r^2 + n/r of 3 r^2 and r^2",
                            "(I = K, J != K) or (I != K, J = K): 2 n^2/r^2 - 2 n/r of 2 r^2 - r and 2 r^2 - 2 r",
                            "I = K, J = K: n/r of r^2 and 3 r^2 - 8 r + 6"),
                    kinds);
        }
    }

    @Test
    void gaussianEliminationMovesAThirdAndNamesThePivots() {
        try (Analysed analysed = Analysed.stored("gaussian-elimination")) {
            ExactVolumes.Inner inner = inner(VolumeFormulas.of(analysed.dependences()));
            assertEquals("r1 r2 + r1 r3 + r2 r3 + r1", inner.reads().toString());
            assertEquals("n^3/(3 r1)", inner.allWrites().toString());
        }
    }

    @Test
    void oneCutLoopRefinesTheoremOne() {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            Map<String, String> cuts = new HashMap<>();
            VolumeFormulas.of(analysed.dependences())
                    .cuts()
                    .forEach(c -> cuts.put(c.access() + c.loop(), c.reads() + "; " + c.writes()));
            assertEquals("n^2/r1 - n; n^2/r1 - n", cuts.get("3k"));
            assertEquals("0; 0", cuts.get("3i"));
            assertEquals("n^3/r3 - n^2 - n^2/r3 + n; n^2 - 2 n", cuts.get("3j"));
        }
    }

    @Test
    void formulasForAllSizesCountParts() {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            ExactVolumes.Cut cut = cut(VolumeFormulas.of(analysed.dependences()), 3, "j");
            assertEquals("Q3 = ceil(n/r3)", cut.inParts().definition());
            assertEquals("n^2 Q3 - n^2 - n Q3 + n", cut.inParts().reads().toString());
            ExactCount.Known writes =
                    assertInstanceOf(ExactCount.Known.class, cut.inParts().writes());
            assertEquals(List.of("r3 >= 4", "Q3 >= 3"), writes.conditions());
        }
        try (Analysed analysed = Analysed.stored("gaussian-elimination")) {
            ExactVolumes.Cut cut = cut(VolumeFormulas.of(analysed.dependences()), 4, "k");
            assertEquals("Q1 = ceil((n - 1)/r1)", cut.inParts().definition());
            assertEquals("Q1 - 1", cut.inParts().reads().toString());
        }
    }

    private static ExactVolumes.Cut cut(ExactVolumes volumes, int access, String loop) {
        return volumes.cuts().stream()
                .filter(c -> c.access() == access && c.loop().equals(loop))
                .findFirst()
                .orElseThrow();
    }

    /** A quasi-polynomial in n and r alone, at every n in a range, against an execution. */
    @ParameterizedTest
    @ValueSource(strings = {"floyd-warshall", "gaussian-elimination", "lu", "jacobi-2d", "jacobi-1d"})
    void formulasForAllSizesAreWhatExecutionsMove(String name) {
        try (Analysed analysed = Analysed.stored(name)) {
            Dependences dependences = analysed.dependences();
            ExactVolumes volumes = VolumeFormulas.of(dependences);
            int compared = 0;
            for (long n = 12; n <= 17; n++) {
                Map<String, Long> sizes = new HashMap<>();
                long size = n;
                dependences.nest().parameters().forEach(p -> sizes.put(p, size));
                CutTrace trace = CutTrace.of(dependences, sizes);
                for (ExactVolumes.Cut cut : volumes.cuts()) {
                    int z = dependences.loops().indexOf(cut.loop());
                    long parts = Math.ceilDiv(trace.reach(z), 4);
                    if (trace.reach(z) - (parts - 1) * 4 == 4 || !needsLastPart(cut)) {
                        CutTrace.Moved moved = trace.cut(cut.statement(), cut.access(), z, 4);
                        Map<String, Long> at = new HashMap<>(sizes);
                        at.put("r" + (z + 1), 4L);
                        at.put("Q" + (z + 1), parts);
                        assertEquals(
                                new BigFraction(moved.reads()),
                                known(cut.inParts().reads()).evaluate(at),
                                cut + " " + at);
                        assertEquals(
                                new BigFraction(moved.writes()),
                                known(cut.inParts().writes()).evaluate(at),
                                cut + " " + at);
                        compared++;
                    }
                }
            }
            assertTrue(compared >= 20, compared + " comparisons");
        }
    }

    private static boolean needsLastPart(ExactVolumes.Cut cut) {
        return Stream.of(cut.inParts().reads(), cut.inParts().writes())
                .anyMatch(c -> c instanceof ExactCount.Known known
                        && known.conditions().stream().anyMatch(x -> x.startsWith("last part")));
    }

    /** Loops of different lengths in one loop of the common loop space: what is larger decides, unless all are equal. */
    @Test
    void formulasOfEqualParametersSaySo() {
        try (Analysed analysed = Analysed.text(
                "param n, m",
                "do i = 1, n",
                "do j = 1, n",
                "c(i,j) = 0.0",
                "enddo",
                "do k = 1, m",
                "c(i,1) = c(i,1) + a(i,k)",
                "enddo",
                "enddo")) {
            Dependences dependences = analysed.dependences();
            ExactVolumes volumes = VolumeFormulas.of(dependences);
            ExactCount.Known reads = assertInstanceOf(ExactCount.Known.class, volumes.reads());
            assertEquals(List.of("n = m", "r | n", "r >= 2"), reads.conditions());
            assertEquals(List.of("n = m"), reads.equalities());
            for (long r = 2; r <= 5; r++) {
                Map<String, Long> sizes = new HashMap<>(Map.of("n", 4 * r, "m", 4 * r));
                Volumes exact =
                        new VolumeCounter(dependences, sizes).count(List.of(Math.toIntExact(r), Math.toIntExact(r)));
                sizes.put("r", r);
                assertEquals(new BigFraction(exact.reads()), reads.value().evaluate(sizes));
                assertEquals(
                        new BigFraction(exact.writes()), known(volumes.writes()).evaluate(sizes));
            }
        }
    }

    @Test
    void theConditionsAreStated() {
        try (Analysed analysed = Analysed.stored("jacobi-2d")) {
            ExactVolumes volumes = VolumeFormulas.of(analysed.dependences());
            ExactCount.Known reads = assertInstanceOf(ExactCount.Known.class, volumes.reads());
            assertEquals(List.of("r | steps", "r | n", "r >= 2"), reads.conditions());
        }
        try (Analysed analysed =
                Analysed.text("param n", "real a(2*n)", "do i = 1, n, 2", "a(i) = a(i) + 1.0", "enddo")) {
            ExactVolumes volumes = VolumeFormulas.of(analysed.dependences());
            assertEquals("n/2", volumes.reads().toString());
            assertEquals(
                    List.of("r | n", "2 | r", "r >= 2"),
                    assertInstanceOf(ExactCount.Known.class, volumes.reads()).conditions());
        }
    }

    @Test
    void whatDoesNotFitIsRefused() {
        try (Analysed analysed = Analysed.text("real a(9)", "do i = 1, 9", "a(i) = a(i) + 1.0", "enddo")) {
            ExactVolumes volumes = VolumeFormulas.of(analysed.dependences());
            assertEquals(
                    "not known: no loop depends on a parameter", volumes.reads().toString());
            assertEquals(
                    "not known: loop i has a constant number of iterations",
                    volumes.cuts().getFirst().reads().toString());
        }
        try (Analysed analysed =
                Analysed.text("param n", "real a(64*n)", "do i = 1, n, 13", "a(mod(i, 5)) = a(i/3) + 1.0", "enddo")) {
            ExactVolumes volumes = VolumeFormulas.of(analysed.dependences());
            assertEquals(
                    "not known: steps and divisors have the common multiple 195, too many cases",
                    volumes.reads().toString());
        }
    }

    /** The formulas at sizes that were not used to find them, against an execution that records every value. */
    @ParameterizedTest
    @ValueSource(strings = {"floyd-warshall", "gaussian-elimination", "lu", "matmul", "jacobi-2d"})
    void theFormulasAreWhatExecutionsMove(String name) {
        try (Analysed analysed = Analysed.stored(name)) {
            Dependences dependences = analysed.dependences();
            ExactVolumes volumes = VolumeFormulas.of(dependences);
            for (long[] pair : new long[][] {{4, 12}, {4, 16}, {5, 15}, {7, 14}}) {
                Map<String, Long> sizes = sizes(dependences, pair);
                CutTrace trace = CutTrace.of(dependences, sizes);
                for (ExactVolumes.Cut cut : volumes.cuts()) {
                    int z = dependences.loops().indexOf(cut.loop());
                    CutTrace.Moved moved = trace.cut(cut.statement(), cut.access(), z, pair[0]);
                    Map<String, Long> at = new HashMap<>(sizes);
                    at.put("r" + (z + 1), pair[0]);
                    assertEquals(
                            new BigFraction(moved.reads()), known(cut.reads()).evaluate(at), cut + " " + at);
                    assertEquals(
                            new BigFraction(moved.writes()), known(cut.writes()).evaluate(at), cut + " " + at);
                }
                List<Integer> block = new ArrayList<>();
                dependences.loops().forEach(_ -> block.add((int) pair[0]));
                Volumes exact = new VolumeCounter(dependences, sizes).count(block);
                Map<String, Long> at = new HashMap<>(sizes);
                at.put("r", pair[0]);
                assertEquals(
                        new BigFraction(exact.reads()), known(volumes.reads()).evaluate(at));
                assertEquals(
                        new BigFraction(exact.writes()), known(volumes.writes()).evaluate(at));
            }
        }
    }

    private static Map<String, Long> sizes(Dependences dependences, long[] pair) {
        Map<String, Long> sizes = new HashMap<>();
        dependences.nest().parameters().forEach(p -> sizes.put(p, p.equals("steps") ? 2 * pair[0] : pair[1]));
        assertTrue(sizes.values().stream().allMatch(v -> v % pair[0] == 0));
        return sizes;
    }
}
