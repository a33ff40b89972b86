package tilewright.tiling.space;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LinearForm;
import tilewright.parse.NestParser;

class ForwardCoordinatesTest {

    @Test
    void intervalsHaveTheirEndsWhicheverLoopsTheyAreWrittenIn() {
        assertEquals(List.of("u", "j"), intervals("u = 1-n, 0", "j = 1-u, n-1", "-u", "j"));
        assertEquals(List.of("u", "j"), intervals("j = 1, n-1", "u = 1-j, 0", "-u", "j"));
        assertEquals(List.of("-i", "l + i"), intervals("l = 1, n-1", "i = 0, n-1-l", "i", "i+l"));
        assertEquals(List.of("l - j", "j"), intervals("l = 1, n-1", "j = l, n-1", "j-l", "j"));
    }

    /** Both loops go forward where lengths are the rows of the array, but tiles of beginnings do not wait for each other less. */
    @Test
    void whatIsNeitherLoopNorSubscriptIsNoCoordinate() {
        assertEquals(List.of(), coordinates("""
            param n
            integer m(0:n-1,0:n-1)
            do l = 1, n-1
              do i = 0, n-1-l
                do k = 0, l-1
                  m(l,i) = min(m(l,i), m(k,i) + m(l-k-1,i+k+1))
                enddo
              enddo
            enddo
            """));
    }

    private static List<String> intervals(String outer, String inner, String first, String last) {
        return coordinates("""
            param n
            integer m(0:n-1,0:n-1)
            do OUTER
              do INNER
                do k = FIRST, LAST-1
                  m(FIRST,LAST) = min(m(FIRST,LAST), m(FIRST,k) + m(k+1,LAST))
                enddo
              enddo
            enddo
            """.replace("OUTER", outer)
                .replace("INNER", inner)
                .replace("FIRST", first)
                .replace("LAST", last));
    }

    private static List<String> coordinates(String text) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("t.nest", text));
            return ForwardCoordinates.of(dependences, 0)
                    .map(c -> c.apply(dependences.nest().statement("S1")).stream()
                            .map(a -> LinearForm.of(a).toAffine().toString())
                            .toList())
                    .orElse(List.of());
        }
    }
}
