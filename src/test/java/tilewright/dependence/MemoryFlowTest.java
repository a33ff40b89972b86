package tilewright.dependence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tilewright.isl.Context;
import tilewright.isl.Map;
import tilewright.parse.NestParser;

/** What orders a nest's operations is what its exact dependences say, and reads after writes that others came after. */
class MemoryFlowTest {
    private static final String TWICE = """
        param n
        real a(0:n), b(0:n)
        do i = 1, n
          a(i) = b(i)
          a(i) = a(i-1) + 1.0
        enddo
        """;

    @Test
    void aReadComesAfterEveryWriteOfItsElement() {
        try (Context context = new Context()) {
            var nest = NestParser.parse("twice.nest", TWICE);
            Dependences exact = DependenceAnalysis.analyze(context, nest, false);
            Dependences order = DependenceAnalysis.order(context, nest);

            assertEquals(List.of("S2"), sources(exact), "the last write alone is read");
            assertEquals(List.of("S1", "S2"), sources(order));
            for (Dependence d : exact.dependences()) {
                Map all = order.dependences().stream()
                        .filter(o -> o.kind() == d.kind()
                                && o.source().equals(d.source())
                                && o.sink().equals(d.sink())
                                && o.access() == d.access())
                        .map(Dependence::relation)
                        .reduce(Map::union)
                        .orElseThrow();
                assertTrue(d.relation().isSubset(all), d::toString);
            }
        }
    }

    private static List<String> sources(Dependences dependences) {
        return Stream.of(dependences)
                .flatMap(d -> d.ofKind(Dependence.Kind.FLOW).stream())
                .map(Dependence::source)
                .distinct()
                .sorted()
                .toList();
    }
}
