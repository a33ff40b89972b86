package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tilewright.parse.NestParser;

/** Integers of every width, operations on their bits, and functions of mathematics. */
class NumbersTest {
    /** What stands in x after {@code x = value}, where y holds a number. */
    private static ArrayData result(String type, String value, double y) {
        LoopNest nest = NestParser.parse(
                "t.nest",
                type + " x, y\ninteger i\nunsigned u\ninteger*8 l\nsigned*1 b\nreal r\ndouble precision d\n" + "x = "
                        + value + "\n");
        LoopNest again = NestParser.parse("t.nest", NestPrinter.print(nest));
        assertEquals(NestPrinter.print(nest), NestPrinter.print(again));
        Data data = Data.allocate(nest, Map.of());
        data.array("y").setAt(0, y);
        data.array("i").setAt(0, -7);
        data.array("u").setAt(0, 4294967289.0);
        data.array("l").setWholeAt(0, Long.MIN_VALUE + 9);
        data.array("b").setAt(0, -128);
        data.array("r").setAt(0, 2.5);
        data.array("d").setAt(0, -0.75);
        new Interpreter(nest, Map.of(), data).run();
        return data.array("x");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        unsigned   | y - 1                      | 0   | 4294967295
        unsigned   | y * 3                      | 2147483649 | 2147483651
        unsigned   | u / 2                      | 0   | 2147483644
        integer    | i / 2                      | 0   | -3
        integer    | mod(i, y)                  | 4   | -3
        integer    | mod(y, i)                  | 16  | 2
        integer    | iand(i, 12)                | 0   | 8
        integer    | ior(i, y)                  | 2   | -5
        integer    | ieor(i, y)                 | -1  | 6
        integer    | not(i)                     | 0   | 6
        integer    | shifta(i, 1)               | 0   | -4
        unsigned   | shifta(u, 1)               | 0   | 2147483644
        integer    | shiftl(y, 31)              | 1   | -2147483648
        integer    | ishft(i, 2)                | 0   | -28
        integer    | ishft(i, -28)              | 0   | 15
        integer*8  | l + y                      | 1   | -9223372036854775798
        integer*8  | y * 3037000500             | 3037000499 | 9223372033963249500
        integer*8  | 5000000000                 | 0   | 5000000000
        unsigned*8 | uint8(l) / 2               | 0   | 4611686018427387908
        unsigned*8 | y - 1                      | 0   | 18446744073709551615
        unsigned*8 | merge(1, 0, uint8(l) > 5)  | 0   | 1
        integer    | merge(1, 0, u > i)         | 0   | 0
        integer    | merge(1, 0, u == i)        | 0   | 1
        integer    | merge(1, 0, l > i)         | 0   | 0
        signed*1   | y + 100                    | 100 | -56
        integer    | b + y                      | 1   | -127
        integer*1  | y + 250                    | 10  | 4
        integer*2  | y * 1000                   | 40  | -25536
        unsigned*2 | y - 1                      | 0   | 65535
        integer    | int1(y)                    | 200 | -56
        integer    | uint2(y)                   | -1  | 65535
        integer    | int(floor(d) * 10)         | 0   | -10
        unsigned   | min(u, uint(5))            | 0   | 5
        integer*8  | max(l, int8(i))            | 0   | -7
        integer    | abs(l + int8(9223372036854775800)) | 0 | 1
        """)
    void integers(String type, String value, double y, String wanted) {
        assertEquals(
                wanted,
                result(type, value, y)
                        .declaration()
                        .type()
                        .text(result(type, value, y).wholeAt(0)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        round(r) + round(d)         | 2
        rint(r) + trunc(d)          | 2
        ceil(d) + floor(r)          | 2
        mod(7.5, r)                 | 0
        fmod(d, 0.5)                | -0.25
        copysign(r, d)              | -2.5
        fdim(r, d) - fdim(d, r)     | 3.25
        hypot(3.0, 4.0)             | 5
        log2(8.0) + exp2(3.0)       | 11
        cbrt(27.0) + sqrt(16.0)     | 7
        atan2(0.0, 1.0) + cos(0.0)  | 1
        log10(1000.0) + log(1.0)    | 3
        tanh(0.0) + sinh(0.0) + cosh(0.0) + asin(0.0) + expm1(0.0) + log1p(0.0) | 1
        float(0.1) * 10.0           | 1.0000000149011612
        remainder(r, 2.0) + remainder(7.5, r) | 0.5
        asinh(d) + acosh(dble(r))         | 0.8736520564124658
        atanh(d)                    | -0.9729550745276566
        erf(d)                      | -0.7111556336535151
        erf(2.75)                   | 0.9998993780778803
        erfc(dble(r))               | 4.069520174449589e-4
        erfc(d)                     | 1.7111556336535152
        tgamma(dble(r)) + tgamma(d)       | -3.5048061561167403
        lgamma(dble(r)) + lgamma(d) + lgamma(30.0) | 73.11742643479077
        """)
    void functions(String value, double wanted) {
        assertEquals(wanted, result("double precision", value, 0).valueAt(0), 1e-15 * Math.max(1, Math.abs(wanted)));
    }

    /** What the analysis assumes of a function is what it computes. */
    @ParameterizedTest
    @EnumSource(MathFunction.class)
    void rangesAndOrderHold(MathFunction function) {
        double last = Double.NEGATIVE_INFINITY;
        for (double x : List.of(-3.5, -1.0, -0.5, 0.0, 1e-9, 0.5, 1.0, 2.5, 40.0)) {
            double value = function.at(x, 0.75);
            if (Double.isNaN(value)) {
                continue;
            }
            assertTrue(
                    switch (function.range()) {
                        case ANY -> true;
                        case NON_NEGATIVE -> value >= 0;
                        case UNIT -> Math.abs(value) <= 1;
                        case SIGN_OF_FIRST -> x >= 0 ? value >= 0 : value <= 0;
                    },
                    function + "(" + x + ") = " + value);
            assertTrue(!function.isIncreasing() || value >= last, function + " falls at " + x);
            last = value;
        }
    }

    @Test
    void numbersOfSixtyFourBitsAreNotRounded() {
        assertEquals(Long.MIN_VALUE + 10, result("integer*8", "l + 1", 0).wholeAt(0));
        assertEquals("18446744073709551615", DataType.UNSIGNED_LONG.text(-1L));
        assertEquals(0x1p64, DataType.UNSIGNED_LONG.number(-1L));
    }
}
