package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.parse.NestParser;

class IndexOverflowsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        i * 100000000                  | i * 100000000 = 4000000000
        (i * 1000000000) / 7           | i * 1000000000 = 40000000000
        n*n*n*n*n*n + l(i)             | ((((n * n) * n) * n) * n) * n = 4096000000
        int8(i) * 1000000000           | none
        i * 50000000                   | none
        l(i) * 1000000000              | none
        """)
    void valuesThatLeaveTheirType(String value, String found) {
        LoopNest nest = NestParser.parse(
                "x", "param n\ninteger*8 a(n)\ninteger l(n)\ndo i = 1, n\n  a(i) = " + value + "\nenddo\n");
        assertEquals(
                found,
                new IndexOverflows(nest, Map.of("n", 40L))
                        .inValues()
                        .map(b -> b.text() + " = " + b.value())
                        .orElse("none"));
    }
}
