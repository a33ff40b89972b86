package tilewright.tiling.space;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.isl.Context;
import tilewright.isl.Map;
import tilewright.isl.UnionMap;
import tilewright.isl.UnionSet;

class LongChainTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        along antidiagonals              | [n] -> { S[i, j] : 0 <= i, j < n }                    | { S[i, j] -> S[i + 1, j - 1] }                    | true
        in the last rows of a triangle   | [n] -> { S[i, j] : 0 <= j < i < n }                   | { S[i, j] -> S[i, j + 1] }                        | true
        between two statements           | [n] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < n }       | { S[i] -> T[i]; T[i] -> S[i + 2] }                | true
        steps that double                | [n] -> { S[i] : 0 < i < n }                           | { S[i] -> S[2i] }                                 | true
        negative parameters              | [n] -> { S[i] : n <= i < 0 }                          | { S[i] -> S[i'] : i < i' }                        | true
        thirteen iterations at every n   | [n] -> { S[i, j] : 0 <= i < n and 0 <= j < 13 }       | { S[i, j] -> S[i, j + 1] }                        | true
        twelve iterations at every n     | [n] -> { S[i, j] : 0 <= i < n and 0 <= j < 12 }       | { S[i, j] -> S[i, j + 1] }                        | false
        one step                         | [n] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < n }       | { S[i] -> T[j] : j >= i }                         | false
        at most twelve, whatever the size| [n] -> { S[i] : 0 <= i < n and n <= 12 }              | { S[i] -> S[i + 1] }                              | false
        """)
    void chainsOfMoreThanTwelveIterationsAreFound(String what, String nodes, String before, boolean found) {
        try (Context context = new Context()) {
            assertEquals(
                    found, LongChain.isIn(UnionSet.parse(context, nodes), UnionMap.parse(context, before), 12), what);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        thirteen iterations             | [n] -> { S[i, j] -> S[i, j + 1] : 0 <= i < n and 0 <= j < 12 }                    | 12 | true
        twelve iterations               | [n] -> { S[i, j] -> S[i, j + 1] : 0 <= i < n and 0 <= j < 11 }                    | 12 | false
        every third of 39               | [n] -> { S[i] -> S[i + 3] : 0 <= i < 36 }                                         | 12 | true
        every third of 36               | [n] -> { S[i] -> S[i + 3] : 0 <= i < 33 }                                         | 12 | false
        along antidiagonals             | [n] -> { S[i, j] -> S[i + 1, j - 1] : 0 <= i < n - 1 and 0 < j < n }              | 12 | true
        at most twelve, whatever size   | [n] -> { S[i] -> S[i + 1] : 0 <= i < n - 1 and n <= 12 }                          | 12 | false
        no iterations                   | [n] -> { S[i] -> S[i + 1] : 1 = 0 }                                               |  1 | false
        two iterations                  | [n] -> { S[i] -> S[i + 1] : 0 <= i < 1 }                                          |  1 | true
        seven iterations                | [n] -> { S[i] -> S[i + 1] : 0 <= i < 6 }                                          |  6 | true
        eight iterations                | [n] -> { S[i] -> S[i + 1] : 0 <= i < 6 }                                          |  7 | false
        """)
    void chainsOfOneStepAreFound(String what, String pairs, int limit, boolean found) {
        try (Context context = new Context()) {
            assertEquals(found, LongChain.isOfOneStep(Map.parse(context, pairs), limit), what);
        }
    }
}
