package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Affine;
import tilewright.model.NestPrinter;
import tilewright.parse.NestParser;
import tilewright.tiling.check.Reindexing;

/** Elements that gather what points around them add. */
class GatheredSumsTest {
    private static final String SCATTER = """
        param n, m
        real x(n, m), y(n + 4, m + 4), w(0:2, 0:2)
        do i = 1, n
          do j = 1, m
            do r = 0, 2
              do s = 0, 2
                y(i+r,j+s) = y(i+r,j+s) + x(i,j) * w(r,s)
              enddo
            enddo
          enddo
        enddo
        """;
    private static final String APART = """
        param n, l
        real x(n, l), y(0:2*n + 4, l), w(0:4)
        do i = 1, n
          do c = 1, l
            do r = 0, 4
              y(2*i+r,c) = y(2*i+r,c) - w(r) * x(i,c)
            enddo
          enddo
        enddo
        """;

    private static Optional<GatheredSums> of(String text) {
        return GatheredSums.of(NestParser.parse("scatter.nest", text));
    }

    private static String body(String text) {
        return NestPrinter.print(of(text).orElseThrow().nest().body());
    }

    @Test
    void anElementTakesTermsOfThePointsAroundItInTheOrderOfThePoints() {
        assertEquals("""
            do i_r = 1, n + 2
              do j_s = 1, m + 2
                do r_back = 0, 2
                  do s_back = 0, 2
                    if (i_r + r_back - 2 >= 1 .and. i_r + r_back - 2 <= n .and. j_s + s_back - 2 >= 1 .and. j_s + s_back - 2 <= m) then
                      y(i_r,j_s) = y(i_r,j_s) + (x(i_r + r_back - 2,j_s + s_back - 2) * w(-r_back + 2,-s_back + 2))
                    endif
                  enddo
                enddo
              enddo
            enddo
            """, body(SCATTER));
    }

    @Test
    void pointsTwoApartHaveALoopOverTheElementsBetween() {
        assertEquals("""
            do i_r = 1, n + 2
              do c = 1, l
                do r_part = 0, 1
                  do r_back = 0, 2
                    if (i_r + r_back - 2 >= 1 .and. i_r + r_back - 2 <= n .and. r_part - 2*r_back + 4 <= 4) then
                      y(2*i_r + r_part,c) = y(2*i_r + r_part,c) - (w(r_part - 2*r_back + 4) * x(i_r + r_back - 2,c))
                    endif
                  enddo
                enddo
              enddo
            enddo
            """, body(APART));
    }

    @Test
    void termsComeInTheOrderOfTheOuterOfTheTwoLoops() {
        String outside = SCATTER.replace("do i = 1, n", "do q")
                .replace("do r = 0, 2", "do i = 1, n")
                .replace("do q", "do r = 0, 2");
        assertTrue(body(outside).contains("w(r_on,-s_back + 2)"), body(outside));
    }

    /** @param with what stands instead of something that is asked for */
    @ParameterizedTest
    @CsvSource({
        // elements of one point each
        "'y(2*i+r,c)', 'y(5*i+r,c)'",
        // no neighbours but points
        "'do r = 0, 4', 'do r = 0, l'",
        // a loop of two subscripts
        "'y(2*i+r,c)', 'y(2*i+r,c+r)'",
        // a subscript that grows the other way
        "'y(2*i+r,c)', 'y(2*i-r+4,c)'",
        // a subscript that does not tell its loop's iteration: those of an element would change places
        "'r,c)', 'r,c/2+1)'",
        // a subscript that is not linear
        "'y(2*i+r,c)', 'y(2*i+r+mod(i,2),c)'",
        // another element
        "'= y(2*i+r,c)', '= y(2*i+r,1)'",
        // nothing that is added to
        "'= y(2*i+r,c) -', '= -'",
        // a triangle
        "'do c = 1, l', 'do c = i, l'",
        // steps
        "'do i = 1, n', 'do i = 1, n, 2'",
        // something beside it
        "'    enddo\n  enddo', '    enddo\n    w(1) = 0\n  enddo'"
    })
    void otherUpdatesStay(String what, String with) {
        String text = APART.replace(what, with);
        assertTrue(!text.equals(APART) && of(text).isEmpty());
    }

    /** The sums over j + q of an element would come before those over i. */
    @Test
    void loopsThatAnElementDoesNotTellStay() {
        String sums = APART.replace("do c = 1, l", "do c = 1, l\n    do q = 1, l")
                        .replace("y(2*i+r,c)", "y(2*i+r,c+q)")
                        .replace("y(0:2*n + 4, l)", "y(0:2*n + 4, 2*l)")
                + "enddo\n";
        assertTrue(of(sums).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {SCATTER, APART})
    void elementsGetTheSameTermsInTheSameOrder(String text) {
        try (Context context = new Context()) {
            Dependences written = DependenceAnalysis.withSilent(
                    DependenceAnalysis.analyze(context, NestParser.parse("scatter.nest", text)));
            GatheredSums gathered = GatheredSums.of(written.nest()).orElseThrow();
            assertEquals(Optional.empty(), Reindexing.difference(written, gathered.nest(), gathered.parts()));
            // The other way round sums are rounded otherwise.
            String back = NestPrinter.print(gathered.nest()).replace("do r_back = 0, 2", "do r_back = 2, 0, -1");
            String wrong = Reindexing.difference(written, NestParser.parse("back.nest", back), gathered.parts())
                    .orElseThrow();
            assertTrue(wrong.endsWith("does not keep its order"), wrong);
            Map<String, Affine> other = new HashMap<>(gathered.parts().get("S1").values());
            other.put("r_back", Affine.variable("r"));
            assertTrue(Reindexing.difference(written, gathered.nest(), Map.of("S1", new Reindexed("S1", other)))
                    .isPresent());
        }
    }
}
