package tilewright.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.Law;
import tilewright.dependence.Laws;
import tilewright.graph.GraphBinding;
import tilewright.graph.GraphSpec;
import tilewright.graph.Inspectors;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.parse.c.CParser;
import tilewright.parse.c.unit.COptions;

/** What runs behind {@code else} without asking, and what does not. */
class SilentAlternativesTest {
    private static final String FACTS = "#pragma tilewright assume(w[e] >= 0)";

    /** Listing 1 of Kolganov's paper: a thread relaxes both arcs of a pair, the second one only where the first one changed nothing. */
    private static final String LISTING = """
        if (x[st[e]] > x[en[e]] + w[e]) {
            x[st[e]] = x[en[e]] + w[e];
            changed = 1;
        } else if (x[en[e]] > x[st[e]] + w[e]) {
            x[en[e]] = x[st[e]] + w[e];
            changed = 1;
        }
        """;

    private static LoopNest nest(String facts, String body) {
        return CParser.parse(
                        "sssp.c",
                        """
                        void sssp(int n, int m, int root, int st[m], int en[m], float w[m], float x[n])
                        {
                            int changed;
                            #pragma tilewright assume(0 <= st[e] && st[e] <= n - 1)
                            #pragma tilewright assume(0 <= en[e] && en[e] <= n - 1)
                            %s
                            #pragma tilewright graph(st, en, w)
                            #pragma tilewright init(x[v] = v == root ? 0 : INFINITY)
                            #pragma scop
                            do {
                                changed = 0;
                                for (int e = 0; e < m; e++) {
                                    %s
                                }
                            } while (changed);
                            #pragma endscop
                        }
                        """.formatted(facts, body),
                        new COptions(List.of(), new LinkedHashMap<>(), null, null))
                .nest();
    }

    private static List<String> statements(LoopNest nest) {
        return nest.statements().stream()
                .map(PlacedStatement::statement)
                .map(s -> s.target() + " = " + s.value())
                .toList();
    }

    @Test
    void bothArcsOfAPairAreRelaxations() {
        LoopNest nest = nest(FACTS, LISTING);
        assertEquals(
                List.of("x(st(e)) = min(x(en(e)) + w(e), x(st(e)))", "x(en(e)) = min(x(st(e)) + w(e), x(en(e)))"),
                statements(nest));
        assertEquals(
                List.of("st", "en", "w", "x"),
                nest.arrays().stream().map(ArrayDeclaration::name).toList());
        assertTrue(Laws.of(nest).stream().allMatch(l -> l.hold(Law.CHAOTIC) && l.hold(Law.LOST_UPDATES)));
    }

    /** The least capacity on the way counts: what comes back over the same arc is no wider. */
    @Test
    void widestPathsToo() {
        assertEquals(
                List.of(
                        "x(st(e)) = max(min(x(en(e)), w(e)), x(st(e)))",
                        "x(en(e)) = max(min(x(st(e)), w(e)), x(en(e)))"),
                statements(nest(
                        "",
                        LISTING.replaceAll("(x\\[..\\[e\\]\\]) \\+ w\\[e\\]", "fminf($1, w[e])")
                                .replace(">", "<"))));
    }

    static Stream<Arguments> asked() {
        return Stream.of(
                // A negative arc may be worth going forth and back.
                Arguments.of("", LISTING),
                // Another array: nothing says that it is as good.
                Arguments.of(FACTS, LISTING.replace("x[en[e]] > x[st[e]] + w[e]", "x[en[e]] > x[st[e]]")),
                // The condition holds where nothing is improved.
                Arguments.of(FACTS, LISTING.replaceFirst("w\\[e\\]\\)", "w[e] - 1)")));
    }

    @ParameterizedTest
    @MethodSource("asked")
    void isAsked(String facts, String body) {
        assertTrue(statements(nest(facts, body)).toString().contains(".not. condition"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void valuesAreThoseOfTheLoopAsWritten(long seed) {
        // An arc of weight 0, loops, and arcs that stand twice are among those of a small range of weights.
        assertEquals(run(nest(FACTS + "\n", LISTING), seed), run(nest(FACTS, NAMED), seed));
    }

    /** The same with the condition kept by name, which nothing takes apart. */
    private static final String NAMED = """
        int c = x[st[e]] > x[en[e]] + w[e];
        int d = x[en[e]] > x[st[e]] + w[e];
        if (c) {
            x[st[e]] = x[en[e]] + w[e];
        }
        if (!c && d) {
            x[en[e]] = x[st[e]] + w[e];
        }
        changed += c + d;
        """;

    private static String run(LoopNest nest, long seed) {
        GraphBinding.Bound bound = GraphBinding.bind(
                nest,
                GraphSpec.parse("rmat:scale=5,degree=5,symmetric,weights=0..3,seed=" + seed),
                new LinkedHashMap<>(Map.of("root", 3L)));
        Data data = DataInitializer.fill(nest, bound.sizes(), 1, bound.arrays());
        Inspectors.check(nest, bound.sizes(), data, "the graph");
        new Interpreter(nest, bound.sizes(), data).run();
        return IntStream.range(0, data.array("x").size())
                .mapToObj(v -> String.valueOf(data.array("x").valueAt(v)))
                .collect(Collectors.joining(" "));
    }
}
