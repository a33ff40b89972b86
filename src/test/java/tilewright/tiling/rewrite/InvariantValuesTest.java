package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.parse.GuardedStatements;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.ExpansionCheck;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.text.PlanRoundTrip;

class InvariantValuesTest {
    private static final String SOLVER = """
        param m, n
        double precision a, b, p(m, 0:n), q(m, 0:n), u(m, n)
        do i = 1, m
          p(i,0) = 0.0
          q(i,0) = 1.0
          do j = 1, n
            p(i,j) = a / (a * p(i,j - 1) + b)
            q(i,j) = (u(i,j) - a * q(i,j - 1)) / (a * p(i,j - 1) + b)
          enddo
        enddo
        """;

    /** Thomas's algorithm for many right-hand sides; its coefficients are made anew for each. */
    private static final String THOMAS = """
        param m, n
        double precision a, b, c, cp(n), d(m, n)
        do i = 1, m
          cp(1) = c / b
          d(i,1) = d(i,1) / b
          do j = 2, n
            cp(j) = c / (b - a * cp(j - 1))
            d(i,j) = (d(i,j) - a * d(i,j - 1)) / (b - a * cp(j - 1))
          enddo
          do j = n - 1, 1, -1
            d(i,j) = d(i,j) - cp(j) * d(i,j + 1)
          enddo
        enddo
        """;

    /** Lines of a compact difference scheme, with coefficients that are read. */
    private static final String LINES = """
        param m, n, steps
        double precision l(n), g(n), r(n), w(m, n), x(m, n), f(m, n)
        do t = 1, steps
          do i = 1, m
            w(i,1) = g(1)
            x(i,1) = f(i,1)
            do j = 2, n
              w(i,j) = g(j) - l(j) * r(j - 1) / w(i,j - 1)
              x(i,j) = f(i,j) - l(j) / w(i,j - 1) * x(i,j - 1)
            enddo
            f(i,n) = x(i,n) / w(i,n)
            do j = n - 1, 1, -1
              f(i,j) = (x(i,j) - r(j) * f(i,j + 1)) / w(i,j)
            enddo
          enddo
        enddo
        """;

    @Test
    void whatAllLinesComputeIsComputedOnce() {
        assertEquals(
                List.of(
                        "p_once(0) = 0.0",
                        "p_once(j) = a / ((a * p_once(j - 1)) + b)",
                        "q_once(j) = (a * p_once(j - 1)) + b",
                        "q(i,0) = 1.0",
                        "q(i,j) = (u(i,j) - (a * q(i,j - 1))) / q_once(j)",
                        "p(e1,e2) = p_once(e2)",
                        "p(e1_2,e2_2) = p_once(e2_2)"),
                statements(SOLVER));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cp_once(j) = c / (b - (a * cp_once(j - 1)))|cp(e1_2) = cp_once(e1_2)",
                "d_once(j) = b - (a * cp_once(j - 1))|d(i,j) = (d(i,j) - (a * d(i,j - 1))) / d_once(j)",
            })
    void coefficientsOfThomassAlgorithmAreComputedOnce(String one, String other) {
        List<String> statements = statements(THOMAS);
        assertTrue(statements.containsAll(List.of(one, other)), statements::toString);
    }

    @Test
    void coefficientsThatAreReadMayBePartOfTheValues() {
        List<String> statements = statements(LINES);
        assertTrue(
                statements.containsAll(List.of(
                        "w_once(j) = g(j) - ((l(j) * r(j - 1)) / w_once(j - 1))",
                        "x_once(j) = l(j) / w_once(j - 1)",
                        "x(i,j) = f(i,j) - (x_once(j) * x(i,j - 1))")),
                statements::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {SOLVER, THOMAS, LINES})
    void theNestLeavesWhatItLeft(String text) {
        LoopNest nest = NestParser.parse("nest", text);
        LoopNest once = once(text).orElseThrow();
        for (int size : new int[] {0, 1, 2, 5}) {
            Map<String, Long> sizes = new LinkedHashMap<>();
            nest.parameters().forEach(p -> sizes.put(p, p.equals("n") ? Math.max(size, 1L) : size));
            Data before = DataInitializer.fill(nest, sizes, 3);
            Data after = DataInitializer.fill(once, sizes, 4);
            for (ArrayDeclaration array : nest.arrays()) {
                for (int e = 0; e < before.array(array.name()).size(); e++) {
                    after.array(array.name())
                            .setAt(e, before.array(array.name()).valueAt(e));
                }
            }
            new Interpreter(nest, sizes, before).run();
            new Interpreter(once, sizes, after).run();
            for (ArrayDeclaration array : nest.arrays()) {
                assertArrayEquals(values(before, array), values(after, array), array.name());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {THOMAS, LINES})
    void plansAreProvedAndReadAgain(String text) {
        try (Context context = new Context()) {
            Dependences dependences = analyze(context, NestParser.parse("nest", text));
            Tiler tiler = new Tiler(dependences);
            int loops = tiler.ranked().loops().size();
            Plan plan = assertInstanceOf(
                            Verdict.Legal.class,
                            tiler.plan(new Candidate(
                                    Collections.nCopies(loops, 4),
                                    Collections.nCopies(loops, 1),
                                    new Candidate.Options(4, 1))))
                    .plan();

            assertTrue(
                    plan.rule().startsWith("values that are the same in all iterations of a loop are computed once"),
                    plan.rule());
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
            PlanRoundTrip.check(plan);
            assertTrue(new Tiler(dependences, new Schedule.Original())
                    .ranked().nest().arrays().stream().noneMatch(a -> a.name().endsWith("_once")));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // a coefficient of the line, of the step, a value that comes from the line before, and nothing that
                // repeats
                "do i = 1, m\n  p(i,0) = 0.0\n  do j = 1, n\n    p(i,j) = 1.0 / (p(i,j-1) + b(i))\n  enddo\nenddo\n",
                "do i = 1, m\n"
                        + "  c = 2.0 * c\n"
                        + "  p(i,0) = 0.0\n"
                        + "  do j = 1, n\n"
                        + "    p(i,j) = 1.0 / (p(i,j-1) + c)\n"
                        + "  enddo\n"
                        + "enddo\n",
                "do i = 1, m\n  do j = 1, n\n    p(i,j) = 1.0 / (p(i,j-1) + 2.0)\n  enddo\nenddo\n",
                "do i = 1, m\n  p(i,0) = dble(i)\n  do j = 1, n\n    p(i,j) = 1.0 / (p(i,j-1) + 2.0)\n  enddo\nenddo\n",
                "do i = 1, m\n  do j = 1, n\n    p(i,j) = 1.0 / (a(j) + 2.0)\n  enddo\nenddo\n",
            })
    void refused(String text) {
        assertEquals(Optional.empty(), once("param m, n\ndouble precision a(n), b(m), c, p(m, 0:n)\n" + text), text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p_once(0) = 0.0|p_once(0) = 1.0|S5 does not compute what S1 computed",
                "p_once(j) = a / ((a * p_once(j - 1)) + b)|p_once(j) = a / ((b * p_once(j - 1)) + b)|S6 does not"
                        + " compute what S3 computed",
                "q_once(j) = (a * p_once(j - 1)) + b|q_once(j) = (a * p_once(j)) + b|S4 computes something else",
                "q_once(j) = (a * p_once(j - 1)) + b|q_once(j) = b + (a * p_once(j - 1))|S4 computes something else",
                "p(e1,e2) = p_once(e2)|p(e1,e2) = p_once(e2 + 1)|p gets what nothing has written",
                "/ q_once(j)|/ q_once(n + 1 - j)|S4 computes something else",
            })
    void otherValuesAreFound(String right, String wrong, String difference) {
        LoopNest once = once(SOLVER).orElseThrow();
        String text = NestPrinter.print(once);
        assertTrue(text.contains(right), text);
        assertEquals(Optional.of(difference), difference(named(text.replace(right, wrong), once)));
    }

    private static LoopNest named(String text, LoopNest like) {
        LoopNest parsed = NestParser.parse("nest", text);
        return parsed.with(
                like.arrays(),
                GuardedStatements.named(
                        parsed.body(),
                        like.statements().stream().map(p -> p.statement().id()).iterator()));
    }

    private static Optional<String> difference(LoopNest after) {
        try (Context context = new Context()) {
            return new ExpansionCheck(analyze(context, NestParser.parse("nest", SOLVER)), analyze(context, after))
                    .difference();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SOLVER, THOMAS, LINES})
    void theCheckProvesWhatTheFormComputes(String text) {
        try (Context context = new Context()) {
            Dependences before = analyze(context, NestParser.parse("nest", text));
            LoopNest after = InvariantValues.of(before).orElseThrow();
            assertEquals(Optional.empty(), new ExpansionCheck(before, analyze(context, after)).difference());
        }
    }

    private static List<String> statements(String text) {
        return once(text).orElseThrow().statements().stream()
                .map(s -> s.statement().toString())
                .toList();
    }

    private static Optional<LoopNest> once(String text) {
        try (Context context = new Context()) {
            return InvariantValues.of(analyze(context, NestParser.parse("nest", text)));
        }
    }

    private static Dependences analyze(Context context, LoopNest nest) {
        return DependenceAnalysis.analyze(context, nest, false);
    }

    private static double[] values(Data data, ArrayDeclaration array) {
        double[] values = new double[data.array(array.name()).size()];
        for (int e = 0; e < values.length; e++) {
            values[e] = data.array(array.name()).valueAt(e);
        }
        return values;
    }
}
