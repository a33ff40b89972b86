package tilewright.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class TerminalWriterTest {
    private final StringWriter shown = new StringWriter();

    @Test
    void sentencesAreWrappedAndDocumentsAreNot() {
        PrintWriter writer = TerminalWriter.of(new PrintWriter(shown), 16);
        writer.print("one two ");
        writer.println("three four five");
        TerminalWriter.verbatim(writer, "{ \"a\": \"a long text\" }\n");
        writer.print("six seven eight nine\nten");
        writer.flush();
        assertEquals(
                "one two three\n  four five\n{ \"a\": \"a long text\" }\nsix seven eight\n  nine\nten",
                shown.toString());
    }

    @Test
    void whereTheWidthIsNotKnownNothingIsWrapped() {
        PrintWriter writer = TerminalWriter.of(new PrintWriter(shown), Integer.MAX_VALUE);
        writer.print("one two three four five six seven\n");
        writer.flush();
        assertEquals("one two three four five six seven\n", shown.toString());
    }
}
