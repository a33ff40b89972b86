package tilewright.parse.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.parse.WithoutPositions;

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
        return Arbitraries.randomValue(MutatedCProperties::mutate);
    }

    private static String mutate(Random random) {
        StringBuilder text = new StringBuilder(TEXT);
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                case 2 -> text.replace(at, at + 1, PIECES.get(random.nextInt(PIECES.size())));
                default -> moveLine(text, random);
            }
        }
        return text.toString();
    }

    private static void moveLine(StringBuilder text, Random random) {
        List<String> lines = new ArrayList<>(text.toString().lines().toList());
        String line = lines.remove(random.nextInt(lines.size()));
        if (random.nextBoolean()) {
            lines.add(random.nextInt(lines.size()), line);
        }
        text.replace(0, text.length(), String.join("\n", lines) + "\n");
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
