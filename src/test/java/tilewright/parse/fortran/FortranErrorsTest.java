package tilewright.parse.fortran;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.model.UserError;

/** What is outside the affine class, or outside Fortran, is refused with the place, the text and the reason. */
class FortranErrorsTest {
    private static final String BEFORE = """
        subroutine f(n, m, a, b, idx, s, c, p, open, w)
        implicit none
        integer :: n, m, i, j, k
        double precision :: a(n, m), b(n), s, open(:)
        integer :: idx(n)
        integer*8 :: w(n)
        complex :: c(n)
        type(pair) :: p
        real, parameter :: half = 0.5
        !$tilewright scop
        """;
    /** Lines before the scop's first statement. */
    private static final int LINES = 10;

    private static List<String> errors(String scop) {
        return errorsOf("t.f90", BEFORE + scop.replace("; ", "\n") + "\n!$tilewright endscop\nend\n").stream()
                .map(FortranErrorsTest::fromScop)
                .toList();
    }

    /** {@code line:column message}, the line counted from the scop's first one. */
    private static String fromScop(String error) {
        String[] parts = error.split(":", 2);
        return Integer.parseInt(parts[0]) - LINES + ":" + parts[1];
    }

    private static List<String> errorsOf(String file, String text) {
        UserError error = assertThrows(UserError.class, () -> FortranParser.parse(file, text, FortranOptions.NONE));
        assertEquals(UserError.BAD_INPUT, error.exitCode());
        return String.valueOf(error.getMessage())
                .lines()
                .map(l -> l.replace(file + ":", "").replace(": error: ", " "))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        do i = 1, n; b(i*i) = 0; end do         ~ 2:3 subscript 'i*i' is not affine: it multiplies 'i' by 'i'; one factor must be an integer constant
        do i = 1, n; b(i*n) = 0; end do         ~ 2:3 subscript 'i*n' is not affine: it multiplies 'i' by 'n'; one factor must be an integer constant
        do i = 1, n; b(idx(i)) = 0; end do      ~ 2:3 subscript 'idx(i)' is not affine: it reads array element 'idx(i)'; indirect access cannot be analysed, use loop variables and parameters
        do i = 1, n; b(i/m) = 0; end do         ~ 2:3 subscript 'i/m' is not affine: it divides by 'm'; the divisor must be a positive integer constant
        do i = 1, n; b(int(s)) = 0; end do      ~ 2:3 subscript 'int(s)' is not affine: the value of 's' is data; only loop variables and integers that the scop does not change can stand here
        do i = 1, n; b(min(i, m)) = 0; end do   ~ 2:3 subscript 'min(i, m)' is not affine: it calls min; min, max and abs are allowed in bounds and conditions only
        do i = 1, n; b(i**2) = 0; end do        ~ 2:3 subscript 'i**2' is not affine: it uses '**' on what is not constant; write the value or a new variable
        do i = 1, n; b(1.5) = 0; end do         ~ 2:3 subscript '1.5' is not affine: it contains the real number 1.5; use integers
        do i = 1, n; b(lost) = 0; end do        ~ 2:3 'lost' is not declared; declare it
        do i = 1, idx(1); b(i) = 0; end do      ~ 1:11 loop bound 'idx(1)' is not affine: it reads array element 'idx(1)'; indirect access cannot be analysed, use loop variables and parameters
        do i = 1, n, m; b(i) = 0; end do        ~ 1:14 loop step 'm' is not constant; the loop is affine for one value of it at a time: give --set m=VALUE, or '!$tilewright assume(m == VALUE)' in the program unit
        do j = 1, n; do i = 1, n, j; b(i) = 0; end do; end do ~ 2:14 loop step 'j' is not constant; write an integer or a named constant
        !$tilewright assume(m == 0); do i = 1, n, m; b(i) = 0; end do ~ 2:14 the loop step is zero; write a positive or negative integer
        do i = 1, n, 0; b(i) = 0; end do        ~ 1:14 the loop step is zero; write a positive or negative integer
        do s = 1, n; b(1) = 0; end do           ~ 1:4 's' is real(8); a loop variable is an integer
        do i = 1, n; do i = 1, n; b(i) = 0; end do; end do ~ 2:4 'i' is already the variable of an outer loop; choose another variable
        do i = 1, n; i = 3; end do              ~ 1:4 'i' is assigned to in this scop; its loop alone may change it, use another variable
        do i = 1, n; b(i) = 0; end do; b(i) = 1 ~ 4:3 loop variable 'i' is used outside its loop; its value there is not analysed, use another variable
        do i = 1, n; b(i) = 0                   ~ 1:1 this 'do' is not ended; add 'end do'
        do 10 i = 1, n; b(i) = 0                ~ 1:1 this 'do' is not ended; add '10 continue'
        b(1) = 0; end do                        ~ 2:1 'end do' without an open 'do' in this scop; remove it or add the 'do'
        if (n > 1) then; b(1) = 0               ~ 1:1 this 'if' is not ended; add 'end if'
        b(1) = 0; else; b(2) = 0                ~ 2:1 'else' without an open 'if' in this scop; remove it or add the 'if'
        if (n > 1) then; do i = 1, n; b(i) = 0; end if; end do ~ 2:1 this 'do' is not ended before the 'end if' in line 14; add 'end do' | 5:1 'end do' without an open 'do' in this scop; remove it or add the 'do'
        do while (s > 0); s = s/2; end do       ~ 1:1 the loop has no variable that counts; write do variable = first, last [, step] | 3:1 'end do' without an open 'do' in this scop; remove it or add the 'do'
        do i = 1, n; if (b(i) > 0) exit; s = s + 1; end do ~ 2:15 'exit' cannot be analysed: a loop that is left early cannot be analysed; run it to its end and keep results under an 'if'
        do i = 1, n; if (n > 2) then; b(i) = 0; cycle; end if; s = i; end do ~ 4:1 'cycle' is read as 'if (condition) cycle' in the body of its own loop only; write an 'if' around the statements that it skips
        call g(b)                               ~ 1:1 'call' cannot be analysed: calls cannot be analysed; write the statements of the procedure here
        print *, b                              ~ 1:1 'print' cannot be analysed: input and output cannot be analysed; move it out of the scop
        where (b > 0) b = 1                     ~ 1:1 'where' cannot be analysed: masks are not read; write a loop with an 'if'
        select case (n); end select             ~ 1:1 'select' cannot be analysed: 'select case' is not read; write 'if .. else if .. end if' | 2:1 'end' cannot be analysed: a scop holds do, if and assignments
        goto 10                                 ~ 1:1 'goto' cannot be analysed: jumps cannot be analysed; write 'if .. then .. end if'
        integer :: q                            ~ 1:1 a scop holds no declarations; move it before 'scop'
        b => a                                  ~ 1:1 pointers cannot be analysed; use arrays that do not overlap
        b(1) = b(1) +                           ~ 1:14 expected an expression, found the end of the statement; the form is: a(i,j) = expression
        b(1) = 0 0                              ~ 1:10 expected the end of the statement, found '0'; the form is: a(i,j) = expression
        do i = 1 n; b(i) = 0; end do            ~ 1:10 expected ',', found 'n'; the form is: do variable = first, last [, step]
        a(1) = 0                                ~ 1:1 'a' has 2 dimensions and 'a(1)' gives 1 subscript; give one for each
        b = sum(a)                              ~ 1:5 'sum' is a function of whole arrays; write a loop over their elements, or set a variable before the scop
        s = b                                   ~ 1:5 'b' is an array where a single value is wanted; sections stand in assignments to sections only, other operations need a loop
        b(1:n) = a(1:n,1:m)                     ~ 1:10 'a(1:n,1:m)' is a section of 2 dimensions, the statement assigns to one of 1; give both the same number of sections
        b(1:5) = b(1:4)                         ~ 1:10 dimension 1 of 'b(1:4)' is 1 element shorter than that of the section assigned to; give both the same extent
        open = 0                                ~ 1:1 'open' needs both bounds of dimension 1, which its declaration leaves open; write them
        open(2:) = 0                            ~ 1:1 'open(2:)' needs both bounds of dimension 1, which its declaration leaves open; write them
        b(1:n:m) = 0                            ~ 1:7 stride 'm' is not constant; write an integer or a named constant
        c(1) = 0                                ~ 1:1 'c' has type complex; data are real, double precision, integer of 1, 2, 4 or 8 bytes, or logical
        p%x = 0                                 ~ 1:1 'p%x' is part of a structure; copy it to an array or scalar before the scop
        s = shiftl(n, 32)                       ~ 1:5 'shiftl' shifts by as many bits as the number has (32), or more, or by a negative number; shift by less, or a number of more bits
        b(1) = p%x                              ~ 1:8 'p%x' is part of a structure; copy it to an array or scalar before the scop
        half = 1                                ~ 1:1 'half' is a loop variable, parameter or constant, not an array or scalar
        n = 3; do i = 1, n; b(i) = 0; end do    ~ -6:32 array bound 'n' is not affine: the value of 'n' is data; only loop variables and integers that the scop does not change can stand here | 2:11 loop bound 'n' is not affine: the value of 'n' is data; only loop variables and integers that the scop does not change can stand here
        b(1) = g(s)                             ~ 1:8 'g' is no declared array, and no function known here; known are abs, acos, acosh, aint, anint, asin, asinh, atan, atan2, atanh, ceiling, cos, cosh, dble, erf, erfc, exp, floor, gamma, hypot, iand, ieor, int, ior, log, log10, log_gamma, max, merge, min, mod, modulo, nint, not, real, shifta, shiftl, sign, sin, sinh, sqrt, tan, tanh
        b(1) = sqrt(s, s)                       ~ 1:8 'sqrt' takes 1 argument, got 2
        b(1) = modulo(s, s)                     ~ 1:8 'modulo(s, s)' takes modulo of data or by a variable; write mod, whose result has the sign of its first argument
        b(1) = 2**idx(1)                        ~ 1:8 '2**idx(1)' is a power of integers; write the product, or a real base like 2.0
        b(1) = 99999999999999999999             ~ 1:8 integer 99999999999999999999 exceeds 64 bits; write it as a real number
        b(1) = 0.5_qp                           ~ 1:8 the kind of '0.5_qp' is not known or not supported; write a number such as 0.5 or 0.5d0
        b(1) = real(s, 16)                      ~ 1:8 'real(s, 16)' converts to real(16), which is not supported
        b(1) = s > 0                            ~ 1:1 a logical value is assigned to double precision 'b'; declare 'logical b' or use merge(1, 0, condition)
        b(1) = (s > 0) + 1                      ~ 1:8 '+' takes numbers, not logical values; use .and., .or., .not. or merge
        if (s) b(1) = 0                         ~ 1:5 condition 's' is a number; write a comparison such as x /= 0
        b(1) = 'text'                           ~ 1:8 ''text'' is not supported; write arithmetic on array elements, scalars and numbers
        b(1) = (1.0, 2.0)                       ~ 1:8 '(1.0, 2.0)' is not supported; write arithmetic on array elements, scalars and numbers
        b(1) = rnd()                            ~ 1:8 rnd() is allowed in init only; initialise an array with it and read that
        continue                                ~ 0:14 there is no assignment in this scop; put loops with assignments into it
        """)
    void refused(String scop, String message) {
        assertEquals(message, String.join(" | ", errors(scop)));
    }

    @Test
    void filesWithoutAScopAreRefused() {
        assertEquals(
                List.of("1:1 there is no scop here; put '!$tilewright scop' before the loops and '!$tilewright"
                        + " endscop' after them"),
                errorsOf("t.f90", "subroutine f(n)\nend\n"));
        assertEquals(
                List.of("2:14 this scop is never ended in 'f'; add '!$tilewright endscop' after its last statement"),
                errorsOf("t.f90", "subroutine f(n)\n!$tilewright scop\nend\n"));
        assertEquals(
                List.of("2:14 '!$tilewright endscop' without '!$tilewright scop' before it in 'f'; remove it or add"
                        + " that"),
                errorsOf("t.f90", "subroutine f(n)\n!$tilewright endscop\nend\n"));
        assertEquals(
                List.of("2:14 this scop is not ended before the next one; add '!$tilewright endscop'"),
                errorsOf(
                        "t.f90", "subroutine f(n)\n!$tilewright scop\n!$tilewright scop\n!$tilewright endscop\nend\n"));
    }

    @Test
    void formOfAFileIsItsEnding() {
        assertEquals(
                List.of("1:1 in fixed form columns 1 to 5 hold a label; begin statements in column 7, or give a file"
                        + " of free form an ending such as .f90"),
                errorsOf("t.f", "subroutine f(n)\nc$tilewright scop\nc$tilewright endscop\n      end\n"));
        assertEquals(
                List.of("1:1 preprocessor lines are not read; give the preprocessed file, e.g. of 'gfortran -cpp -E"
                        + " -P'"),
                errorsOf("t.F90", "#ifdef N\nsubroutine f\n!$tilewright scop\n!$tilewright endscop\nend\n"));
    }

    @Test
    void directivesAreChecked() {
        String text = """
            subroutine f(n, a)
            implicit none
            integer n, i
            real a(n)
            !$tilewright hello
            !$tilewright help(a)
            !$tilewright assume(a(i) + 1)
            !$tilewright assume(z(i) > 0)
            !$tilewright assume(associative(-))
            !$tilewright init(a(1) = 0)
            !$tilewright init(a(i) = a(i))
            !$tilewright init(a(i) = t)
            !$tilewright dataset(SMALL, n)
            !$tilewright scop
            a(1) = n
            !$tilewright endscop
            end
            """;
        assertEquals(
                List.of(
                        "5:14 this directive is not understood; write '!$tilewright assume(a(k,k) >= 0)',"
                                + " 'init(a(i,j) = rnd())', 'dataset(LARGE, n = 2000)', 'scop' or 'endscop'",
                        "6:14 there is no 'help'; use assume, init or dataset",
                        "7:21 condition 'a(i) + 1' is a number; write a comparison such as x /= 0",
                        "8:21 'z' is no array of this scop; correct the name or remove the line",
                        "9:21 '-' is no operator that may be declared associative; declare '+', which - undoes",
                        "10:19 init sets the whole array: its subscripts must be distinct new names like a(i,j)",
                        "11:26 init cannot read 'a(i)'; use the indices, parameters, rnd() and merge",
                        "12:19 second init of 'a'; join them by merge",
                        "13:22 'n' is no size; write e.g. dataset(LARGE, n = 2000)"),
                errorsOf("t.f90", text));
    }
}
