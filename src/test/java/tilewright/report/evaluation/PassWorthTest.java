package tilewright.report.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tilewright.report.stored.ResultsReader;
import tilewright.report.stored.Summary;

class PassWorthTest {
    private static final String FOLDER = "../reports/ablation";

    /** The figures that stand in the documentation are those of the stored runs. */
    @Test
    void theTableInTheDocumentationIsThatOfTheStoredRuns() throws IOException {
        Map<String, Summary> sweeps = new HashMap<>();
        try (Stream<Path> programs = Files.list(Path.of("reports/ablation"))) {
            for (Path program : programs.toList()) {
                sweeps.put(
                        FOLDER + "/" + program.getFileName() + "/nvidia-h200",
                        ResultsReader.read(program.resolve("nvidia-h200")).summary());
            }
        }
        String table = PassWorth.table(FOLDER, sweeps).orElseThrow();
        String page = Files.readString(Path.of("docs/speed.md"));
        assertTrue(
                page.contains("<!-- passes " + FOLDER + " -->\n" + table + "<!-- end -->"),
                () -> "evaluate reports/ablation/*/* --tables docs/speed.md writes it again:\n" + table);
        assertTrue(sweeps.size() >= 10);
        assertEquals(Optional.empty(), PassWorth.table("elsewhere", sweeps));
    }
}
