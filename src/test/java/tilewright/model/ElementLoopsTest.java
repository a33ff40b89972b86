package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.parse.NestParser;

/** Which loops are the subscripts of the element that a statement writes. */
class ElementLoopsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        c(i,j)   | 0 1
        c(j,i)   | 1 0
        c(k,j)   | 2 1
        c(i,i)   | none
        c(i+1,j) | none
        c(1,j)   | none
        c(n,j)   | none
        """)
    void loopsAreInTheOrderOfTheSubscripts(String target, String loops) {
        LoopNest nest = NestParser.parse("nest", """
            param n
            real c(n+1, n+1)
            do i = 1, n
              do j = 1, n
                do k = 1, n
                  %s = 1.0
                enddo
              enddo
            enddo
            """.formatted(target));
        Optional<List<Integer>> expected = Optional.ofNullable(loops)
                .map(text ->
                        Arrays.stream(text.split(" ")).map(Integer::valueOf).toList());
        assertEquals(expected, nest.statements().getFirst().elementLoops());
    }
}
