package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class WrappedLineTest {
    @Test
    void linesBreakAtBlanksAndKeepTheirIndent() {
        assertEquals(List.of("  - one two", "    three", "    four"), WrappedLine.of("  - one two three four", 12));
        assertEquals(List.of("short"), WrappedLine.of("short", 12));
    }

    @Test
    void aWordThatIsLongerThanALineKeepsOneToItself() {
        assertEquals(
                List.of("in", "  reports/a-long-name/b", "  and more"),
                WrappedLine.of("in reports/a-long-name/b and more", 12));
        assertEquals(List.of("reports/a-long-name/b"), WrappedLine.of("reports/a-long-name/b", 12));
        assertEquals(List.of("reports/a-long-name/b "), WrappedLine.of("reports/a-long-name/b ", 12));
    }

    /** A command in two lines would run as two. */
    @Test
    void aCommandStaysInOneLine() {
        assertEquals(
                List.of("generate it:", "  ./tilewright generate a.nest --target c"),
                WrappedLine.of("generate it: ./tilewright generate a.nest --target c", 12));
    }
}
