package tilewright.parse;

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

/** Text that somebody mistyped gives a nest or messages with positions, and no other exception. */
class MutatedTextProperties {
    private static final String TEXT = """
        param n, m
        real a(n, 0:m), b(n)
        logical l(n)
        integer c(n)
        assume a(k,k) >= 0 .and. b(1) < 3.5
        init a(i,j) = merge(0.0, 100.0 * rnd(), i == j)
        do i = 1, n
          do j = max(2, i - 1), min(n, m)/2, 2
            if (i /= j .and. mod(i + j, 3) == 0) then
              a(i,j) = min(a(i,j), a(i,k1) + a(2*i,j), 1d0) ** 2
            else if (i < 3) then
              l(i) = l(i) .or. .not. (b(j) > 1.5e-3)
            else
              b(i) += sqrt(abs(t)) * 2
            endif
          enddo
          do k = n, 1, -1
            t = -c(k) / (i - k)
          end do
        enddo
        """.replace("k1", "j");

    private static final List<String> PIECES = List.of(
            "(",
            ")",
            ",",
            "=",
            "+",
            "*",
            "/",
            "**",
            ":",
            "do ",
            "enddo",
            "endif",
            "else",
            "if (",
            "then",
            "a",
            "n",
            "i",
            "0",
            "99999999999",
            "1.5",
            ".and.",
            ".not.",
            "min(",
            "mod(",
            "rnd()",
            "\n",
            "!",
            "@",
            "'",
            ".",
            "param ",
            "real ",
            "init ",
            "assume ",
            "-",
            "==",
            "é",
            "\t",
            "integer ");

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.randomValue(new MutatedText(TEXT, PIECES)::next);
    }

    @Property(tries = 1000)
    void parseOrReport(@ForAll("texts") String text) {
        try {
            LoopNest nest = NestParser.parse("x.nest", text);
            LoopNest again = NestParser.parse("x.nest", NestPrinter.print(nest));
            assertEquals(WithoutPositions.of(nest), WithoutPositions.of(again));
        } catch (UserError e) {
            String message = String.valueOf(e.getMessage());
            message.lines().forEach(l -> assertTrue(l.matches("x\\.nest:\\d+:\\d+: error: .*"), l));
        }
    }
}
