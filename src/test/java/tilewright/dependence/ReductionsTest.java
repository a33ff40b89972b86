package tilewright.dependence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.isl.Context;
import tilewright.model.Operator;
import tilewright.parse.NestParser;

class ReductionsTest {
    private static final String HEAD = """
        param n
        real a(n,n), x(n), y(n)
        double precision d(n)
        integer c(n,n), t, m(n)
        """;

    private static String rows(String statement) {
        return HEAD + "do i = 1, n\n do j = 1, n\n" + statement + "\n enddo\nenddo\n";
    }

    private static List<Reduction> of(String text) {
        try (Context context = new Context()) {
            return Reductions.of(DependenceAnalysis.analyze(context, NestParser.parse("test.nest", text)));
        }
    }

    @Test
    void sumsAlongTheInnerLoop() {
        for (String statement : List.of(
                "y(i) = y(i) + a(i,j) * x(j)",
                "y(i) = a(i,j) * x(j) + y(i)",
                "y(i) += a(i,j)",
                "y(i) = (y(i) + a(i,j)) + x(j)",
                "y(i) = y(i) - a(i,j)",
                "y(i) = (a(i,j) + y(i)) - x(j)")) {
            assertEquals(
                    List.of(new Reduction(
                            "S1", "y", Operator.ADD, read(statement), List.of(1), Reduction.Regrouping.REFUSED)),
                    of(rows(statement)),
                    statement);
        }
    }

    private static int read(String statement) {
        String right = statement.contains("+=") ? "" : statement.substring(statement.indexOf('='));
        int before = (int) right.substring(0, Math.max(0, right.indexOf("y(i)")))
                .chars()
                .filter(c -> c == '(')
                .count();
        return right.startsWith("= (") ? before + 1 : before + 2;
    }

    @Test
    void theOuterLoopAndBoth() {
        assertEquals(
                List.of(0), of(rows("y(j) = y(j) + a(i,j) * x(i)")).getFirst().loops());
        assertEquals(List.of(0, 1), of(rows("t = t + c(i,j)")).getFirst().loops());
    }

    @Test
    void declarationsAndExactOperators() {
        assertEquals(
                Reduction.Regrouping.DECLARED,
                of("assume associative(+)\n" + rows("y(i) = y(i) + a(i,j)"))
                        .getFirst()
                        .regrouping());
        assertEquals(
                Reduction.Regrouping.REFUSED,
                of("assume associative(+)\n" + rows("y(i) = y(i) * a(i,j)"))
                        .getFirst()
                        .regrouping());
        assertEquals(
                Reduction.Regrouping.EXACT,
                of(rows("y(i) = max(y(i), a(i,j))")).getFirst().regrouping());
        assertEquals(
                Reduction.Regrouping.EXACT,
                of(rows("m(i) = m(i) - c(i,j)")).getFirst().regrouping());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // the rest reads the accumulator, or other elements of its array
                "y(i) = y(i) + y(i) * a(i,j)",
                "y(i) = y(i) + a(i,j) * y(j)",
                // it is subtracted from something, divided by something, or not joined by one operator
                "y(i) = a(i,j) - y(i)",
                "y(i) = y(i) / a(i,j)",
                "y(i) = x(j) * (y(i) + a(i,j))",
                "y(i) = max(y(i) + a(i,j), x(j))",
                // another accumulator, another element
                "y(i) = x(i) + a(i,j)",
                "y(i) = y(j) + a(i,j)",
                // rounded to the accumulator's type after every operation of a wider one
                "y(i) = y(i) + d(j)",
                "m(i) = int(m(i) + a(i,j))",
                // every iteration has an element of its own
                "a(i,j) = a(i,j) + x(j)"
            })
    void nearMisses(String statement) {
        assertEquals(List.of(), of("assume associative(+, *)\n" + rows(statement)));
    }

    @Test
    void whatReadsTheAccumulatorInBetweenStaysInOrder() {
        String text = "assume associative(+)\n" + rows("y(i) = y(i) + a(i,j)\n a(i,j) = y(i)");
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("test.nest", text));
            List<Dependence> left = Reductions.relaxed(
                    dependences,
                    Reductions.of(dependences),
                    Reductions.FreePairs.ofEach(s -> Reductions.pairs(dependences, s)));
            // S2 at (i,j) reads what all S1 at (i,1..j) have added, and stays before all later ones.
            Dependence flow = left.stream()
                    .filter(d -> d.kind() == Dependence.Kind.FLOW && d.sink().equals("S2"))
                    .findFirst()
                    .orElseThrow();
            tilewright.isl.Map all = tilewright.isl.Map.parse(
                    context, "[n] -> { S1[i,j] -> S2[i,k] : 1 <= i <= n and 1 <= j <= k <= n }");
            assertEquals(true, all.isSubset(flow.relation()));
            Dependence anti = left.stream()
                    .filter(d -> d.kind() == Dependence.Kind.ANTI
                            && d.source().equals("S2")
                            && d.array().equals("y"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(
                    true,
                    tilewright.isl.Map.parse(context, "[n] -> { S2[i,j] -> S1[i,k] : 1 <= i <= n and 1 <= j < k <= n }")
                            .isSubset(anti.relation()));
            assertEquals(
                    0,
                    left.stream()
                            .filter(d -> d.source().equals("S1") && d.sink().equals("S1"))
                            .count());
        }
    }
}
