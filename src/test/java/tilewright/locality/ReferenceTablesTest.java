package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.locality.Estimate.Order;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

/** The tables of theory.md, section 4: Floyd-Warshall and Gaussian elimination (paper, sections 2 and 3). */
class ReferenceTablesTest {
    @ParameterizedTest
    @ValueSource(strings = {"floyd-warshall", "transitive-closure", "widest-path"})
    void floydWarshallHasThePapersExponents(String nest) {
        try (Analysed analysed = Analysed.stored(nest)) {
            assertEquals("a(i,j) (1,0,0) 3 [3, 3, 3]", exponents(analysed, 2, "a(i,j)"));
            assertEquals("a(i,k) (1,0,j - k) 2 [2, 2, 3]", exponents(analysed, 3, "a(i,k)"));
            assertEquals("a(k,j) (1,i - k,0) 2 [2, 3, 2]", exponents(analysed, 4, "a(k,j)"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"floyd-warshall", "transitive-closure", "widest-path"})
    void floydWarshallHasThePapersCommunication(String nest) {
        try (Analysed analysed = Analysed.stored(nest)) {
            assertEquals(
                    List.of(
                            "2 k: Q M^2 reads and writes",
                            "2 i: none",
                            "2 j: none",
                            "3 k: Q M^1 reads and writes",
                            "3 i: none",
                            "3 j: Q M^2 reads, M^2 writes",
                            "4 k: Q M^1 reads and writes",
                            "4 i: Q M^2 reads, M^2 writes",
                            "4 j: none"),
                    analysed.locality().estimates().stream()
                            .map(ReferenceTablesTest::words)
                            .toList());
            assertEquals(
                    List.of(List.of("k"), List.of("i", "j")),
                    analysed.locality().blockRanking());
        }
    }

    @Test
    void floydWarshallHasThePapersThreadSizes() {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            assertEquals(
                    List.of(
                            "1 k: 1 or barrier, i: free, j: 1",
                            "2 k: 1 or barrier, i: free, j: 1",
                            "3 k: free (SEQUENTIAL), i: free, j: free",
                            "4 k: free, i: 1, j: 1"),
                    analysed.locality().accessThreadSizes().stream()
                            .map(ReferenceTablesTest::words)
                            .toList());
            assertEquals(
                    List.of(
                            new ThreadSizeAdvice(
                                    "k",
                                    "1",
                                    "block with barrier",
                                    "Lemma 1: k does not move a(i,j) (S1 accesses 1, 2)"),
                            new ThreadSizeAdvice("i", "1", null, "Lemma 1: i does not move a(k,j) (S1 access 4)"),
                            new ThreadSizeAdvice(
                                    "j",
                                    "1",
                                    null,
                                    "spatial locality: parallel j shares lines of a(i,j) (S1 accesses 1, 2), a(k,j)"
                                            + " (S1 access 4)")),
                    analysed.locality().threadSizes());
        }
    }

    @Test
    void floydWarshallSharesElementsAndLinesAsInThePaper() {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            assertEquals(
                    List.of(
                            new AccessLocality("S1", 1, List.of(), List.of("j")),
                            new AccessLocality("S1", 2, List.of(), List.of("j")),
                            new AccessLocality("S1", 3, List.of("j"), List.of()),
                            new AccessLocality("S1", 4, List.of("i"), List.of("j"))),
                    analysed.locality().accesses());
        }
    }

    @Test
    void gaussianEliminationHasThePapersVectorsAndRanking() {
        try (Analysed analysed = Analysed.stored("gaussian-elimination")) {
            assertEquals("a(i,j) (1,0,0) 3 [3, 3, 3]", exponents(analysed, 2, "a(i,j)"));
            assertEquals("a(i,k) (1,0,j - k) 2 [2, 2, 3]", exponents(analysed, 3, "a(i,k)"));
            assertEquals("a(k,k) (1,i - k,j - k) 1 [1, 2, 2]", exponents(analysed, 4, "a(k,k)"));
            assertEquals("a(k,j) (1,i - k,0) 2 [2, 3, 2]", exponents(analysed, 5, "a(k,j)"));
            assertEquals(
                    List.of(List.of("k"), List.of("i", "j")),
                    analysed.locality().blockRanking());
        }
    }

    @Test
    void gaussianEliminationsDiagonalAddsTermsOfLowerOrder() {
        try (Analysed analysed = Analysed.stored("gaussian-elimination")) {
            assertEquals(
                    List.of(
                            "4 k: Q M^0 reads and writes",
                            "4 i: Q M^1 reads, M^1 writes",
                            "4 j: Q M^1 reads, M^1 writes"),
                    analysed.locality().estimates().stream()
                            .filter(e -> e.access() == 4)
                            .map(ReferenceTablesTest::words)
                            .toList());
        }
    }

    /** Without parameters nothing grows: directions of the values count instead, and large constants are far. */
    @Test
    void constantSizesGiveTheSameTable() {
        try (Analysed analysed = Analysed.text(
                "assume a(k,k) >= 0",
                "do k = 1, 100",
                "do i = 1, 100",
                "do j = 1, 100",
                "a(i,j) = min(a(i,j), a(i,k) + a(k,j))",
                "enddo",
                "enddo",
                "enddo")) {
            assertEquals("a(i,k) (1,0,j - k) 2 [2, 2, 3]", exponents(analysed, 3, "a(i,k)"));
            assertEquals(
                    List.of("3 k: Q M^1 reads and writes", "3 i: none", "3 j: Q M^2 reads, M^2 writes"),
                    analysed.locality().estimates().stream()
                            .filter(e -> e.access() == 3)
                            .map(ReferenceTablesTest::words)
                            .toList());
        }
    }

    @Test
    void anInPlaceNestWithoutTheAssumptionHasTwoSourcesPerPanel() {
        LoopNest nest = NestParser.parse(Path.of("loopnests", "floyd-warshall.nest"));
        try (Analysed analysed = Analysed.of(nest, false)) {
            assertEquals(
                    List.of("(1,0,j - k)", "(0,0,j - k)"),
                    analysed.locality().values().stream()
                            .filter(v -> v.access() == 3 && v.decides())
                            .map(v -> String.valueOf(v.vector()))
                            .toList());
            assertEquals(
                    List.of(List.of("k"), List.of("i", "j")),
                    analysed.locality().blockRanking());
        }
    }

    private static String exponents(Analysed analysed, int access, String text) {
        UsedValues values = analysed.values("S1", access);
        return text + " " + values.vector() + " " + values.rho() + " " + values.rhoFixed();
    }

    private static String words(Estimate estimate) {
        String start = estimate.access() + " " + estimate.loop() + ": ";
        Order reads = estimate.reads();
        Order writes = estimate.writes();
        if (reads == null || writes == null) {
            return start + (reads == null && writes == null ? "none" : "reads alone");
        }
        return start
                + (reads.equals(writes)
                        ? words(reads) + " reads and writes"
                        : words(reads) + " reads, " + words(writes) + " writes");
    }

    private static String words(Order order) {
        return (order.parts() == 1 ? "Q " : "") + "M^" + order.power();
    }

    private static String words(AccessThreadSizes access) {
        List<String> rules = access.rules().stream()
                .map(r -> {
                    String size = r.isOne() ? "1" : "free";
                    boolean sequential = r.reason() == AccessThreadSizes.Reason.SEQUENTIAL;
                    return r.loop() + ": " + size + (r.allowsBarrier() ? " or barrier" : "")
                            + (sequential ? " (SEQUENTIAL)" : "");
                })
                .toList();
        return access.access() + " " + String.join(", ", rules);
    }
}
