package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private static final TextTable TABLE = new TextTable("rlrl")
            .row("#", "candidate", "measured", "bound by")
            .row("1", "8x8/1x1", "2.00 ms", "arithmetic")
            .row("10", "16x16/4x4", "10.0 ms", "L2 cache");

    @Test
    void columnsStandBesideEachOther() {
        assertEquals(
                List.of(
                        "   #  candidate  measured  bound by",
                        "   1  8x8/1x1     2.00 ms  arithmetic",
                        "  10  16x16/4x4   10.0 ms  L2 cache"),
                TABLE.lines("  "));
    }

    @Test
    void whatDoesNotFitStandsBelowWithTheFirstColumnAgain() {
        assertEquals(
                List.of(
                        "   #  candidate  measured",
                        "   1  8x8/1x1     2.00 ms",
                        "  10  16x16/4x4   10.0 ms",
                        "",
                        "   #  bound by",
                        "   1  arithmetic",
                        "  10  L2 cache"),
                TABLE.lines("  ", 30));
    }

    @Test
    void everyCellIsShownAtAnyWidth() {
        for (int width = 0; width < 50; width++) {
            String text = String.join("\n", TABLE.lines("", width));
            for (String cell : List.of("16x16/4x4", "10.0 ms", "L2 cache", "bound by", "10")) {
                assertTrue(text.contains(cell), text);
            }
            int least = "10".length() + 2 + "arithmetic".length();
            int most = Math.max(width, least);
            assertTrue(text.lines().allMatch(line -> line.length() <= most), text);
        }
    }
}
