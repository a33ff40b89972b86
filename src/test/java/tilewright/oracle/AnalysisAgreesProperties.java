package tilewright.oracle;

import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import tilewright.parse.NestParser;

/** Random nests, which nobody chose. */
class AnalysisAgreesProperties {
    @Provide
    Arbitrary<String> nests() {
        return RandomNests.any();
    }

    @Property(tries = 100)
    void everyDependence(
            @ForAll("nests") String text, @ForAll boolean removeSilent, @ForAll @IntRange(min = 2, max = 4) int n) {
        try (AnalysisCheck check = new AnalysisCheck(NestParser.parse("random.nest", text), removeSilent)) {
            check.dependencesAgree(Map.of("n", (long) n));
        }
    }
}
