package tilewright.model;

import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import tilewright.oracle.RandomNests;
import tilewright.parse.NestParser;

class SetNotationProperties {
    @Provide
    Arbitrary<String> nests() {
        return RandomNests.any();
    }

    @Property(tries = 40)
    void setsContainExactlyTheExecutedOperations(
            @ForAll("nests") String text, @ForAll @IntRange(min = 1, max = 4) int n) {
        SetNotationTest.check(NestParser.parse("random.nest", text), Map.of("n", (long) n));
    }
}
