package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatementSetsTest {
    /** LU's division has the loops (k,i), its update (k,i,j): they share the cuts of k and i. */
    @Test
    void statementsOfDifferentDepthHaveSetsOfTheirOwn() {
        try (Analysed analysed = Analysed.stored("lu")) {
            assertEquals(
                    List.of(
                            new StatementSet(
                                    1,
                                    List.of("S1"),
                                    List.of("k", "i"),
                                    List.of(List.of(2), List.of(2)),
                                    List.of(List.of("k"), List.of("i"))),
                            new StatementSet(
                                    2,
                                    List.of("S2"),
                                    List.of("k", "i", "j"),
                                    List.of(List.of(1), List.of(1), List.of()),
                                    List.of(List.of("k"), List.of("i", "j")))),
                    analysed.locality().statementSets());
        }
    }

    /** Jacobi's sweeps share the time loop; their i and j are different loops of the same name. */
    @Test
    void loopsOfTheSameNameAreNotShared() {
        try (Analysed analysed = Analysed.stored("jacobi-2d")) {
            assertEquals(
                    List.of(List.of(List.of(2), List.of(), List.of()), List.of(List.of(1), List.of(), List.of())),
                    analysed.locality().statementSets().stream()
                            .map(StatementSet::shared)
                            .toList());
        }
    }

    @Test
    void statementsOfOneBodyAreOneSet() {
        try (Analysed analysed =
                Analysed.text("param n", "do i = 1, n", "x(i) = y(i) + 1.0", "z(i) = x(i) + 1.0", "enddo")) {
            assertEquals(
                    List.of(List.of("S1", "S2")),
                    analysed.locality().statementSets().stream()
                            .map(StatementSet::statements)
                            .toList());
        }
    }
}
