package tilewright.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.parse.NestParser;
import tilewright.parse.WithoutPositions;

class RandomNestProperties {
    @Provide
    Arbitrary<String> nests() {
        return RandomNests.any();
    }

    // The same nests in every run: few others take minutes to analyse.
    @Property(tries = 200, seed = "20261122")
    void printedNestsParseBack(@ForAll("nests") String text) {
        LoopNest nest = NestParser.parse("random.nest", text);
        String printed = NestPrinter.print(nest);
        assertEquals(WithoutPositions.of(nest), WithoutPositions.of(NestParser.parse("random.nest", printed)), printed);
    }

    /** The interpreter refuses every subscript outside its array. */
    @Property(tries = 200, seed = "20261122")
    void inferredExtentsHoldEveryAccess(@ForAll("nests") String text, @ForAll @IntRange(min = 0, max = 6) int n) {
        LoopNest nest = NestParser.parse("random.nest", text);
        Map<String, Long> parameters = Map.of("n", (long) n);
        new Interpreter(nest, parameters, DataInitializer.fill(nest, parameters, 1)).run();
    }
}
