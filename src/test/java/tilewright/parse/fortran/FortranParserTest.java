package tilewright.parse.fortran;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Assumption;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.parse.WithoutPositions;

class FortranParserTest {
    private static final String DECLARATIONS = """
        subroutine f(n, m, a, b, x, q, s, l, v)
        integer :: n, m, i, j, k
        double precision :: a(n, m), b(n), s
        real :: x(n), v(0:)
        integer :: q(n)
        logical :: l(n)
        !$tilewright scop
        """;

    private static LoopNest parse(String scop) {
        String text = DECLARATIONS + scop.replace("; ", "\n") + "\n!$tilewright endscop\nend\n";
        return FortranParser.parse("t.f90", text, FortranOptions.NONE).nest();
    }

    /** The body in the notation, each line without indentation. */
    private static String body(String scop) {
        LoopNest nest = parse(scop);
        assertEquals(
                WithoutPositions.of(nest), WithoutPositions.of(NestParser.parse("t.nest", NestPrinter.print(nest))));
        return NestPrinter.print(nest.body()).lines().map(String::strip).collect(Collectors.joining("; "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        do i = 1, n; b(i) = 0; end do                    ~ do i = 1, n; b(i) = 0; enddo
        DO I = N, 1, -2; B(I) = 0; ENDDO                 ~ do i = n, 1, -2; b(i) = 0; enddo
        do i = 1, min(n, m); do j = i, m; a(i,j) = 0; end do; end do ~ do i = 1, min(n, m); do j = i, m; a(j,i) = 0; enddo; enddo
        do 10 i = 1, n; b(i) = 0; 10 continue            ~ do i = 1, n; b(i) = 0; enddo
        do 10, i = 1, n; 10 b(i) = 0                     ~ do i = 1, n; b(i) = 0; enddo
        do 10 j = 1, m; do 10 i = 1, n; 10 a(i,j) = 0    ~ do j = 1, m; do i = 1, n; a(j,i) = 0; enddo; enddo
        l1: do i = 1, n; b(i) = 0; end do l1             ~ do i = 1, n; b(i) = 0; enddo
        do concurrent (i = 1:n, j = 1:m:2); a(i,j) = 0; end do ~ do i = 1, n; do j = 1, m, 2; a(j,i) = 0; enddo; enddo
        do concurrent (integer :: i = 1:n, i > m); b(i) = 0; end do ~ do i = 1, n; if (i > m) then; b(i) = 0; endif; enddo
        if (n > m .and. .not. m .eq. 2) then; b(1) = 1; else; b(2) = 0; endif ~ if (n > m .and. m /= 2) then; b(1) = 1; else; b(2) = 0; endif
        if (n > m) b(1) = 1                              ~ if (n > m) then; b(1) = 1; endif
        if (n > m) then; b(1) = 1; else if (n < 3) then; b(2) = 1; end if ~ if (n > m) then; b(1) = 1; else; if (n < 3) then; b(2) = 1; endif; endif
        do i = 1, n; if (i == m) cycle; b(i) = 0; end do ~ do i = 1, n; if (i == m) then; else; b(i) = 0; endif; enddo
        do 5 i = 1, n; if (i == m) goto 5; b(i) = 0; 5 continue ~ do i = 1, n; if (i == m) then; else; b(i) = 0; endif; enddo
        if (b(1) > s) b(2) = s                           ~ b(2) = merge(s, b(2), b(1) > s)
        if (x(1) > s) then; b(2) = s; else; b(1) = 1; end if ~ b(2) = merge(s, b(2), x(1) > s); b(1) = merge(1, b(1), .not. (x(1) > s))
        if (n > 3 .and. x(1) > s) then; b(2) = 1; else; b(2) = 2; end if ~ if (n > 3) then; b(2) = merge(1, 2, x(1) > s); else; b(2) = 2; endif
        if (b(1) > s) then; b(2) = s; x(1) = 1; b(1) = 0; end if ~ condition = b(1) > s; b(2) = merge(s, b(2), condition); x(1) = merge(1, x(1), condition); b(1) = merge(0, b(1), condition)
        q(1) = mod(q(2), q(3)) + nint(s)                 ~ q(1) = mod(q(2), q(3)) + int(round(s))
        b(1) = dlog(s) + cos(b(2))                       ~ b(1) = log(s) + cos(b(2))
        a(2:n,1) = a(1:n-1,2)                            ~ do i1 = 2, n; a(1,i1) = a(2,i1 - 1); enddo
        b(2:n) = b(1:n-1)                                ~ do i1 = n, 2, -1; b(i1) = b(i1 - 1); enddo
        b(1:n-1) = b(2:n)                                ~ do i1 = 1, n - 1; b(i1) = b(i1 + 1); enddo
        b(2:n-1) = b(1:n-2) + b(3:n)                     ~ do i1 = 2, n - 1; b_new(i1) = b(i1 - 1) + b(i1 + 1); enddo; do i1 = 2, n - 1; b(i1) = b_new(i1); enddo
        b(1:n:2) = s                                     ~ do i1 = 0, (n - 1)/2; b(2*i1 + 1) = s; enddo
        b(n:1:-1) = x                                    ~ do i1 = 0, n - 1; b(-i1 + n) = x(i1 + 1); enddo
        a = 2*a                                          ~ do i2 = 1, m; do i1 = 1, n; a(i2,i1) = 2 * a(i2,i1); enddo; enddo
        b(1) = 0.5*s                                     ~ b(1) = 0.5 * s
        b(1) = 0.1*s                                     ~ b(1) = float(0.1) * s
        b(1) = 0.1d0*s - 1.5e2_8                         ~ b(1) = (0.1 * s) - 1.5e2
        x(1) = 0.1*x(1)                                  ~ x(1) = 0.1 * x(1)
        x(1) = 0.1d0*x(1)                                ~ x(1) = 0.1d0 * x(1)
        b(1) = -s**2                                     ~ b(1) = -(s * s)
        b(1) = s**3                                      ~ b(1) = s * (s * s)
        b(1) = s**0.5d0                                  ~ b(1) = pow(s, 0.5)
        b(1) = 2.0d0**(-1)                               ~ b(1) = 1.0 / 2.0
        b(1) = dmin1(s, b(2), 1d0) + abs(b(3)) + dsqrt(s) ~ b(1) = (min(min(s, b(2)), 1.0) + abs(b(3))) + sqrt(s)
        x(1) = real(s) + float(q(1))                     ~ x(1) = float(s) + float(q(1))
        q(1) = q(2)/3 + int(x(1)) + n                    ~ q(1) = ((q(2) / 3) + int(x(1))) + n
        b(1) = sign(s, b(2))                             ~ b(1) = copysign(s, b(2))
        l(1) = .not. l(2) .and. b(1) >= s .or. q(1) /= 3 ~ l(1) = ((.not. l(2)) .and. (b(1) >= s)) .or. (q(1) /= 3)
        l(1) = l(2) .eqv. .true._4                       ~ l(1) = l(2) == .true.
        do i = 1, n; q(i) = mod(i, 3) + i/2; end do      ~ do i = 1, n; q(i) = mod(i, 3) + (i / 2); enddo
        do i = 1, n; b(i/2 + 1) = modulo(i - 5, 3); end do ~ do i = 1, n; b(i/2 + 1) = mod(i - 5, 3); enddo
        b(1) = merge(s, b(2), l(1))                      ~ b(1) = merge(s, b(2), l(1))
        """)
    void fortranMeans(String scop, String notation) {
        assertEquals(notation, body(scop));
    }

    private static List<String> declarations(LoopNest nest) {
        return nest.arrays().stream().map(NestPrinter::declaration).toList();
    }

    @Test
    void boundsAndTypesAreDeclaredInManyWays() {
        LoopNest nest = FortranParser.parse("t.f90", """
            module kinds
              implicit none
              integer, parameter :: dp = selected_real_kind(15, 307), four = 2 + 2, nmax = 4*four
              real(dp) :: shared(nmax)
            end module
            subroutine f(n, a, b, c, d, e, g, h)
              use kinds, wp => dp
              use iso_fortran_env, only: int16, mine => real32
              integer, intent(in) :: n
              real(wp), dimension(0:n-1, -1:1) :: a
              real(mine), contiguous :: b(:, 2:)
              real*8 c(n, *), d(3)
              dimension e(nmax, n/2)
              integer(int16) :: g(2**3)
              real(kind(1d0)), allocatable :: h(:)
              !$tilewright scop
              do i = 2, n - 1
                a(i,1) = b(i,i) + c(i,2) + d(1) + e(1,1) + g(i) + shared(i) + h(i)
              end do
              !$tilewright endscop
            end subroutine
            """, FortranOptions.NONE).nest();
        assertEquals(
                List.of(
                        "double precision a(-1:1, 0:n - 1)",
                        "real b(2:n - 1, n - 1)",
                        "double precision c(2, n)",
                        "double precision d(3)",
                        "real e(n/2, 16)",
                        "integer*2 g(8)",
                        "double precision h(2:n - 1)",
                        "double precision shared(16)"),
                declarations(nest));
    }

    @Test
    void implicitTypesFollowTheFirstLetter() {
        String text = "subroutine f(n)\nimplicit real*8 (a-h, o-z)\ndimension a(n), i(n)\n!$tilewright scop\n"
                + "do k = 1, n\nt = a(k)\na(k) = t*i(k)\nend do\n!$tilewright endscop\nend\n";
        LoopNest nest = FortranParser.parse("t.f90", text, FortranOptions.NONE).nest();
        assertEquals(List.of("local double precision t", "double precision a(n)", "integer i(n)"), declarations(nest));
    }

    @Test
    void fixedFormHasColumns() {
        LoopNest nest = FortranParser.parse("t.F", """
            c comment
                  SUBROUTINE F(N, A)
                  REAL A(N)
            *$tilewright scop
            ! comment
                  DO 10 I = 1, N
                    A(I) = A(I)                                                     beyond
                 &         + 1.0 ! comment
            \t1   + 2.0
            10    CONTINUE
            C$TILEWRIGHT ENDSCOP
                  END
            """, FortranOptions.NONE).nest();
        assertEquals("do i = 1, n\n  a(i) = (a(i) + 1.0) + 2.0\nenddo\n", NestPrinter.print(nest.body()));
    }

    @Test
    void lineOfAStatementIsThatOfItsFirstCharacter() {
        LoopNest nest = parse("do i = &; 1, n; b(i) = s + &; ! between; & s; end do");
        assertEquals(9, nest.body().getFirst().position().line() + 1);
        assertEquals(
                "t.f90:10:1",
                nest.statements().getFirst().statement().position().toString());
        assertEquals(
                "t.f90:12:3",
                nest.statements()
                        .getFirst()
                        .statement()
                        .accesses()
                        .get(2)
                        .position()
                        .toString());
    }

    @Test
    void directivesSpeakAboutDataAndSizes() {
        String text = """
            !$tilewright assume(a(k,k) >= 0)
            !$tilewright assume(a(i,k) <= 9)
            !$tilewright dataset(small, n = 10)
            subroutine f(n, a)
            implicit none
            integer n, i, j, k
            real a(n, 0:n)
            !$tilewright assume(n >= 2)
            !$tilewright assume(associative(+))
            !$tilewright init(a(i,j) = merge(0.0, i + rnd(), i == j))
            !$tilewright scop
            do k = 1, n
              a(k,k) = a(k,0) + 1
            end do
            !$tilewright endscop
            end
            """;
        FortranParser.FortranProgram program =
                FortranParser.parse("t.f90", text, new FortranOptions(List.of(), Map.of(), null, "SMALL"));
        assertEquals(Map.of("n", 10L), program.sizes());
        LoopNest nest = program.nest();
        assertEquals("[a(k,k) >= 0, a(k,i) <= 9, n >= 2]", nest.assumptions().toString());
        assertEquals(
                nest.assumptions().stream().map(Assumption::free).toList(),
                NestParser.parse("t.nest", NestPrinter.print(nest)).assumptions().stream()
                        .map(Assumption::free)
                        .toList());
        assertEquals("[ADD]", nest.associative().toString());
        assertEquals(List.of("j", "i"), nest.initializers().getFirst().indices());
        assertEquals(
                "merge(0.0, i + rnd(), i == j)",
                nest.initializers().getFirst().value().toString());
    }

    @Test
    void oneOfSeveralScopsIsChosen() {
        String unit = "subroutine %s(n, a)\nreal a(n)\n!$tilewright scop\na(1) = %d\n!$tilewright endscop\nend\n";
        String text = unit.formatted("one", 1) + unit.formatted("two", 2);
        LoopNest nest = FortranParser.parse("t.f90", text, new FortranOptions(List.of(), Map.of(), "two", null))
                .nest();
        assertEquals("t-two", nest.name());
        assertEquals("a(1) = 2", nest.statements().getFirst().statement().toString());
        UserError error = assertThrows(UserError.class, () -> FortranParser.parse("t.f90", text, FortranOptions.NONE));
        assertTrue(
                String.valueOf(error.getMessage())
                        .endsWith("the file has 2 scops; choose one by --scop: 1 (one, line 3), 2 (two, line 9)"),
                error.getMessage());
    }

    @Test
    void includedFilesAreFound(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("inc"));
        Files.writeString(folder.resolve("inc/sizes.inc"), "integer n\nparameter (n = 12)\n");
        Path file = Files.writeString(
                folder.resolve("t.f90"),
                "subroutine f(a)\nimplicit none\ninclude 'sizes.inc'\nreal a(n)\n!$tilewright scop\na(1) = n\n"
                        + "!$tilewright endscop\nend\n");
        FortranOptions options = new FortranOptions(List.of(folder.resolve("inc")), Map.of(), null, null);
        ArrayDeclaration a = FortranParser.parse(file, options).nest().array("a");
        assertEquals("real a(12)", NestPrinter.declaration(a));
        UserError error = assertThrows(UserError.class, () -> FortranParser.parse(file, FortranOptions.NONE));
        assertTrue(String.valueOf(error.getMessage()).contains("'n' is not declared; it may come from 'sizes.inc'"));
    }

    @Test
    void constantsOfOtherFilesAreGiven() {
        String text = "subroutine f(n, a)\nuse elsewhere\nimplicit none\ninteger n\nreal(wp) a(n)\n!$tilewright scop\n"
                + "a(1) = 0.1_wp\n!$tilewright endscop\nend\n";
        UserError error = assertThrows(UserError.class, () -> FortranParser.parse("t.f90", text, FortranOptions.NONE));
        assertEquals(
                "t.f90:5:6: error: 'wp' is not declared; module elsewhere is not in this file: put it there, or give"
                        + " integer constants by -D NAME=VALUE",
                error.getMessage());
        LoopNest nest = FortranParser.parse("t.f90", text, new FortranOptions(List.of(), Map.of("wp", 8L), null, null))
                .nest();
        assertEquals("double precision a(n)", NestPrinter.declaration(nest.array("a")));
        assertEquals("a(1) = 0.1", nest.statements().getFirst().statement().toString());
    }

    @Test
    void namesThatMeanSomethingElseAreChanged() {
        String text = "subroutine f(int, do)\nreal do(int)\n!$tilewright scop\ndo i = 1, int\ndo(i) = int\nend do\n"
                + "!$tilewright endscop\nend\n";
        LoopNest nest = FortranParser.parse("t.f90", text, FortranOptions.NONE).nest();
        assertEquals(List.of("int_"), nest.parameters());
        assertEquals("do_(i) = int_", nest.statements().getFirst().statement().toString());
    }

    /** A step that is a parameter, its value given by the user, by an assumption or by the dataset: no parameter of the nest any more. */
    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        m=3 ~ -  ~ do i = 1, n, m; b(i) = m; end do                                     ~ do i = 1, n, 3; b(i) = 3; enddo
        M=3 ~ -  ~ !$tilewright dataset(D, m = 4); do i = 1, n, m; b(i) = m; end do     ~ do i = 1, n, 3; b(i) = 3; enddo
        -   ~ D  ~ !$tilewright dataset(D, n = 9, m = 4); do i = 1, n, m; b(i) = m; end do ~ do i = 1, n, 4; b(i) = 4; enddo
        -   ~ -  ~ !$tilewright assume(m == -2); do i = n, 1, m; b(i) = m; end do       ~ do i = n, 1, -2; b(i) = -2; enddo
        m=3 ~ -  ~ do i = 1, n, 2*m - 1; b(i) = 0; end do                               ~ do i = 1, n, 5; b(i) = 0; enddo
        """)
    void stepsAreParameters(String size, String dataset, String scop, String body) {
        Map<String, Long> sizes =
                size.equals("-") ? Map.of() : Map.of(size.substring(0, 1), Long.parseLong(size.substring(2)));
        String text = DECLARATIONS + scop.replace("; ", "\n") + "\n!$tilewright endscop\nend\n";
        FortranParser.FortranProgram program = FortranParser.parse(
                "t.f90",
                text,
                new FortranOptions(List.of(), Map.of(), null, dataset.equals("-") ? null : dataset, sizes));
        assertEquals(
                body,
                NestPrinter.print(program.nest().body())
                        .lines()
                        .map(String::strip)
                        .collect(Collectors.joining("; ")));
        assertEquals(List.of("n"), program.nest().parameters());
        assertEquals(List.of("m"), List.copyOf(program.fixed().keySet()));
        assertEquals(1, program.notes().size(), program.notes()::toString);
        assertTrue(program.notes().getFirst().contains(": note: the nest is made for m = "), program.notes()::toString);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        subroutine mv(n, a, x, y)             ~ real :: s       ~ continue        ~ s
        real function mv(n, a, x, y) result(s) ~ real :: t      ~ t = 0           ~
        real function s(n, a, x, y)           ~ real :: t       ~ t = 0           ~
        subroutine mv(n, a, x, y)             ~ real, save :: s ~ continue        ~
        subroutine mv(n, a, x, y)             ~ real :: s = 0   ~ continue        ~
        subroutine mv(n, a, x, y)             ~ real :: s       ~ print *, s      ~
        subroutine mv(n, a, x, y)             ~ common /c/ s    ~ continue        ~
        subroutine mv(n, a, x, y)             ~ use unknown     ~ continue        ~
        subroutine mv(n, a, x, y, s)          ~ real :: s       ~ continue        ~
        """)
    void scalarsThatNothingElseUsesAreTheNestsOwn(String head, String declared, String after, String own) {
        String text = """
            %s
            %s
            real :: a(n, n), x(n), y(n)
            integer :: n, i, j
            !$tilewright scop
            do i = 1, n
              s = 0
              do j = 1, n
                s = s + a(j, i) * x(j)
              end do
              y(i) = 2 * s
            end do
            !$tilewright endscop
            %s
            end
            """.formatted(head, declared, after);
        List<String> found = FortranParser.parse("t.f90", text, FortranOptions.NONE).nest().arrays().stream()
                .filter(ArrayDeclaration::local)
                .map(ArrayDeclaration::name)
                .toList();
        assertEquals(own == null ? List.of() : List.of(own), found);
    }
}
