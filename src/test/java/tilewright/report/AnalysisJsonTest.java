package tilewright.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tilewright.locality.Analysed;
import tilewright.locality.FootprintCounter;
import tilewright.locality.VolumeCounter;
import tilewright.locality.Volumes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class AnalysisJsonTest {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    @Test
    void namesTheNestAndItsStatements() {
        ObjectNode json = json("floyd-warshall", null);
        assertEquals("tilewright/analysis/1", json.get("schema").asString());
        assertJson("""
            {"name": "floyd-warshall", "parameters": ["n"], "loops": ["k","i","j"],
             "assumptions": ["a[k][k] >= 0", "a[i][j] >= 0"]}\
            """, json.get("nest"));
        JsonNode statement = json.at("/statements/0");
        assertEquals("S1", statement.get("id").asString());
        assertEquals(14, statement.get("line").asInt());
        assertJson("[\"k\",\"i\",\"j\"]", statement.get("loops"));
        assertTrue(statement.get("domain").asString().startsWith("[n] -> { S1[k, i, j] : "));
        assertJson("""
            {"index": 3, "array": "a", "role": "read", "text": "a(i,k)",
             "F": [[0,1,0],[1,0,0]], "G": [[0],[0]], "f": [0,0]}\
            """, statement.at("/accesses/2"));
        assertEquals("write", statement.at("/accesses/0/role").asString());
    }

    @Test
    void givesVectorsWithBoundedAndFarComponents() {
        JsonNode flow = json("floyd-warshall", null)
                .get("dependences")
                .valueStream()
                .filter(d ->
                        d.get("access").asInt() == 3 && d.get("kind").asString().equals("flow"))
                .findFirst()
                .orElseThrow();
        assertEquals("S1", flow.get("source").asString());
        assertEquals("S1", flow.get("sink").asString());
        assertEquals("a", flow.get("array").asString());
        assertJson("[\"1\",\"0\",\"j - k\"]", flow.get("vector"));
        assertJson("[1,0,\"far\"]", flow.get("max"));
        assertTrue(flow.get("relation").asString().startsWith("[n] -> { S1["));
        assertTrue(flow.get("instances") == null);
    }

    @Test
    void listsInstancesOnRequest() {
        JsonNode first = json("matmul", Map.of("n", 2L)).at("/dependences/0");
        assertEquals("flow", first.get("kind").asString());
        assertJson(
                "[[[1,1,1],[1,1,2]], [[1,2,1],[1,2,2]], [[2,1,1],[2,1,2]], [[2,2,1],[2,2,2]]]", first.get("instances"));
    }

    @Test
    void givesEstimatesInTheTermsOfTheoremOne() {
        ObjectNode json = json("floyd-warshall", null);
        assertJson("""
            {"statement": "S1", "access": 3, "array": "a", "loop": "j", "vector": "(1,0,j - k)", "rho": 2,
             "rhoFixed": 3, "case": "far-repeated", "reads": {"parts": 1, "power": 2},
             "writes": {"parts": 0, "power": 2}}\
            """, estimate(json, 3, "j"));
        assertJson("""
            {"statement": "S1", "access": 3, "array": "a", "loop": "i", "vector": "(1,0,j - k)", "rho": 2,
             "rhoFixed": 2, "case": "none", "reads": null, "writes": null}\
            """, estimate(json, 3, "i"));
        assertEquals("near", estimate(json, 2, "k").get("case").asString());
        assertEquals(
                "input-once", estimate(json("matmul", null), 3, "i").get("case").asString());
        assertJson("[[\"k\"],[\"i\",\"j\"]]", json.get("blockRanking"));
    }

    @Test
    void givesThreadSizesAndSharing() {
        ObjectNode json = json("floyd-warshall", null);
        assertJson("""
            {"loop": "k", "size": "1", "or": "block with barrier",
             "because": "Lemma 1: k does not move a(i,j) (S1 accesses 1, 2)"}\
            """, json.at("/threadSizes/0"));
        assertJson("""
            {"statement": "S1", "access": 3, "broadcast": ["j"], "spatial": []}\
            """, json.at("/locality/2"));
    }

    @Test
    void givesBandsWithTheirRule() {
        JsonNode band = json("gaussian-elimination", null).at("/bands/0");
        assertJson("[\"S1\"]", band.get("statements"));
        assertJson("[\"k\",\"i\",\"j\"]", band.get("loops"));
        assertTrue(band.get("permutable").asBoolean());
        assertJson("[\"i\",\"j\"]", band.get("parallel"));
        assertTrue(band.get("rule").isString());
    }

    @Test
    void givesVolumesWhereTheyWereCounted() {
        try (Analysed analysed = Analysed.stored("matmul")) {
            Volumes volumes = new VolumeCounter(analysed.dependences(), Map.of("n", 8L)).count(List.of(4, 4, 8));
            ObjectNode json = AnalysisJson.of(analysed.dependences(), analysed.locality(), volumes, null);
            assertJson("{\"block\": [4,4,8], \"reads\": 320, \"writes\": 64}", json.get("volumes"));
        }
        assertTrue(json("matmul", null).get("volumes") == null);
    }

    @Test
    void givesTheFootprintOfABlockAndAThread() {
        try (Analysed analysed = Analysed.stored("matmul")) {
            AtSizes at = new AtSizes(
                    null, null, FootprintCounter.of(analysed.dependences(), List.of(8, 4, 2), List.of(2, 1, 1)));
            ObjectNode json = AnalysisJson.of(analysed.dependences(), analysed.locality(), at, null, null, null);
            assertJson("""
                {"block": [8,4,2], "thread": [2,1,1], "groups": [
                  {"array": "c", "bytes": 4,
                   "accesses": [{"statement": "S1", "access": 1}, {"statement": "S1", "access": 2}],
                   "blockElements": 32, "blockBytes": 128, "threadElements": 2, "registers": 2},
                  {"array": "a", "bytes": 4, "accesses": [{"statement": "S1", "access": 3}],
                   "blockElements": 16, "blockBytes": 64, "threadElements": 2, "registers": 2},
                  {"array": "b", "bytes": 4, "accesses": [{"statement": "S1", "access": 4}],
                   "blockElements": 8, "blockBytes": 32, "threadElements": 1, "registers": 1}],
                 "sharedBytes": 224, "registers": 5}
                """, json.get("footprint"));
            AtSizes block =
                    new AtSizes(null, null, FootprintCounter.of(analysed.dependences(), List.of(8, 4, 2), List.of()));
            JsonNode alone = AnalysisJson.of(analysed.dependences(), analysed.locality(), block, null, null, null)
                    .get("footprint");
            assertJson("[]", alone.get("thread"));
            assertTrue(alone.get("registers") == null);
        }
    }

    @Test
    void scalarsHaveEmptyMatrices() {
        try (Analysed analysed = Analysed.text("param n", "real s", "do i = 1, n", "s = s + x(i)", "enddo")) {
            ObjectNode json = AnalysisJson.of(analysed.dependences(), analysed.locality(), null, null);
            JsonNode access = json.at("/statements/0/accesses/0");
            assertJson("[]", access.get("F"));
            assertJson("[]", access.get("f"));
        }
    }

    private static JsonNode estimate(ObjectNode json, int access, String loop) {
        return json.get("estimates")
                .valueStream()
                .filter(e -> e.get("access").asInt() == access
                        && e.get("loop").asString().equals(loop))
                .findFirst()
                .orElseThrow();
    }

    private static ObjectNode json(String nest, @Nullable Map<String, Long> instanceSizes) {
        try (Analysed analysed = Analysed.stored(nest)) {
            String text = AnalysisJson.print(
                    AnalysisJson.of(analysed.dependences(), analysed.locality(), null, instanceSizes));
            return (ObjectNode) MAPPER.readTree(text);
        }
    }

    private static void assertJson(String expected, JsonNode actual) {
        assertEquals(MAPPER.readTree(expected).toString(), actual.toString());
    }
}
