package tilewright.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.model.UserError;

class NestErrorsTest {
    /** The errors of a text, without the file name. */
    private static List<String> errors(String... lines) {
        UserError error = assertThrows(UserError.class, () -> NestParserTest.parse(lines));
        assertEquals(UserError.BAD_INPUT, error.exitCode());
        return String.valueOf(error.getMessage())
                .lines()
                .map(l -> {
                    assertTrue(l.startsWith("test.nest:"), l);
                    return l.substring("test.nest:".length()).replace(": error:", "");
                })
                .toList();
    }

    /** The errors of statements inside {@code do i = 1, n}, which is line 1. */
    private static List<String> inLoop(String... lines) {
        return errors("do i = 1, n\n" + String.join("\n", lines) + "\nenddo");
    }

    @Test
    void nonAffineSubscript() {
        assertEquals(
                List.of("2:3 subscript 'i*i' is not affine: it multiplies 'i' by 'i'; one factor must be an integer"
                        + " constant"),
                inLoop("a(i*i) = 0"));
        assertEquals(
                List.of("2:10 subscript 'e(i)' is not affine: it reads array 'e'; an index array must be declared,"
                        + " and integer: write e.g. 'integer e(m)'"),
                inLoop("d(i) = d(e(i))"));
        assertEquals(
                List.of("2:3 subscript 'i/n' is not affine: it divides by 'n'; the divisor must be a positive integer"
                        + " constant"),
                inLoop("a(i/n) = 0"));
        assertEquals(
                List.of("2:3 subscript 'abs(i)' is not affine: it calls abs; only + - * / mod, min, max and merge are"
                        + " allowed"),
                inLoop("a(abs(i)) = 0"));
        assertEquals(
                List.of("2:3 subscript '2.5' is not affine: it contains the real number 2.5; use integers"),
                inLoop("a(2.5) = 0"));
        assertEquals(
                List.of("2:3 subscript '2**i' is not affine: it uses '**'; write the value or a new parameter"),
                inLoop("a(2**i) = 0"));
        assertEquals(
                List.of("2:3 subscript 'mod(i,n)' is not affine: the second argument of mod is 'n';"
                        + " it must be a positive integer constant"),
                inLoop("a(mod(i,n)) = 0"));
        assertEquals(
                List.of("2:3 subscript '99999999999999999999' has a constant beyond 64 bits; use smaller numbers"),
                inLoop("a(99999999999999999999) = 0"));
    }

    @Test
    void unknownRank() {
        assertEquals(
                List.of("3:8 array 'a' has 1 subscript here but has 2 subscripts in line 2, so its rank is unknown;"
                        + " use one number of subscripts"),
                inLoop("a(i,1) = 0", "b(i) = a(i)"));
        assertEquals(
                List.of("3:8 array 'a' has no subscripts here but has 2 subscripts in line 2, so its rank is unknown;"
                        + " use one number of subscripts"),
                inLoop("a(i,1) = 0", "b(i) = a"));
        assertEquals(
                List.of("3:1 array 'a' has 1 subscript here but is declared with 2 dimensions in line 1;"
                        + " use as many subscripts as dimensions"),
                errors("real a(n,n)", "do i = 1, n", "a(i) = 0", "enddo"));
    }

    @Test
    void extentsThatCannotBeInferredMustBeDeclared() {
        String many = java.util.stream.IntStream.range(0, 17)
                .mapToObj(p -> "p" + p)
                .collect(java.util.stream.Collectors.joining(", "));
        assertEquals(
                List.of("2:1 the extents of array 'a' cannot be inferred from its accesses; declare it,"
                        + " e.g. 'real a(lower:upper, lower:upper)'"),
                errors("do i = 1, max(" + many + ")", "a(i,1) = 0", "enddo"));
    }

    @Test
    void nonAffineBound() {
        assertEquals(
                List.of("2:11 loop bound 'n*i' is not affine: it multiplies 'n' by 'i'; one factor must be an integer"
                        + " constant"),
                inLoop("do j = 1, n*i", "a(i,j) = 0", "enddo"));
        assertEquals(
                List.of("3:11 loop bound 's' is not affine: the value of scalar 's' is data; declare it as 'param s'"
                        + " instead"),
                errors("integer s", "do i = 1, n", "do j = 1, s", "a(i,j) = 0", "enddo", "enddo"));
    }

    @Test
    void nonAffineCondition() {
        assertEquals(
                List.of("2:5 condition 'a(i) > 0' is not affine: it reads array 'a'; a condition on data belongs into"
                        + " the assignment as merge(then, else, condition)"),
                inLoop("if (a(i) > 0) a(i) = 0"));
        assertEquals(
                List.of("2:5 condition 'i' is not affine: it is not a comparison; compare integers by == /= < <= > >="),
                inLoop("if (i) a(i) = 0"));
    }

    @Test
    void unterminatedLoopPointsAtItsDo() {
        assertEquals(
                List.of("1:1 this 'do' is never ended; add 'enddo' after its last line"),
                errors("do i = 1, n", "  do j = 1, n", "    a(i,j) = 0", "  enddo"));
        assertEquals(
                List.of(
                        "1:1 this 'do' is never ended; add 'enddo' after its last line",
                        "2:1 this 'if' is never ended; add 'endif' after its last line"),
                errors("do i = 1, n", "if (i > 1) then", "a(i) = 0"));
        assertEquals(
                List.of("2:1 this 'if' is not ended before the 'enddo' in line 4; add 'endif'"),
                errors("do i = 1, n", "if (i > 1) then", "a(i) = 0", "enddo"));
    }

    @Test
    void strayEnds() {
        assertEquals(
                List.of("4:1 'enddo' without an open 'do'; remove it or add the 'do' before it"),
                errors("do i = 1, n", "a(i) = 0", "enddo", "enddo"));
        assertEquals(
                List.of("3:1 'endif' without an open 'if'; remove it or add the 'if' before it"),
                inLoop("a(i) = 0", "endif"));
        assertEquals(
                List.of("3:1 'else' without an open if; remove it or add 'if (condition) then' before it"),
                inLoop("a(i) = 0", "else"));
        assertEquals(
                List.of("4:1 second 'else' of the if in line 2; end that if by 'endif' first"),
                inLoop("if (i > 1) then", "else", "else", "a(i) = 0", "endif"));
    }

    @Test
    void zeroStep() {
        assertEquals(
                List.of("1:14 the loop step is zero; write a positive or negative integer"),
                errors("do i = 1, n, 0", "a(i) = 0", "enddo"));
        assertEquals(
                List.of("1:14 loop step 'm' is not constant; write an integer such as 2 or -1"),
                errors("do i = 1, n, m", "a(i) = 0", "enddo"));
    }

    @Test
    void undefinedNamesOnceParametersAreDeclared() {
        assertEquals(
                List.of(
                        "2:11 undefined name 'm'; declare it, e.g. by 'param m' or 'real m'",
                        "3:8 undefined name 'alpha'; declare it, e.g. by 'param alpha' or 'real alpha'"),
                errors("param n", "do i = 1, m", "a(i) = alpha", "enddo"));
    }

    @Test
    void loopVariableOutsideItsLoop() {
        assertEquals(
                List.of("4:3 'i' is a loop variable used outside its loop; move this inside 'do i'"),
                errors("do i = 1, n", "a(i) = 0", "enddo", "a(i) = 1"));
        assertEquals(
                List.of("2:11 'j' is a loop variable used outside its loop; move this inside 'do j'"),
                inLoop("do k = 1, j", "do j = 1, n", "a(i,j,k) = 0", "enddo", "enddo"));
    }

    @Test
    void assignmentToLoopVariableOrParameter() {
        assertEquals(
                List.of("2:1 loop variable 'i' is assigned to; its loop alone may change it, use a scalar"),
                inLoop("i = 3"));
        assertEquals(
                List.of("2:1 parameter 'n' is assigned to; parameters are constant, use a scalar with another name"),
                inLoop("n = 3"));
        assertEquals(List.of("2:1 'min' is an intrinsic function; choose another array name"), inLoop("min(i) = 3"));
    }

    @Test
    void operationsOfIntegersTakeIntegers() {
        assertEquals(
                List.of(
                        "2:8 'iand' takes integers; convert by int(x) or declare the array integer",
                        "3:8 'shiftl' takes integers; convert by int(x) or declare the array integer",
                        "4:8 ishft takes an integer and a whole number such as 3 or -3; use shiftl(x, n) or"
                                + " shifta(x, n)",
                        "5:8 'not' takes 1 argument, got 2",
                        "6:8 integer 99999999999999999999 exceeds 64 bits; write it as a real number"),
                inLoop(
                        "a(i) = iand(a(i), 3)",
                        "a(i) = shiftl(2.0, 1)",
                        "a(i) = ishft(3, i)",
                        "a(i) = not(1, 2)",
                        "a(i) = 99999999999999999999"));
    }

    @Test
    void guardsOnDataAreComparisons() {
        assertEquals(
                List.of("3:5 the condition is a number; write a comparison such as x /= 0"),
                errors("real a(3)", "do i = 1, 3", "if (a(i)) a(i) = 0", "enddo"));
    }

    @Test
    void duplicateDeclarations() {
        assertEquals(
                List.of(
                        "2:12 'a' is declared twice, first in line 1; remove one declaration",
                        "3:7 'a' is declared twice, first in line 1; remove one declaration"),
                errors("real a(3)", "real b(3), a(3)", "param a", "a(1) = 0"));
        assertEquals(
                List.of("2:1 second init of array 'a'; join them by merge"),
                errors("init a(i) = 1", "init a(i) = 2", "a(1) = 0"));
    }

    @Test
    void namesMustBeDistinctAndFree() {
        assertEquals(
                List.of("2:1 'A' and 'a' differ only in case; write the name one way"),
                errors("a(1) = 0", "A(2) = 0").subList(0, 1));
        assertEquals(
                List.of("1:6 'while' is a reserved name; choose another one"), errors("real while(3)", "while(1) = 0"));
        assertEquals(
                List.of("2:4 'i' is already the variable of an outer loop; choose another variable"),
                inLoop("do i = 1, 3", "a(i) = 0", "enddo"));
        assertEquals(
                List.of("2:4 'n' is a parameter; choose another loop variable"),
                errors("param n", "do n = 1, 3", "a(n) = 0", "enddo"));
        assertEquals(
                List.of("2:4 'a' is an array or scalar; choose another loop variable"),
                inLoop("do a = 1, 3", "a(i) = 0", "enddo").subList(0, 1));
    }

    @Test
    void wrongArgumentCount() {
        assertEquals(
                List.of(
                        "2:8 'min' takes at least 2 arguments, got 1",
                        "2:17 'sqrt' takes 1 argument, got 2",
                        "3:8 'merge' takes 3 arguments, got 0"),
                inLoop("a(i) = min(3) + sqrt(1.0, 2.0)", "a(i) = merge()"));
    }

    @Test
    void numbersAndLogicalValuesDoNotMix() {
        assertEquals(
                List.of(
                        "2:8 '.and.' takes logical operands; write a comparison such as x /= 0, or declare the array"
                                + " logical",
                        "3:8 '+' takes numbers, not logical values; use .and., .or., .not. or merge",
                        "4:1 a logical value is assigned to real 'a'; declare 'logical a' or use merge(1, 0,"
                                + " condition)",
                        "5:8 the third argument of merge is its condition; write merge(then, else, condition)"),
                inLoop("a(i) = a(i) .and. b(i)", "a(i) = 1 + .true.", "a(i) = b(i) > 1", "a(i) = merge(1, 2, 3)"));
    }

    @Test
    void initAndAssumeAreChecked() {
        assertEquals(
                List.of(
                        "1:6 'init' names array 'b', which is neither declared nor used in the nest; correct the name"
                                + " or remove the line",
                        "2:8 '1' is no index name; an init line sets the whole array: write distinct new names like"
                                + " a(i,j)",
                        "3:8 'assume' names array 'c', which is neither declared nor used in the nest; correct the"
                                + " name or remove the line",
                        "4:8 an assumption is a comparison of array elements or of parameters, or several joined by"
                                + " .and.; write e.g. a(k,k) >= 0",
                        "6:8 rnd() is allowed in init only; initialise an array with it and read that"),
                errors(
                        "init b(i) = 1",
                        "init a(1) = 1",
                        "assume c(k) > 0",
                        "assume a(k) > 0 .or. a(k) < 0",
                        "do i = 1, n",
                        "a(i) = rnd()",
                        "enddo"));
        assertEquals(
                List.of("1:13 init cannot read array 'a'; use the indices, parameters, rnd() and merge"),
                errors("init a(i) = a(i)", "a(1) = 0"));
        assertEquals(
                List.of("2:1 'param' inside a loop or if; move it before the first loop"),
                inLoop("param n", "a(i) = 0"));
    }

    @Test
    void localsAreSetBeforeTheyAreRead() {
        String remedy = "; set it first, or leave out 'local' where its value comes from outside";
        assertEquals(
                List.of("5:8 's' is local and may be read here before it is set" + remedy),
                errors("local real s", "do i = 1, n", "s = a(i)", "enddo", "b(1) = s"));
        assertEquals(
                List.of("4:5 's' is local and may be read here before it is set" + remedy),
                errors(
                        "local real s",
                        "do i = 1, n",
                        "if (i > 1) then",
                        "s = s + 1",
                        "else",
                        "s = 0",
                        "endif",
                        "enddo"));
        NestParser.parse(
                "t.nest",
                String.join(
                        "\n",
                        "local real s, t(n)",
                        "do i = 1, n",
                        "if (i > 1) then",
                        "s = 1",
                        "else",
                        "s = 0",
                        "endif",
                        "t(i) = s",
                        "b(i) = t(i)",
                        "enddo",
                        ""));
    }

    @Test
    void malformedLinesAreReportedAndSkipped() {
        assertEquals(
                List.of(
                        "1:9 expected ',', found the end of the line; the form is: do variable = lower, upper [, step]",
                        "2:8 expected an expression, found '*'; the form is: a(i,j) = expression",
                        "3:6 unexpected character '@'; remove it, or put text after '!'",
                        "4:10 expected the end of the line, found 'b'; write one statement a line, comments after '!'",
                        "5:1 a line cannot begin with ')'; write a declaration, do, enddo, if, else, endif or an"
                                + " assignment",
                        "6:3 subscript 'i*i' is not affine: it multiplies 'i' by 'i'; one factor must be an integer"
                                + " constant"),
                errors("do i = 1", "a(i) = * 3", "a(i) @ 3", "a(i) = 3 b", ") = 3", "a(i*i) = 0", "enddo"));
        assertEquals(
                List.of("1:9 expected a name, found the end of the line; the form is: param n, m"),
                errors("param n,", "a(1) = 0"));
        assertEquals(
                List.of("1:8 dimension '3:1' of 'a' has no elements; write lower:upper with lower <= upper"),
                errors("real a(3:1)", "a(1) = 0"));
    }

    @Test
    void wordsOfOtherLanguagesAreNoTypes() {
        String types = "; types are real or real*4, double precision or real*8, real*2, integer*1, *2, *4, *8,"
                + " unsigned*1, *2, *4, *8, signed*1 and logical";
        String form = "; the form is: real a(n, 0:m-1), b(n)" + types;
        assertEquals(List.of("1:5 expected a name, found '('" + form), errors("real(8) a(4)", "a(1) = 0"));
        assertEquals(List.of("1:8 expected a name, found '*'" + form), errors("integer*3 a(4)", "a(1) = 0"));
        for (String line : List.of("float a(4)", "double a(4)", "double complex a(4)", "character*4 a(4)")) {
            assertEquals(
                    List.of("'" + line.substring(0, line.indexOf(line.contains("*") ? '*' : ' '))
                            + "' is no type of the notation" + types),
                    errors(line, "a(1) = 0").stream()
                            .map(e -> e.replaceFirst("^1:\\d+ ", ""))
                            .toList());
        }
        assertEquals(
                NestParser.parse("t.nest", "real a(4)\ndouble precision b(4)\na(1) = b(1)")
                        .toString(),
                NestParser.parse("t.nest", "real*4 a(4)\nreal * 8 b(4)\na(1) = b(1)")
                        .toString());
    }

    @Test
    void textWithoutStatements() {
        String message = "1:1 there is no statement here; write loops with assignments such as a(i) = 0";
        assertEquals(List.of(message), errors(""));
        assertEquals(List.of(message), errors("! only a comment", "", "param n"));
        assertEquals(List.of(message), errors("do i = 1, n", "enddo"));
    }

    @Test
    void deepNestingIsRefusedNotAStackTrace() {
        UserError error = assertThrows(
                UserError.class,
                () -> NestParserTest.parse("a(1) = " + "(".repeat(100_000) + "1" + ")".repeat(100_000)));
        assertEquals("test.nest: error: the text is nested too deeply; simplify its expressions", error.getMessage());
    }

    @Test
    void unreadableFiles(@TempDir Path dir) throws IOException {
        Path missing = dir.resolve("missing.nest");
        assertFile(missing, "no such file; check the path");
        assertFile(dir, "this is a directory; give a file");
        Path binary = Files.write(dir.resolve("binary.nest"), new byte[] {127, 'E', 'L', 'F', 0, 1});
        assertFile(binary, "this is a binary file; give a text file");
        Path latin = Files.write(dir.resolve("latin.nest"), "! \u00e9".getBytes(StandardCharsets.ISO_8859_1));
        assertFile(latin, "this is not UTF-8 text; convert it to UTF-8");
        Path empty = Files.write(dir.resolve("empty.nest"), new byte[0]);
        UserError error = assertThrows(UserError.class, () -> NestParser.parse(empty));
        assertEquals(
                empty + ":1:1: error: there is no statement here; write loops with assignments such as a(i) = 0",
                error.getMessage());
    }

    private static void assertFile(Path file, String message) {
        UserError error = assertThrows(UserError.class, () -> NestParser.parse(file));
        assertEquals(UserError.BAD_INPUT, error.exitCode());
        assertEquals(file + ": error: " + message, error.getMessage());
    }

    @Test
    void operatorsThatCannotBeDeclaredAssociative() {
        assertEquals(
                List.of("1:20 '-' is no operator that may be declared associative; declare '+', which - undoes"),
                errors("assume associative(-)", "a(1) = 0"));
        assertEquals(
                List.of("1:23 'sum' is no operator that may be declared associative; write +, *, min or max, e.g."
                        + " assume associative(+)"),
                errors("assume associative(+, sum)", "a(1) = 0"));
        assertEquals(
                List.of("1:8 an assumption is a comparison of array elements or of parameters, or several joined by"
                        + " .and.; write e.g. a(k,k) >= 0"),
                errors("assume commutative(+)", "a(1) = 0"));
    }
}
