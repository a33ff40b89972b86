package tilewright.parse.fortran;

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

/** Fortran that somebody mistyped gives a nest or messages with positions, and no other exception. */
class MutatedFortranProperties {
    private static final String FREE = """
        module m
          use, intrinsic :: iso_fortran_env, only: dp => real64
          implicit none
          integer, parameter :: k0 = 3, sp = kind(1.0)
        contains
          !$tilewright assume(a(k,k) >= 0 .and. b(i) <= 1)
          !$tilewright init(a(i,j) = merge(0.0, 100*rnd(), i == j))
          !$tilewright dataset(SMALL, n = 10)
          subroutine f(n, a, b, c, d, s)
            integer, intent(in) :: n
            real(dp), intent(inout) :: a(n, n), b(-1:n)
            integer, intent(inout) :: c(*)
            real(sp), dimension(:, :), intent(inout) :: d
            double precision :: s, t
            integer :: i, k
            !$tilewright scop
            t = s + 0.5_dp; s = 1d-3
            outer: do i = k0, min(n, 100), 2
              if (mod(i, 4) == 1) cycle outer
              do k = n - 1, 1, -1
                if (i /= k .and. (k > 2 .or. .not. i == 3)) then
                  a(i, k) = max(a(i, k), a(i/2, mod(k, 3) + 1)) + &
                            sqrt(d(k, i))*real(c(k), 8)
                else if (k > 1) then
                  b(i) = b(i)*merge(b(i - 3), 1.5d0, i > 3)
                endif
                if (b(k) > 0.5) c(k) = c(k)**2 - 1
              end do
              a(2:n, i) = a(1:n - 1, i) + b(2:n)
              b = 0.25*b
            enddo outer
            do concurrent (i = 1:n, k = 1:n:2, i > k)
              d(i, k) = -sign(d(k, i), 1.0)
            end do
            !$tilewright endscop
          end subroutine f
        end module m
        """;

    private static final String FIXED = """
        C     a comment
              SUBROUTINE F(N, A, B, C)
              PARAMETER (M = 7, HALF = 0.5)
              REAL*8 A(N, 0:N)
              DIMENSION B(N), C(*)
        c$tilewright assume(n >= 2)
        c$tilewright scop
              DO 10 J = 1, N
              DO 10 I = 1, N
                IF (I .EQ. J .OR. J .GT. M) GO TO 10
                A(I, J) = A(I, J) * HALF
             &          + B(J)
           10 CONTINUE
              DO 20, I = N, 1, -2
           20 C(I) = C(I) - ABS(B(I))
        c$tilewright endscop
              END
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
            "**",
            "//",
            ":",
            "::",
            "do ",
            "if (",
            "else ",
            "then",
            "end do\n",
            "endif\n",
            "a",
            "n",
            "i",
            "0",
            "99999999999",
            "1.5",
            ".and.",
            ".not.",
            "&",
            "sqrt(",
            "\n",
            "\"",
            "'",
            "#",
            "!$tilewright ",
            "integer ",
            "real(dp) ",
            "type(t) ",
            "-",
            "==",
            "é",
            "\t",
            "call f\n",
            "exit\n",
            "cycle\n",
            "where (",
            "<",
            "%",
            ".",
            "continue\n",
            "!",
            "1:n",
            "10 ",
            "contains\n",
            "end\n",
            "include 'x'\n",
            "=>",
            "[",
            "(/");

    @Provide
    Arbitrary<String> free() {
        return Arbitraries.randomValue(new MutatedText(FREE, PIECES)::next);
    }

    @Provide
    Arbitrary<String> fixed() {
        return Arbitraries.randomValue(new MutatedText(FIXED, PIECES)::next);
    }

    @Property(tries = 150)
    void freeFormIsReadOrReported(@ForAll("free") String text) {
        readOrReport("x.f90", text);
    }

    @Property(tries = 100)
    void fixedFormIsReadOrReported(@ForAll("fixed") String text) {
        readOrReport("x.f", text);
    }

    private static void readOrReport(String file, String text) {
        try {
            LoopNest nest = FortranParser.parse(file, text, FortranOptions.NONE).nest();
            LoopNest again = NestParser.parse("x.nest", NestPrinter.print(nest));
            assertEquals(WithoutPositions.of(nest), WithoutPositions.of(again));
        } catch (UserError e) {
            String message = String.valueOf(e.getMessage());
            message.lines().forEach(l -> assertTrue(l.matches("x\\.f(90)?:\\d+:\\d+: error: .*"), l));
        }
    }
}
