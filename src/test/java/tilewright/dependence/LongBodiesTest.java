package tilewright.dependence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tilewright.isl.Context;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.SourcePosition;
import tilewright.model.Subscript;
import tilewright.parse.NestParser;

/** Statements of a long body that differ in nothing but names and constants are analysed together. */
class LongBodiesTest {
    private static final int LINES = 30;
    /** Twice what it takes; asked for every line on its own it is four times as much. */
    private static final long OPERATIONS = 900_000;

    /** Every line reads what its neighbours were in the step before, and a scalar of the line before. */
    private static String body(int lines) {
        StringBuilder text = new StringBuilder(
                "param n, t\nreal f(0:1, n, n, " + lines + ")\ndo k = 1, t\n  do i = 2, n - 1\n    do j = 2, n - 1\n");
        for (int q = 1; q <= lines; q++) {
            text.append("      s")
                    .append(q)
                    .append(" = f(mod(k, 2), i, j, ")
                    .append(q)
                    .append(")");
            text.append(q > 1 ? " + s" + (q - 1) : "").append("\n");
        }
        for (int q = 1; q <= lines; q++) {
            text.append("      f(mod(k + 1, 2), i, j, ")
                    .append(q)
                    .append(") = s")
                    .append(q)
                    .append(" * s1\n");
        }
        return text + "    enddo\n  enddo\nenddo\n";
    }

    @Test
    void alikeQuestionsAreAskedOnce() {
        try (Context context = new Context()) {
            context.setMaxOperations(OPERATIONS);
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("body.nest", body(LINES)));
            context.setMaxOperations(0);
            long flow = dependences.ofKind(Dependence.Kind.FLOW).size();
            assertEquals(LINES + (LINES - 1) + 2 * LINES, flow);
            assertTrue(dependences.dependences().stream()
                    .allMatch(d -> d.relation().toString().contains(d.source() + "[")
                            && d.relation().toString().contains("-> " + d.sink() + "[")));
        }
    }

    @Test
    void equalConstantsSayNothingAndDifferentOnesKeepAccessesApart() {
        assertEquals(
                Optional.of(new SubscriptPair(List.of(Affine.variable("i")), List.of(Affine.variable("j")))),
                SubscriptPair.of(
                        access(Affine.variable("i"), Affine.constant(3)),
                        access(Affine.variable("j"), Affine.constant(3))));
        assertEquals(
                Optional.empty(),
                SubscriptPair.of(
                        access(Affine.variable("i"), Affine.constant(3)),
                        access(Affine.variable("j"), Affine.constant(4))));
    }

    private static Access access(Affine... indices) {
        List<Subscript> subscripts = java.util.Arrays.stream(indices)
                .<Subscript>map(Subscript.AffineSubscript::new)
                .toList();
        return new Access(1, "a", subscripts, new SourcePosition("t", 1, 1));
    }
}
