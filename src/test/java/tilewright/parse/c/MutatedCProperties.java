package tilewright.parse.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.UserError;
import tilewright.parse.MutatedText;
import tilewright.parse.NestParser;
import tilewright.parse.WithoutPositions;
import tilewright.parse.c.unit.COptions;

/** C code that somebody mistyped gives a nest or messages with positions, and no other exception. */
class MutatedCProperties {
    private static final String TEXT = """
        #include <math.h>
        #define N 100
        #define MAX(x, y) ((x) >= (y) ? (x) : (y))
        #pragma tilewright assume(a[k][k] >= 0 && b[i] <= 1)
        #pragma tilewright init(a[i][j] = i == j ? 0.0 : 100 * rnd())
        #pragma tilewright dataset(SMALL, n = 10)
        typedef double row[N];
        static const int K = 3;
        void f(int n, double a[n][N], row b, int *c, float (*d)[n], double s)
        {
          int i, j;
          double t;
        #pragma scop
          t = s = 0.5;
          for (i = K; i < n && i <= N; i += 2) {
            int half = i / 2, l = c[i];
            for (int k = n - 1; k >= 0; --k) {
              if (i != k && (k > 2 || !(i == 3)))
                a[i][k] = MAX(a[i][k], a[half][k % 3]) + sqrt(d[k][i]) * (float)l;
              else if (k)
                b[i] *= i > 3 ? b[i - 3] : 1.5f;
            }
            c[i]++;
          }
        #pragma endscop
        }
        """;

    private static final List<String> PIECES = List.of(
            "(",
            ")",
            ",",
            ";",
            "=",
            "+",
            "*",
            "/",
            "%",
            "[",
            "]",
            "{",
            "}",
            "?",
            ":",
            "for (",
            "if (",
            "else ",
            "a",
            "n",
            "i",
            "0",
            "99999999999",
            "1.5",
            "&&",
            "!",
            "&",
            "sqrt(",
            "\n",
            "\"",
            "'",
            "#",
            "#pragma ",
            "int ",
            "double ",
            "typedef ",
            "-",
            "==",
            "++",
            "é",
            "\t",
            "struct ",
            "return ",
            "while (",
            "<",
            "->",
            ".",
            "static ",
            "//",
            "/*");

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.randomValue(new MutatedText(TEXT, PIECES)::next);
    }

    @Property(tries = 300)
    void parseOrReport(@ForAll("texts") String text) {
        try {
            LoopNest nest = CParser.parse("x.c", text, COptions.NONE).nest();
            LoopNest again = NestParser.parse("x.nest", NestPrinter.print(nest));
            assertEquals(WithoutPositions.of(nest), WithoutPositions.of(again));
        } catch (UserError e) {
            String message = String.valueOf(e.getMessage());
            message.lines().forEach(l -> assertTrue(l.matches("x\\.c:\\d+:\\d+: error: .*"), l));
        }
    }
}
