package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadSizesTest {
    @Test
    void aLoopThatMovesAlongOthersRunsInOrder() {
        try (Analysed analysed = Analysed.text(
                "param n",
                "do k = 1, n",
                "do i = 1, n",
                "do j = 1, n",
                "b(i,j) = b(i,j) + a(i+k,j)",
                "enddo",
                "enddo",
                "enddo")) {
            assertEquals(List.of("1 DEPENDENT", "free INDEPENDENT", "1 SPATIAL"), rules(analysed, "S1", 3));
            assertEquals(
                    "Lemma 1: k does not move b(i,j) (S1 accesses 1, 2); "
                            + "Lemma 1: k moves along other loops, run it in order: a(i + k,j) (S1 access 3)",
                    analysed.locality().threadSizes().getFirst().because());
            assertEquals(
                    "block with barrier",
                    analysed.locality().threadSizes().getFirst().or());
        }
    }

    @Test
    void aStrideBeyondTheCacheLineAsksForNothing() {
        try (Analysed analysed = Analysed.text("param n", "do i = 1, n", "x(i) = y(40*i) + z(31*i)", "enddo")) {
            assertEquals(List.of("free INDEPENDENT"), rules(analysed, "S1", 2));
            assertEquals(List.of("1 SPATIAL"), rules(analysed, "S1", 3));
        }
    }

    @Test
    void aStepCountsAsAStride() {
        try (Analysed analysed =
                Analysed.text("param n", "double precision x(n)", "do i = 1, n, 16", "x(i) = 1.0", "enddo")) {
            assertEquals(List.of("free INDEPENDENT"), rules(analysed, "S1", 1));
        }
    }

    @Test
    void aScalarIsSharedByAllParallelLoops() {
        try (Analysed analysed =
                Analysed.text("param n", "real s", "do i = 1, n", "do j = 1, n", "x(i,j) = s", "enddo", "enddo")) {
            assertEquals(List.of("free BEYOND", "free BEYOND"), rules(analysed, "S1", 2));
            assertEquals(
                    new AccessLocality("S1", 2, List.of("i", "j"), List.of()),
                    analysed.locality().accesses().get(1));
        }
    }

    /** Statements of one loop run one after the other: LU's update does not wait for quotients of its own row. */
    @Test
    void loopsAreParallelPerStatement() {
        try (Analysed analysed = Analysed.stored("lu")) {
            assertEquals(List.of("1 REPEATED", "free INDEPENDENT", "1 SPATIAL"), rules(analysed, "S2", 2));
        }
    }

    @Test
    void aLoopThatCarriesADependenceIsSequential() {
        try (Analysed analysed = Analysed.text("param n", "do i = 2, n", "x(i) = x(i-1)", "enddo")) {
            assertEquals(List.of("free SEQUENTIAL"), rules(analysed, "S1", 1));
            assertEquals(
                    new ThreadSizeAdvice("i", "free", null, "Theorem 2: no access asks for a size"),
                    analysed.locality().threadSizes().getFirst());
        }
    }

    @Test
    void manyAccessesAreNamedByNumber() {
        try (Analysed analysed = Analysed.stored("jacobi-2d")) {
            assertEquals(
                    "Lemma 1: t does not move S1 accesses 1-6, S2 accesses 1-6",
                    analysed.locality().threadSizes().getFirst().because());
        }
    }

    @Test
    void anAccessWithoutMatrixHasNoRules() {
        try (Analysed analysed = Analysed.text("param n", "do i = 1, n", "x(i) = y(i/2)", "enddo")) {
            assertEquals(List.of(), rules(analysed, "S1", 2));
        }
    }

    private static List<String> rules(Analysed analysed, String statement, int access) {
        return analysed.locality().accessThreadSizes().stream()
                .filter(a -> a.statement().equals(statement) && a.access() == access)
                .flatMap(a -> a.rules().stream())
                .map(r -> (r.isOne() ? "1 " : "free ") + r.reason())
                .toList();
    }
}
