package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.parse.NestParser;

/** Points in a row and their components as one loop. */
class CollapsedComponentsTest {
    private static final String FILTER = """
        param n, m
        real a(n, m, 3), b(n, 0:m-1, 0:2), k(3)
        do i = 2, n - 1
          do j = 2, m - 1
            do c = 1, 3
              b(i,j-1,c-1) = 0
              do l = 1, 3
                b(i,j-1,c-1) = b(i,j-1,c-1) + k(l) * a(i-1,j+l-2,c)
              enddo
            enddo
          enddo
        enddo
        """;

    private static Optional<CollapsedComponents> of(String text) {
        return CollapsedComponents.of(NestParser.parse("components.nest", text));
    }

    @Test
    void pointsAndComponentsAreOneLoopOverLongerRows() {
        LoopNest nest = of(FILTER).orElseThrow().nest();
        assertEquals("""
            param n, m
            real a(n, 3:3*m + 2)
            real b(n, 0:3*m - 1)
            real k(3)
            do i = 2, n - 1
              do j_c = 6, 3*m - 1
                b(i,j_c - 3) = 0
                do l = 1, 3
                  b(i,j_c - 3) = b(i,j_c - 3) + (k(l) * a(i - 1,j_c + 3*l - 6))
                enddo
              enddo
            enddo
            """, NestPrinter.print(nest));
    }

    @Test
    void loopsOfTheSameNamesMakeLoopsOfTheSameName() {
        String twice = FILTER + FILTER.substring(FILTER.indexOf("do i")).replace("a(i-1", "a(i");
        assertEquals(1, of(twice).orElseThrow().pairs().size());
    }

    @Test
    void sumsOverAllComponentsAreCollapsedToo() {
        String sum = """
            param n
            double precision s, u(n, 5)
            do i = 1, n
              do c = 1, 5
                s = s + u(i,c)
              enddo
            enddo
            """;
        assertTrue(NestPrinter.print(of(sum).orElseThrow().nest()).contains("s = s + u(i_c)"));
    }

    /** @param with what stands instead of something that is asked for */
    @ParameterizedTest
    @CsvSource({
        // not all components
        "'do c = 1, 3', 'do c = 2, 3'",
        // a component beside the loop's
        "'a(i-1,j+l-2,c)', 'a(i-1,j+l-2,2)'",
        // points that differ from component to component
        "'a(i-1,j+l-2,c)', 'a(i-1,j+c-2,c)'",
        // points two apart
        "'a(i-1,j+l-2,c)', 'a(i-1,2*j-3,c)'",
        // the points' loop in another dimension
        "'a(i-1,j+l-2,c)', 'a(j,j+l-2,c)'",
        // a factor of each component
        "'k(l) *', 'k(c) *'",
        // a value of a point
        "'k(l) *', 'j *'",
        // a loop that depends on the component
        "'do l = 1, 3', 'do l = c, 3'",
        // steps
        "'do j = 2, m - 1', 'do j = 2, m - 1, 2'",
        // components that are points
        "'a(n, m, 3), b(n, 0:m-1, 0:2)', 'a(n, m, 40), b(n, 0:m-1, 0:39)'",
        // rows of known length
        "'a(n, m, 3), b(n, 0:m-1, 0:2)', 'a(n, 30, 3), b(n, 0:29, 0:2)'",
        // something else in the loop over points
        "'    do c = 1, 3', '    k(1) = 0\n    do c = 1, 3'"
    })
    void otherLoopsStay(String what, String with) {
        String text = FILTER.replace(what, with);
        assertTrue(!text.equals(FILTER) && of(text).isEmpty());
    }

    @Test
    void arraysThatStandElsewhereToo() {
        String beside = FILTER + "do i = 1, n\n  b(i,1,1) = 2 * b(i,1,1)\nenddo\n";
        assertTrue(of(beside).isEmpty());
    }
}
