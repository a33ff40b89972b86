package tilewright.oracle;

import java.io.IOException;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import tilewright.model.LoopNest;

/** What the bands allow does not change results. */
class BandsKeepResultsProperties {
    private static void check(LoopNest nest, boolean removeSilent, Map<String, Long> sizes, int size) {
        try (AnalysisCheck analysis = new AnalysisCheck(nest, removeSilent)) {
            new BandCheck(analysis.dependences(), sizes).bandsKeepResults(size);
        }
    }

    @Provide
    Arbitrary<LoopNest> loopNests() throws IOException {
        return Arbitraries.of(AnalysisAgreesTest.nests().toList());
    }

    // The same nests in every run: few others take minutes to analyse.
    @Property(tries = 30, seed = "20261122")
    void ofTheLoopNests(
            @ForAll("loopNests") LoopNest nest,
            @ForAll boolean removeSilent,
            @ForAll @IntRange(min = 1, max = 7) int n,
            @ForAll @IntRange(min = 1, max = 4) int size) {
        check(nest, removeSilent, AnalysisAgreesTest.sizes(nest, n), size);
    }
}
