package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tilewright.oracle.RandomNests;
import tilewright.parse.NestParser;
import tilewright.report.AnalysisJson;
import tilewright.report.AnalysisText;

class RandomNestLocalityProperties {
    @Provide
    Arbitrary<String> nests() {
        return RandomNests.any();
    }

    // The same nests in every run: few others take minutes to analyse.
    @Property(tries = 60, seed = "20261122")
    void everyNestHasEstimatesAndPrints(@ForAll("nests") String text) {
        try (Analysed analysed = Analysed.of(NestParser.parse("random.nest", text), true)) {
            Locality locality = analysed.locality();
            for (UsedValues values : locality.values()) {
                for (int fixed : values.rhoFixed()) {
                    assertTrue(fixed == values.rho() || fixed == values.rho() + 1, values.toString());
                }
            }
            assertEquals(
                    analysed.dependences().loops().stream().sorted().toList(),
                    locality.blockRanking().stream()
                            .flatMap(List::stream)
                            .sorted()
                            .toList());
            assertTrue(AnalysisText.of(analysed.dependences(), locality, null).endsWith("\n"));
            AnalysisJson.print(AnalysisJson.of(analysed.dependences(), locality, null, Map.of("n", 3L)));
        }
    }
}
