package tilewright.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.locality.Analysed;
import tilewright.ranking.RankedCandidate;
import tilewright.ranking.Ranker;
import tilewright.ranking.Ranking;
import tilewright.ranking.RankingJson;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.report.stored.ResultsReader;
import tilewright.tiling.Tiler;
import tilewright.tiling.space.Candidate;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What {@code rank} writes is what a page explains. Times are made up: the second candidate wins. */
class ExplanationTest {
    private static final int MEASURED = 12;

    @TempDir
    Path directory;

    private List<String> firstReasons = List.of();

    @BeforeEach
    void writeSweep() throws Exception {
        try (Analysed analysed = Analysed.stored("floyd-warshall")) {
            Ranking ranking = Ranker.rank(
                    analysed.dependences(),
                    new Tiler(analysed.dependences()).families(),
                    Map.of("n", 4096L),
                    DeviceCatalog.find("h200"));
            firstReasons = ranking.reasons(ranking.top(1).getFirst());
            Files.writeString(directory.resolve(ResultsReader.RANKING), RankingJson.of(ranking, MEASURED));
            List<String> lines = new ArrayList<>();
            for (RankedCandidate each : ranking.top(MEASURED)) {
                lines.add(line(each).toString());
            }
            Files.writeString(directory.resolve(ResultsReader.MEASUREMENTS), String.join("\n", lines) + "\n");
            Files.writeString(directory.resolve(ResultsReader.SUMMARY), """
                {"schema":"tilewright/summary/1","nest":"floyd-warshall","sizes":{"n":4096},"device":"made up"}
                """);
        }
    }

    private static ObjectNode line(RankedCandidate each) {
        JsonMapper json = JsonMapper.shared();
        ObjectNode line = json.createObjectNode();
        line.put("schema", "tilewright/measurement/1")
                .put("nest", "floyd-warshall")
                .put("rank", each.rank());
        line.put("device", "made up").putObject("sizes").put("n", 4096);
        line.set("block", json.valueToTree(each.candidate().block()));
        line.set("thread", json.valueToTree(each.candidate().thread()));
        Candidate.Options options = each.candidate().options();
        ObjectNode chosen =
                line.putObject("options").put("kTile", options.kTile()).put("stages", options.stages());
        if (options.panel() > 0) {
            chosen.put("panel", options.panel());
        }
        line.putObject("predicted").put("seconds", each.prediction().seconds());
        line.put("status", "ok").putArray("runs").add(each.prediction().seconds() * (each.rank() == 2 ? 0.8 : 1.1));
        return line;
    }

    @Test
    void theWinnerAndTheFirstChoiceAreExplained() throws Exception {
        ParsedPage page = ParsedPage.of(ResultsReader.read(directory));
        List<String> titles = page.texts("//div[@class='explanation']/p/b");
        assertEquals(List.of("The winner, ranked 2.", "The model's first choice."), titles);
        assertEquals(firstReasons, page.texts("//div[@class='explanation'][2]/ul/li"));
        List<String> terms = page.texts("//div[@class='explanation'][2]//th");
        assertTrue(terms.contains("shared memory") && terms.contains("arithmetic"), terms::toString);
    }

    @Test
    void aWinnerBeyondTheStoredRankingIsNotExplainedButNamed() throws Exception {
        Path ranking = directory.resolve(ResultsReader.RANKING);
        ObjectNode cut = (ObjectNode) JsonMapper.shared().readTree(Files.readString(ranking));
        ((ArrayNode) cut.get("ranking")).remove(1);
        Files.writeString(ranking, cut.toString());
        ParsedPage page = ParsedPage.of(ResultsReader.read(directory));
        assertEquals(
                "The stored ranking ends at place 11; store more of it to see why.",
                page.text("//div[@class='explanation'][1]/ul/li"));
        assertFalse(page.texts("//section[@id='candidates']//th").contains("bound by"));
    }

    @Test
    void theTableSaysWhatBindsEachCandidate() throws Exception {
        ParsedPage page = ParsedPage.of(ResultsReader.read(directory));
        int column = page.texts("//section[@id='candidates']//th").indexOf("bound by") + 1;
        List<String> binding = page.texts("//section[@id='candidates']//tbody/tr/td[" + column + "]");
        assertEquals(MEASURED, binding.size());
        assertTrue(binding.stream().noneMatch(String::isEmpty), binding::toString);
    }
}
