package tilewright.parse.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.model.DataType;
import tilewright.model.UserError;
import tilewright.parse.c.unit.CFunction;
import tilewright.parse.c.unit.COptions;

/** What is outside the affine class is refused with the place, the expression and the reason. */
class CErrorsTest {
    private static final String BEFORE = """
        struct pair { double x; int y; }; struct bits { int low : 3; } flags[9], flag;
        struct vector { double v[3]; };
        double g(double);
        static double twice(double x) { return 2 * x; } static double endless(double x) { }
        static int loop(int x) { for (int k = 0; k < x; k++) { } return x; } int again(int x) { return again(x - 1); }
        static void fill(double *t, int n) { for (int k = 0; k < n; k++) t[k] = 1; } void grid(int n, double t[n][n]) { }
        static void down(double *t, int n) { if (n > 0) { t[n] = 1; down(t, n - 1); } } static void last(double *t) { *t++ = *t; }
        void find(double *t, int n) { for (int k = 0; k < n; k++) { t[k] = 1; if (k > 3) return; } } static void some(double *t) { if (t[0] > 1) { if (t[1] > 2) return; } t[2] = 3; } static void members(struct pair t) { } static void bump(int *t) { *t += 1; }
        void f(int n, int m, double a[n][m], double b[n], int idx[n], double s, char c[n], double **rows, struct pair p,
               long double w, double *v, struct vector z[n], struct pair many[n], struct pair r)
        {
          int i, j, k;
        #pragma scop
        """;
    /** Lines before the scop's first statement. */
    private static final int LINES = 13;

    private static List<String> errors(String... lines) {
        return errorsOf(BEFORE + String.join("\n", lines) + "\n#pragma endscop\n}\n").stream()
                .map(CErrorsTest::fromScop)
                .toList();
    }

    /** {@code line:column message}, the line counted from the scop's first one. */
    private static String fromScop(String error) {
        String[] parts = error.split(":", 2);
        return Integer.parseInt(parts[0]) - LINES + ":" + parts[1];
    }

    /** 18 functions, each of which calls the one before twice, are 262,144 calls. */
    @Test
    void whatDoublesByInliningIsRefusedAtOnce() {
        StringBuilder text = new StringBuilder("double g0(double x) { return x; }\n");
        for (int g = 1; g <= 18; g++) {
            text.append("double g%d(double x) { return g%d(x) + g%d(x * 2); }\n".formatted(g, g - 1, g - 1));
        }
        text.append("void f(double *a) {\n#pragma scop\na[0] = g18(a[1]) + g18(a[2]);\n#pragma endscop\n}\n");
        String reason =
                "cannot be inlined: its expression has more than 2000 operations and operands; assign its parts to"
                        + " variables, or write loops";
        assertEquals(List.of("22:8 'g18(a[1])' " + reason, "22:20 'g18(a[2])' " + reason), errorsOf(text.toString()));
    }

    @Test
    void aMacroThatReadsThousandsOfElementsIsRefused() {
        StringBuilder text = new StringBuilder("#define M0(x) ((x) + (x))\n");
        for (int m = 1; m < 13; m++) {
            text.append("#define M%d(x) M%d((x) + (x))\n".formatted(m, m - 1));
        }
        text.append("void f(double *a) {\n#pragma scop\na[0] = M12(a[1]);\n#pragma endscop\n}\n");
        assertEquals(
                List.of("16:1 this statement reads 8192 elements once its macros and calls are replaced, and at most"
                        + " 4000 are analysed; split it, or write its terms as a loop"),
                errorsOf(text.toString()));
    }

    private static List<String> errorsOf(String text) {
        return errorsOf(text, COptions.NONE);
    }

    private static List<String> errorsOf(String text, COptions options) {
        UserError error = assertThrows(UserError.class, () -> CParser.parse("t.c", text, options));
        assertEquals(UserError.BAD_INPUT, error.exitCode());
        return String.valueOf(error.getMessage())
                .lines()
                .map(l -> l.replace("t.c:", "").replace(": error: ", " "))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        for (i = 0; i < n; i++) idx[i] = idx[i] + (1<<40);       | 1:44 '1<<40' is 1099511627776, which the 32 bits of int do not hold: C leaves open what happens; make an operand long, e.g. 1L
        for (i = 0; i < 65536*65536; i++) b[0] = i;              | 1:17 '65536*65536' is 4294967296, which the 32 bits of int do not hold: C leaves open what happens; make an operand long, e.g. 1L
        b[0] = -2147483647 - 2;                                  | 1:8 '-2147483647 - 2' is -2147483649, which the 32 bits of int do not hold: C leaves open what happens; make an operand long, e.g. 1L
        for (i = 0; i < n; i++) idx[i] = i << 40;                | 1:34 'i << 40' shifts by as many bits as the number has, or more, or by a negative number, which C leaves open; shift by less, or a number of more bits
        for (i = 0; i < n; i++) idx[i] = idx[i] << (40 + 0);     | 1:34 'idx[i] << (40 + 0)' shifts by as many bits as the number has, or more, or by a negative number, which C leaves open; shift by less, or a number of more bits
        for (i = 0; i < n; i++) b[i >> 40] = 1;                  | 1:27 subscript 'i >> 40' is not affine: it shifts 'i', a number of 32 bits, by 40, which C leaves open; shift by less
        for (i = 0; i < n; i++) idx[i] = __func__[0];            | 1:34 '__func__' is the text of the function's name, and texts are no data; write the number that stands there
        b[0] = (1L << 62) * 2;                                   | 1:8 '(1L << 62) * 2' is 9223372036854775808, which the 64 bits of long do not hold: C leaves open what happens; use smaller numbers
        """)
    void constantsThatLeaveTheirTypeAreRefused(String line, String error) {
        assertEquals(List.of(error), errors(line));
    }

    /** 2147483648 is a long, {@code 1L << 40} fits, and unsigned numbers have a value whatever happens. */
    @Test
    void constantsInTheirTypeAreTaken() {
        CParser.parse(
                "t.c",
                BEFORE + "b[0] = 2147483648 + 1; b[1] = 1L << 40; b[2] = 65535 * 32768; b[3] = -2147483647 - 1;\n"
                        + "#pragma endscop\n}\n",
                COptions.NONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        for (i = 0; i < n; i++) b[i * i] = 0;          | 1:27 subscript 'i * i' is not affine: it multiplies 'i' by 'i'; one factor must be an integer constant
        for (i = 0; i < n; i++) b[i * n] = 0;          | 1:27 subscript 'i * n' is not affine: it multiplies 'i' by 'n'; one factor must be an integer constant
        for (i = 0; i < n; i++) b[(int)v[i]] = 0;      | 1:27 subscript '(int)v[i]' is not affine: 'v[i]' is no integer; an index array must hold integers
        for (i = 0; i < n; i++) b[i / m] = 0;          | 1:27 subscript 'i / m' is not affine: it divides by 'm'; the divisor must be an integer constant, or a parameter of which the dividend is proved to be a small multiple at most
        for (i = 0; i < n; i++) b[i / (n - n)] = 0;    | 1:27 subscript 'i / (n - n)' is not affine: it divides by zero
        for (i = 0; i < n; i++) b[floord(i, m)] = 0;   | 1:27 subscript 'floord(i, m)' is not affine: it divides by 'm'; the divisor must be a positive integer constant
        for (i = 0; i < n; i++) b[(int)s] = 0;         | 1:27 subscript '(int)s' is not affine: the value of 's' is data; only loop variables and integers that the scop does not change can stand here
        for (i = 0; i < n; i++) b[(int)g(s)] = 0;      | 1:27 subscript '(int)g(s)' is not affine: it calls 'g'; only + - * / % and ?: of loop variables and parameters are allowed
        for (i = 0; i < v[0]; i++) b[i] = 0;           | 1:13 loop condition 'i < v[0]' is not affine: how often this loop runs depends on 'v[0]', which is no integer: a bound must be one, and a search cannot be analysed
        for (i = 0; i < n; i *= 2) b[i] = 0;           | 1:20 the loop step 'i *= 2' is none of i++, i--, i += c, i -= c and i = i + c
        for (i = 0; i < n; i += m) b[i] = 0;           | 1:20 loop step 'i += m' is not constant; the loop is affine for one value of it at a time: give --set m=VALUE, or '#pragma tilewright assume(m == VALUE)' in the function
        for (i = 0; i < n; i++) for (j = 0; j < n; j += i) b[j] = 0; | 1:44 loop step 'j += i' is not constant; write an integer such as i += 2
        const double q[2] = {1, 2}; q[1] = b[0];       | 1:29 'q[1]' is declared const, and this assigns to it; take const out of its declaration, or assign to something else
        const double *q = b; q[0] += 1;                | 1:22 'q[0]' is declared const, and this assigns to it; take const out of its declaration, or assign to something else
        for (i = 0; i < n; i += 0) b[i] = 0;           | 1:20 the loop step is zero; write a positive or negative integer
        switch (n) { case 1: if (m > 2) break; b[0] = 1; } | 1:1 this 'switch' cannot be analysed: a 'break' stands inside a branch or block of it, or code before its first label; write if and else
        for (i = 0; i > n; i++) b[i] = 0;              | 1:13 the condition 'i > n' does not bound 'i' from above, as a loop that counts up needs; use < or <=, several joined by &&
        for (i = n; i < n; i--) b[i] = 0;              | 1:13 the condition 'i < n' does not bound 'i' from below, as a loop that counts down needs; use > or >=, several joined by &&
        for (i = 5; i != 3; i++) b[i] = 0;             | 1:13 the condition 'i != 3' does not bound 'i' from above, as a loop that counts up needs; use < or <=, several joined by &&
        for (i = 0; i % 4 < 4; i++) b[i] = 0;          | 1:13 the condition 'i % 4 < 4' does not bound 'i' from above, as a loop that counts up needs; use < or <=, several joined by &&
        j = 0; for (unsigned char c = 250; c != 3; c++) { b[j] = c; j++; } | 1:8 'c' is 'unsigned char', which begins at 0 again in this loop, while other integers follow it; declare it as int
        for (i = 0; 1; i++) b[i] = 0;                  | 1:13 the condition '1' always holds: this loop never ends
        for (i = 0; i < n; i++) { if (b[i] > s) goto L; b[i] = 0; } L: ; | 1:41 'goto' under a condition on data: how often this loop runs depends on data, as in a search; it cannot be analysed
        for (i = 0; i < n; i++) { if (i > 3) v = b; v[i] = 0; } | 1:38 'v = b' changes a pointer; set it outside of loops and branches, step it by affine numbers, or use subscripts
        exit(1);                                       | 1:1 'exit' ends the program, and what runs then cannot be analysed; take it out of the scop
        for (i = 0; ; i++) b[i] = 0;                   | 1:1 the loop has no condition; write for (i = first; i < bound; i++)
        for (i = 0; i < n; i++) for (i = 0; i < m; i++) b[i] = 0; | 1:25 'i' is already the variable of an outer loop; choose another variable
        for (i = 0; i < n; i++) i = i + 1;             | 1:1 loop variable 'i' is assigned to outside its header; its loop alone may change it
        for (s = 0; s < n; s++) b[0] = 0;              | 1:1 loop variable 's' is no declared integer; declare it as int
        while (s > 0) s = s - 1;                       | 1:1 this 'while' is no counted loop: its condition 's > 0' bounds no integer that every iteration changes by the same constant; write a for loop
        do { s = s - 1; if (n > 3) break; } while (s > 0); | 1:28 a jump out of passes that data end cannot be analysed; ask for it in the condition of the loop
        int up; while (up) { up = 0; if (b[0] > 1) { b[0] = 1; up = 1; } } | 1:9 whether this 'while' runs at all is not known: set 'up' to 1 directly before it, or write do .. while
        int up; do { up = 0; if (b[0] > 1) { b[0] = 1; up = 1; } } while (up && n > 3); | 1:73 'n > 3' is no bound of the passes: write it as passes < bound, and passes++ as the last statement of the loop
        break;                                         | 1:1 'break' stands in no loop of the scop
        for (i = 0; i < n; i++) { if ((i + n) % 3 == 2) break; b[i] = 0; } | 1:49 'break' under the condition mod(i + n, 3) == 2 cannot be analysed: it is not linear in 'i'; write the condition into the loop's bounds
        for (z = 0; z < n; z++) b[z] = 0;              | 1:1 loop variable 'z' is no declared integer; declare it as int
        for (i = 0; i < n; i++) { if (b[i] > s) break; b[i] = 0; } | 1:41 'break' under a condition on data: how often this loop runs depends on data, as in a search; it cannot be analysed
        L: b[0] = 0; if (n > 3) goto L;                | 1:25 'goto' is analysed only where its label stands behind it in a block around it, inside the same loop or directly behind the loop; write if and else
        for (;;) b[0] = 0;                             | 1:1 the loop has no condition; give it a bound, as in for (i = first; i < bound; i++)
        for (i = 0; i < n; ) b[i] = 0;                 | 1:1 this 'for' is no counted loop: its condition 'i < n' bounds no integer that every iteration changes by the same constant; write a for loop
        i = n; while (m > 2 && i--) b[i] = 0;          | 1:24 'i--' is done only where the condition left of it says so; write it as a statement
        for (i = 0; ; i++) { if (b[i] > 2) break; b[i] = 0; } | 1:26 loop condition 'b[i] > 2' is not affine: how often this loop runs depends on 'b[i]', which is no integer: a bound must be one, and a search cannot be analysed
        for (i = 0; i < n && b[i] < 2; i++) b[i] = 0;    | 1:13 loop condition 'i < n && b[i] < 2' is not affine: how often this loop runs depends on 'b[i]', which is no integer: a bound must be one, and a search cannot be analysed
        for (i = 0; i < n; b[i] = 2) i += 3;           | 1:1 the loop does not step a variable; write for (i = first; i < bound; i++)
        for (i = 0; i < n; i++) { b[j] = 0; j = j * j; } | 1:29 subscript 'j' is not affine: the value of 'j' is data; only loop variables and integers that the scop does not change can stand here
        while (i < n) { b[i] = 0; i = i + i; }         | 1:1 this 'while' is no counted loop: its condition 'i < n' bounds no integer that every iteration changes by the same constant; write a for loop
        for (i = 0; i < n; i++) { if (i == m) break; b[i] = 0; } b[i] = 1; | 1:60 the value of 'i' is no affine expression here; use a variable that only loops and affine assignments set
        return;                                        | 1:1 'return' cannot be analysed; a scop holds for, if, declarations and assignments
        b[0] = g(b[1]);                                | 1:8 'g(b[1])' calls 'g', which the file does not define; known without a definition are abs, acos, acosh, asin, asinh, atan, atan2, atanh, cbrt, ceil, copysign, cos, cosh, erf, erfc, exp, exp2, expm1, fabs, fdim, floor, fma, fmax, fmin, fmod, hypot, labs, lgamma, llabs, log, log10, log1p, log2, nearbyint, pow, remainder, rint, round, sin, sinh, sqrt, tan, tanh, tgamma, trunc; give the file that does by --with FILE
        b[0] = twice(b[1], 2);                         | 1:8 'twice' takes 1 arguments, got 2
        b[0] = n > 2 ? loop(3) : 1;                    | 1:16 'loop(3)' cannot be inlined: whether it runs depends on a condition; assign its value to a variable first, under if
        b[0] = endless(2);                             | 1:8 'endless(2)' cannot be inlined: of '{ }' in 'endless', it does not return a number on every way through it
        b[0] = again(2);                               | 1:8 'again(2)' cannot be inlined: 'again' calls itself; write a loop
        b[0] = rnd();                                  | 1:8 rnd() is allowed in init only; initialise an array with it and read that
        b[0] = pow(b[1]);                              | 1:8 'pow' takes 2 arguments, got 1
        g(b[0]);                                       | 1:1 'g(b[0])' calls 'g', which the file does not define; a statement may call functions of the file only; give the one that defines it by --with FILE
        b[0] = &v;                                     | 1:8 '&v' uses a pointer; write an array element such as a[i]
        (n > 2 ? v : b)[0] = 0;                        | 1:2 '(n > 2 ? v : b)[0]' is no element of a named array; write a[i][j], without pointers
        *(v + (int)v[0]) = 0;                          | 1:7 subscript '(int)v[0]' is not affine: 'v[0]' is no integer; an index array must hold integers
        double *t = v; t[0] = t;                       | 1:23 't' is a pointer; write what it points to, such as t[0]
        fill(b);                                       | 1:1 'fill(b)' cannot be inlined: 'fill' takes 2 arguments, got 1
        fill(a, n);                                    | 1:1 'fill(a, n)' cannot be inlined: 't' has 1 dimensions, and what is passed has 2
        fill(idx, n);                                  | 1:1 'fill(idx, n)' cannot be inlined: 't' points to data of another type than 'idx'
        fill(n, n);                                    | 1:6 'n' is a loop variable or parameter, not an array or scalar
        for (i = 0; i < 3; i++) fill(&i, n);           | 1:1 loop variable 'i' is assigned to outside its header; its loop alone may change it
        fill(&s, n);                                   | -7:66 't[k]' is no place of an array: 's' is one number
        grid(n, a);                                    | 1:1 'grid(n, a)' cannot be inlined: 't' has rows of another length than 'a'
        down(b, n);                                    | -6:61 'down(t, n - 1)' cannot be inlined: 'down' calls itself; write a loop
        last(b);                                       | -6:112 't++' steps a pointer inside an expression; make it a statement of its own
        find(b, n);                                    | -5:82 'return' inside a loop cannot be analysed; write the condition into the loop's bounds
        j = 2; bump(&j); c[j] = 1;                     | 1:20 subscript 'j' is not affine: the value of 'j' is data; only loop variables and integers that the scop does not change can stand here
        members(p);                                    | 1:1 'members(p)' cannot be inlined: 't' is a structure; pass a pointer to it
        for (i = 0; i < n; i++) for (j = 0; j < n; j++) { if (j > i) goto L; b[i] = 0; } L: ; | 1:62 'goto' is analysed only where its label stands behind it in a block around it, inside the same loop or directly behind the loop; write if and else
        many[1].x = 0;                                 | 1:1 'many' is a structure of double and int, whose layout no array of one type can keep; give each member an array of its own
        p.x = r.x;                                     | 1:7 'r' is a structure of double and int, whose layout no array of one type can keep; give each member an array of its own
        flags[1].low = 9;                              | 1:1 'flags' has a member of some bits, 'low'; give each member an array of its own
        flag.low = 9;                                  | 1:1 'flag' has a member of some bits, 'low'; give each member an array of its own
        b[0] = z[1];                                   | 1:8 'z[1]' is a structure; use its members one by one
        b[0] = z[1].v;                                 | 1:8 'z[1].v' is an array; use one of its elements
        b[0] = z.v[0];                                 | 1:8 'z' has 1 dimensions and 'z.v[0]' gives 0 subscripts; give one for each
        b[0] = b[0].x;                                 | 1:8 'b' is no structure and has no members
        w = 0;                                         | 1:1 'w' has type 'long double'; data are float, double, their complex types, _Float16, _Bool, char and integers of up to 64 bits
        a[0] = 0;                                      | 1:1 'a' has 2 dimensions and 'a[0]' gives 1 subscripts; give one for each
        b[0] = a;                                      | 1:8 'a' is an array of 2 dimensions; write one of its elements
        b[0] %= 2;                                     | 1:1 'b[0] %= 2' takes integers
        b[0] = b[1] & 1;                               | 1:8 'b[1] & 1' takes integers, and 'b[1]' is none
        b[0] = ~s;                                     | 1:9 '~s' takes integers, and 's' is none
        b[0] = (long double)s;                         | 1:8 '(long double)s' converts to a type that is not supported; use float, double or an integer of up to 64 bits
        b[0] = (b[1] = 2) + 1;                         | 1:9 'b[1] = 2' assigns inside an expression; make it a statement of its own
        b[0] = idx[0]++;                               | 1:8 'idx[0]++' changes a variable inside an expression; make it a statement of its own
        for (q = 0; q < n; q++) b[q] = 0;              | 1:6 loop variable 'q' is not declared; declare it as int
        b[0] = q;                                      | 1:8 'q' is not declared; declare it, or define it by -D NAME=VALUE
        b[0] = 1.0L;                                   | 1:8 '1.0L' is not supported; write a number such as 2, 0.5 or 0.5f
        double t[99] = {1, 2}; b[0] = t[0];            | 1:8 't[99] = {1, 2}' initialises an array or structure; assign its elements by loops
        double t[2][2] = {1, 2, 3}; b[0] = t[0][0];    | 1:8 't[2][2] = {1, 2, 3}' initialises an array or structure; assign its elements by loops
        static int t = 1; b[0] = t;                    | 1:1 static variable 'static int t = 1;' keeps its value between calls; declare it outside the scop
        b[f] = 0;                                      | 1:3 'f' is a function; its address cannot be used here
        b[0];                                          | 0:1 there is no assignment in this scop; put loops with assignments into it
        ;                                              | 0:1 there is no assignment in this scop; put loops with assignments into it
        b[0] = ;                                       | 1:1 the C code cannot be parsed: Syntax error
        for (int i = 0; i < n; i++) b[i] = 1           | 1:36 the C code cannot be parsed: Missing ;
        """)
    void refused(String scop, String message) {
        assertEquals(List.of(message), errors(scop));
    }

    /** Types of 16 bits that are not known are refused by name, with what reads the file all the same. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        __bf16 | which has no arithmetic that C and CUDA share; give it as float, or read it as float by -D __bf16=float
        half   | which nothing declares; include cuda_fp16.h, or say by -D half=_Float16 what it is
        """)
    void numbersOfHalfPrecision(String type, String reason) {
        String text =
                "%s a[40];\nvoid f(int n, %s s)\n{\n#pragma scop\nfor (int i = 0; i < n; i++) a[i] = a[i] + s;\n#pragma endscop\n}\n"
                        .formatted(type, type);
        String why = "' is '" + type + "', " + reason;
        assertEquals(List.of("5:29 'a" + why, "5:43 's" + why), errorsOf(text));
        COptions asFloat = new COptions(List.of(), new LinkedHashMap<>(Map.of(type, "float")), null, null);
        assertEquals(
                DataType.REAL,
                CParser.parse("t.c", text, asFloat).nest().array("a").type());
    }

    @Test
    void severalFaultsInOneRun() {
        assertEquals(
                List.of(
                        "2:5 subscript 'i * i' is not affine: it multiplies 'i' by 'i'; one factor must be an integer"
                                + " constant",
                        "3:10 'g(s)' calls 'g', which the file does not define; known without a definition are "
                                + CFunction.known() + "; give the file that does by --with FILE",
                        "4:5 subscript '(int)v[i]' is not affine: 'v[i]' is no integer; an index array must hold"
                                + " integers"),
                errors("for (i = 0; i < n; i++) {", "  b[i * i] = 0;", "  b[i] = g(s);", "  b[(int)v[i]] = 1; }"));
    }

    @Test
    void positionOfAMacroIsItsUse() {
        assertEquals(
                List.of("4:41 subscript 'SQUARE(i)' is not affine: it multiplies 'i' by 'i'; one factor must be an"
                        + " integer constant"),
                errorsOf("""
                    #define SQUARE(x) x * x
                    void f(int n, double b[n]) {
                    #pragma scop
                    { b[0]=0; for (int i = 0; i < n; i++) b[SQUARE(i)] = 0; }
                    #pragma endscop
                    }
                    """));
    }

    @Test
    void scopsMustBeginAndEnd() {
        assertEquals(
                List.of("1:1 there is no scop here; put '#pragma scop' before the loops and '#pragma endscop' after"
                        + " them"),
                errorsOf("int main(void) { return 0; }"));
        assertEquals(
                List.of("2:1 this scop is never ended; add '#pragma endscop' after its last statement"),
                errorsOf("void f(int n) {\n#pragma scop\n}\n"));
        assertEquals(
                List.of("2:1 '#pragma endscop' without '#pragma scop' before it; remove it or add that"),
                errorsOf("void f(int n) {\n#pragma endscop\n}\n"));
        assertEquals(
                List.of("2:1 this scop begins and ends in different blocks; put both pragmas into one block"),
                errorsOf("void f(int n, int b[n]) {\n#pragma scop\n{ b[0] = 0;\n#pragma endscop\n}}\n"));
    }

    @Test
    void oneOfSeveralScopsMustBeChosen() {
        String text = """
            void f(int n, double b[n]) {
            #pragma scop
            for (int i = 0; i < n; i++) b[i] = 0;
            #pragma endscop
            }
            void g(int n, double b[n]) {
            #pragma scop
            for (int i = 0; i < n; i++) b[i] = 1;
            #pragma endscop
            }
            """;
        assertEquals(
                List.of("2:1 the file has 2 scops; choose one by --scop: 1 (f, line 2), 2 (g, line 7)"),
                errorsOf(text));
        assertEquals(
                List.of("2:1 --scop h names no scop; give one of these numbers: 1 (f, line 2), 2 (g, line 7)"),
                errorsOf(text, new COptions(List.of(), new LinkedHashMap<>(), "h", null)));
        assertEquals(
                "t-g",
                CParser.parse("t.c", text, new COptions(List.of(), new LinkedHashMap<>(), "g", null))
                        .nest()
                        .name());
        assertEquals(
                "t-f",
                CParser.parse("t.c", text, new COptions(List.of(), new LinkedHashMap<>(), "1", null))
                        .nest()
                        .name());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        assume(a[k] >= 0)          | 1:27 'a' has 2 dimensions and 'a[k]' gives 1 subscripts; give one for each
        assume(q[k] >= 0)          | 1:1 'q' is no array of this scop; correct the name or remove the line
        assume(k > 0)              | 1:1 an assumption is a comparison of array elements or of parameters, or several joined by &&; write e.g. assume(a[k][k] >= 0)
        assume(a[i][j] >= )        | 1:1 'a[i][j] >= ' is no C expression
        init(a[i][i] = 0)          | 1:1 init sets the whole array: its subscripts must be distinct new names like a[i][j]
        init(a[i][j] = a[j][i])    | 1:35 init cannot read 'a[j][i]'; use the indices, parameters, rnd() and ?:
        init(a[i][j] = z)          | 1:35 'z' is neither an index nor a parameter of this scop; init may use those, rnd(), INFINITY and ?:
        init(a[i][j])              | 1:1 an initialisation is an assignment; write e.g. init(a[i][j] = rnd())
        dataset(SMALL, n = x)      | 1:1 'n = x' is no size; write e.g. dataset(LARGE, n = 2000)
        expect(a[i][j] >= 0)       | 1:1 there is no 'expect'; use assume, extent, init, dataset or graph
        assume a[i][j] >= 0        | 1:1 this pragma is not understood; write '#pragma tilewright assume(a[k][k] >= 0)', 'init(a[i][j] = rnd())' or 'dataset(LARGE, n = 2000)'
        """)
    void factsAreChecked(String fact, String message) {
        assertEquals(List.of(message), errorsOf("#pragma tilewright " + fact + "\n" + """
            void f(int n, double a[n][n]) {
            #pragma scop
            for (int i = 0; i < n; i++) a[i][0] = 0;
            #pragma endscop
            }
            """));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        extent(a)           | p[i] = 0;             | 1:1 'a' gives no extents; write e.g. extent(a[n][m], b[n])
        extent(p[k])        | p[i] = 0;             | 1:29 'k' is no size here; give an integer of the function or file that the scop does not change
        extent(p[n][n * n]) | p[i] = 0;             | 1:32 array extent 'n * n' is not affine: it multiplies 'n' by 'n'; one factor must be an integer constant
        extent(p[n][m])     | p[i * m + 2 * m] = 0; |
        extent(p[n][0])     | p[0] = 0;             | 1:32 an extent is at least 1
        extent(p[n][m])     | p[i * m + i] = 0;     | 5:31 subscript 'i * m + i' of 'p' is no row and column: that i stays inside 0 .. m - 1 is not proved; say what holds by assert(..) inside the scop
        extent(p[n][m])     | p[i * i + m] = 0;     | 5:31 subscript 'i * i + m' of 'p' is no row and column: it is no sum of multiples of the rows' lengths
        extent(p[n][m])     | p[i * m + m / i] = 0; | 5:31 subscript 'i * m + m / i' of 'p' is no row and column: it is no sum of products of loop variables and sizes
        """)
    void extentsAndRowsAreProved(String fact, String statement, @Nullable String message) {
        String text = "#pragma tilewright " + fact + "\nvoid f(int n, int m, double *p)\n{\n#pragma scop\n"
                + "  for (int i = 0; i < n; i++) " + statement + "\n#pragma endscop\n}\n";
        if (message == null) {
            CParser.parse("t.c", text, COptions.NONE);
        } else {
            assertEquals(List.of(message), errorsOf(text));
        }
    }

    @Test
    void oneOfSeveralConditionsMayHoldForEver() {
        assertEquals(
                List.of("1:13 the condition 'i < n || m > 2' does not bound 'i' from above, as a loop that counts up"
                        + " needs; use < or <=, several joined by &&"),
                errors("for (i = 0; i < n || m > 2; i++) b[i] = 0;"));
    }

    @Test
    void unknownDatasetIsNamed() {
        String text = """
            #pragma tilewright dataset(SMALL, n = 10)
            void f(int n, double b[n]) {
            #pragma scop
            for (int i = 0; i < n; i++) b[i] = 0;
            #pragma endscop
            }
            """;
        assertEquals(
                List.of("1:1 dataset HUGE has no size for 'n'; datasets of this file: SMALL"),
                errorsOf(text, new COptions(List.of(), new LinkedHashMap<>(), null, "HUGE")));
    }

    @Test
    void operatorsThatCannotBeDeclaredAssociative() {
        assertEquals(
                List.of("1:1 '/' is no operator that may be declared associative; declare '*', which / undoes"),
                errorsOf("#pragma tilewright assume(associative(/))\nvoid f(int n, double a[n])\n{\n#pragma scop\n"
                        + "  for (int i = 0; i < n; i++) a[i] = 0;\n#pragma endscop\n}\n"));
    }

    @Test
    void anErrorLineThatACompilerWouldStopAtIsOneHere() {
        String file = """
            #ifndef SIZE
            #error "give SIZE"
            #endif
            double a[9];
            void f(int n) {
            #pragma scop
            for (int i = 0; i < n; i++) a[i] = 1;
            #pragma endscop
            }
            """;
        assertEquals(
                List.of("2:1 #error \"give SIZE\": the file refuses to be compiled so; define what it asks for by"
                        + " -D NAME=VALUE, or take the line out"),
                errorsOf(file));
        SequencedMap<String, String> macros = new LinkedHashMap<>(Map.of("SIZE", "4"));
        assertEquals(
                List.of(),
                CParser.parse("t.c", file, new COptions(List.of(), macros, null, null))
                        .notes());
    }
}
