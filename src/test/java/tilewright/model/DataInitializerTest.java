package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.parse.NestParser;

class DataInitializerTest {
    @Test
    void aDivisionByZeroHasItsPlace() {
        LoopNest nest = NestParser.parse("x.nest", """
            param n
            real a(n)
            init a(i) = 6 / (i - 2)
            do i = 1, n
              a(i) = a(i) + 1
            enddo
            """);
        UserError refused = assertThrows(UserError.class, () -> DataInitializer.fill(nest, Map.of("n", 3L), 1));
        assertEquals(UserError.BAD_INPUT, refused.exitCode());
        assertEquals(
                "x.nest:3:1: error: an integer is divided by zero in the initial value of 'a', element 2 (the first is"
                        + " 1)",
                refused.getMessage());
    }
}
