package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.parse.NestParser;

class IntegerDivisionsTest {
    @Test
    void whatCannotBeZeroIsNoSuspect() {
        assertFalse(divisions("integer a(n)", "a(i) = a(i)/2").suspicion().isPresent());
        assertFalse(divisions("real a(n)", "a(i) = 1/a(i)").suspicion().isPresent());
    }

    @Test
    void aDivisorOfTheDataIs() {
        IntegerDivisions divisions = divisions("integer a(n)", "a(i) = 5/a(i)");
        assertTrue(divisions.suspicion().orElseThrow().startsWith("test.nest:4:3: S1 divides integers"));
        assertTrue(divisions.isDecided(Map.of("n", 1000L)));
        assertFalse(divisions.isDecided(Map.of("n", 2_000_000_000L)));
    }

    @Test
    void theFirstDivisionByZeroIsFound() {
        LoopNest nest = nest("integer a(n)", "a(i) = 5/a(i)");
        Map<String, Long> sizes = Map.of("n", 3L);
        Data data = Data.of(nest, sizes, Map.of("a", new int[] {1, 0, 0}));
        assertEquals(
                "test.nest:4:3: error: an integer is divided by zero in S1 at i = 2; check the data ('init')",
                new IntegerDivisions(nest)
                        .fault(sizes, () -> data)
                        .orElseThrow()
                        .getMessage());
    }

    @Test
    void aConditionThatChoosesAnotherValueIsRespected() {
        LoopNest nest = nest("integer a(n)", "a(i) = merge(5/a(i), 0, a(i) /= 0)");
        Map<String, Long> sizes = Map.of("n", 3L);
        Data data = Data.of(nest, sizes, Map.of("a", new int[] {1, 0, 0}));
        assertFalse(new IntegerDivisions(nest).fault(sizes, () -> data).isPresent());
    }

    private static IntegerDivisions divisions(String array, String statement) {
        return new IntegerDivisions(nest(array, statement));
    }

    private static LoopNest nest(String array, String statement) {
        return NestParser.parse("test.nest", "param n\n" + array + "\ndo i = 1, n\n  " + statement + "\nenddo\n");
    }
}
