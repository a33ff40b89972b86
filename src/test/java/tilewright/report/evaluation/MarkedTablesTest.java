package tilewright.report.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.model.UserError;
import tilewright.report.stored.ResultsReader;
import tilewright.tune.stored.StoredSweep;

class MarkedTablesTest {
    private static final String STORED = "reports/speed/jacobi-1d-n4000000";

    private static String marked(String what, String inside) {
        return "<!-- " + what + " -->\n" + inside + "\n<!-- end -->\n";
    }

    private static List<PerformanceDocument.Entry> entries() throws IOException {
        Path folder = Path.of(STORED);
        return List.of(new PerformanceDocument.Entry(
                STORED, ResultsReader.read(folder), StoredSweep.read(folder), JudgementTest.chosen("jacobi-1d")));
    }

    @Test
    void theTableOfAFolderIsWrittenAnewAndTheRestStays() throws IOException {
        String kept = marked("sweeps reports/other", "kept \\ $0") + "After\n";
        String filled = MarkedTables.fill(
                "Before\n" + marked("sweeps reports/speed", "old $1") + "Between\n" + kept, entries(), List.of());
        assertTrue(filled.startsWith("Before\n<!-- sweeps reports/speed -->\n| nest | sizes |"), filled);
        assertTrue(filled.endsWith("\n<!-- end -->\nBetween\n" + kept), filled);
        assertTrue(filled.contains(" (1 sweeps) times the reference where there is one; no peer"), filled);
        String row = filled.lines()
                .filter(line -> line.startsWith("| [jacobi-1d](" + STORED + ") | n=4000000, steps=1000 | "))
                .findFirst()
                .orElseThrow();
        assertTrue(Files.readString(Path.of("README.md")).contains(row), () -> "README.md has another row than " + row);
        assertEquals(filled, MarkedTables.fill(filled, entries(), List.of()));
    }

    @Test
    void candidatesThatSomebodyChoseJudgeNoOrder() throws IOException {
        String page = marked("ranking", "as it was");
        assertEquals(page, MarkedTables.fill(page, entries(), List.of()));
    }

    @Test
    void aPageWithoutAPlaceIsRefused() {
        UserError refused = assertThrows(UserError.class, () -> MarkedTables.fill("no place\n", List.of(), List.of()));
        assertTrue(String.valueOf(refused.getMessage()).contains("<!-- sweeps FOLDER -->"), refused::getMessage);
    }
}
