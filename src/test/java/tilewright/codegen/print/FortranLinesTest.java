package tilewright.codegen.print;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FortranLinesTest {
    /** gfortran refused what stands beyond column 132. */
    @Test
    void longStatementsAreBrokenBetweenWords() {
        String name = "x".repeat(60);
        String text = FortranLines.wrapped(
                "  integer :: " + name + "_a, " + name + "_b, " + name + "_c\n! " + "word ".repeat(40) + "\nend\n");
        assertEquals(
                "  integer :: " + name + "_a, &\n      & " + name + "_b, &\n          & " + name + "_c\n! "
                        + "word ".repeat(40) + "\nend\n",
                text);
        String whole = "y".repeat(200) + "\n";
        assertEquals(whole, FortranLines.wrapped(whole));
        assertTrue(FortranLines.wrapped("  call f(" + (name + "(1:" + name + ",:), ").repeat(9) + "b)")
                .lines()
                .allMatch(line -> line.length() <= 132));
    }
}
