package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.parse.NestParser;

class ValueRangesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "integer*2; a(i,j) >= 0 .and. a(i,j) <= 16383; min(a(i,j), a(i,k) + a(k,j));  [0, 16383]",
                "integer*2; a(i,j) >= 0 .and. 16383 >= a(i,j); a(i,k) + a(k,j);               [-32768, 32767]",
                "integer*2; a(i,j) >= 3 .and. a(i,j) < 10;     abs(a(i,k) - a(k,j));          [0, 9]",
                "integer*2; a(i,j) >= 0 .and. a(i,j) <= 200;   a(i,k) * a(k,j);               [-32768, 32767]",
                "integer*2; a(i,j) >= 0 .and. a(i,j) <= 100;   max(a(i,j), a(i,k) + a(k,j));  [-32768, 32767]",
                "integer*2; a(i,j) >= 0 .and. a(i,j) <= 100;   max(a(i,j) - 1, 0);            [0, 100]",
                "integer*2; a(i,j) >= 5 .and. a(i,j) <= 100;   max(a(i,j) - 1, 3);            [0, 100]",
                "integer*2; a(i,j) >= 0 .and. a(i,j) <= 100;   a(i,j) - 1;                    [-32768, 32767]",
                "integer*2; a(k,k) >= 0 .and. a(k,k) <= 100;   a(i,j);                        [-32768, 32767]",
                "integer;   a(i,j) == 4;                       merge(a(i,j), 9, i == j);      [4, 2147483647]",
                "integer;   a(i,j) > 0;                        a(i,k) + a(k,j);               [-2147483648,"
                        + " 2147483647]",
                "real;      a(i,j) >= 0.5;                     a(i,k) * a(k,j);               [0, Infinity]",
                "real;      a(i,j) >= 0.5;                     a(i,k) - a(k,j);               [-Infinity, Infinity]",
            })
    void keepsBoundsThatStatementsKeep(String type, String facts, String value, String expected) {
        assertEquals(expected, new ValueRanges(nest(type, facts, value)).of("a").toString());
    }

    @Test
    void saysWhatDoesNotFit() {
        LoopNest nest = nest("integer*2", "a(i,j) >= 0 .and. a(i,j) <= 16384", "min(a(i,j), a(i,k) + a(k,j))");
        Statement statement = nest.statements().getFirst().statement();
        assertEquals(
                "a(i,k) + a(k,j) may be any of [0, 32768], which 16 bits do not hold; assume bounds on all elements"
                        + " that keep it smaller",
                new PairArithmetic(nest).obstacle(statement).orElseThrow());
        assertTrue(
                new PairArithmetic(nest).obstacles().getFirst().startsWith("S1 is computed in 32 bits, one element"));
    }

    @Test
    void namesOperationsThatPairsDoNotHave() {
        LoopNest nest = nest("integer*2", "a(i,j) >= 0 .and. a(i,j) <= 10", "min(a(i,j), a(i,k) * a(k,j))");
        Statement statement = nest.statements().getFirst().statement();
        assertTrue(new PairArithmetic(nest).obstacle(statement).orElseThrow().startsWith("'*' is not done on pairs"));
    }

    private static LoopNest nest(String type, String facts, String value) {
        return NestParser.parse("case", """
            param n
            %s a(n, n)
            assume %s
            do k = 1, n
              do i = 1, n
                do j = 1, n
                  a(i,j) = %s
                enddo
              enddo
            enddo
            """.formatted(type, facts, value));
    }
}
