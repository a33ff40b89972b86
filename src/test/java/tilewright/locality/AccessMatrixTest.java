package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.parse.NestParser;

class AccessMatrixTest {
    @Test
    void hasARowPerSubscriptAndAColumnPerLoop() {
        AccessMatrix matrix = matrix("a(i,k+1)").orElseThrow();
        assertEquals(List.of(List.of(0L, 1L, 0L), List.of(1L, 0L, 0L)), matrix.f());
        assertEquals(List.of(List.of(0L, 0L), List.of(0L, 0L)), matrix.g());
        assertEquals(List.of(0L, 1L), matrix.offset());
        assertEquals("[0 1 0; 1 0 0]", matrix.toString());
    }

    @Test
    void separatesLoopsParametersAndConstants() {
        AccessMatrix matrix = matrix("a(2*n - i - 3,m + 2*j)").orElseThrow();
        assertEquals(List.of(List.of(0L, -1L, 0L), List.of(0L, 0L, 2L)), matrix.f());
        assertEquals(List.of(List.of(2L, 0L), List.of(0L, 1L)), matrix.g());
        assertEquals(List.of(-3L, 0L), matrix.offset());
        assertEquals(2, matrix.lastNonzeroColumn());
        assertEquals(2, matrix.strideWithinLine(2));
        assertEquals(0, matrix.strideWithinLine(1));
    }

    @Test
    void choosesIndependentColumnsByPreference() {
        AccessMatrix matrix = matrix("a(i + k,j)").orElseThrow();
        assertEquals(List.of(2, 1), matrix.independentColumns(List.of(2, 1, 0)));
        assertEquals(List.of(0, 2), matrix.independentColumns(List.of(0, 1, 2)));
    }

    @Test
    void doesNotExistForASubscriptThatIsNotLinear() {
        assertTrue(matrix("a(i/2,j)").isEmpty());
        assertTrue(matrix("a(mod(i,2),j)").isEmpty());
    }

    private static Optional<AccessMatrix> matrix(String read) {
        LoopNest nest = NestParser.parse(
                "test.nest",
                "param n, m\ndo k = 1, n\ndo i = 1, n\ndo j = 1, m\nb(k,i,j) = " + read + "\nenddo\nenddo\nenddo");
        PlacedStatement placed = nest.statements().getFirst();
        return AccessMatrix.of(placed, placed.statement().accesses().get(1), nest.parameters());
    }
}
