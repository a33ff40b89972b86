package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Set;
import tilewright.oracle.RandomNests;
import tilewright.parse.NestParser;
import tilewright.report.AnalysisJson;
import tilewright.report.AnalysisText;

class RandomNestLocalityProperties {
    @Provide
    Arbitrary<String> nests() {
        return RandomNests.any();
    }

    /** Where there are any for these sizes: some exist for odd n only. */
    @Property(tries = 60)
    void rhoIsTheDegreeOfTheNumberOfValues(@ForAll("nests") String text) {
        try (Analysed analysed = Analysed.of(NestParser.parse("random.nest", text), true)) {
            Dependences dependences = analysed.dependences();
            List<Dependence> flows = dependences.ofKind(Dependence.Kind.FLOW);
            for (int f = 0; f < flows.size(); f++) {
                if (flows.get(f).relation().getBasicMapList().size() == 1) {
                    Set values = flows.get(f).relation().domain();
                    double few = count(values, dependences, 2521);
                    double many = count(values, dependences, 5041);
                    long rho = analysed.locality().values().get(f).rho();
                    if (few > 0 && many > 0) {
                        long slope = Math.round(Math.log(many / few) / Math.log(2));
                        assertEquals(slope, rho, flows.get(f).relation().toString());
                    }
                }
            }
        }
    }

    private static long count(Set values, Dependences dependences, long n) {
        return PointCounter.count(ValueFlows.fixed(values, dependences, Map.of("n", n)));
    }

    @Property(tries = 60)
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

    /** The model may be off for small and odd nests; it must not fail, and where nothing is cut it is exact. */
    @Property(tries = 20)
    void everyNestHasAModel(@ForAll("nests") String text) {
        try (Analysed analysed = Analysed.of(NestParser.parse("random.nest", text), true)) {
            Map<String, Long> sizes = Map.of("n", 40L);
            VolumeModel model = VolumeModel.of(analysed.dependences(), sizes);
            List<Integer> block =
                    analysed.dependences().loops().stream().map(_ -> 8).toList();
            assertTrue(model.reads(block) >= 0 && model.writes(block) >= 0);
        }
    }
}
