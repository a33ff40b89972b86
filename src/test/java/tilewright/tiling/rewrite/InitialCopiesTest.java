package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.ExpansionCheck;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.text.PlanRoundTrip;

class InitialCopiesTest {
    private static final String TRIANGULAR_PRODUCT = """
        param m, n
        do i = 1, m
          do j = 1, n
            do k = i + 1, m
              b(i,j) = b(i,j) + a(k,i) * b(k,j)
            enddo
          enddo
        enddo
        """;

    private static final String STENCIL_IN_PLACE = """
        param n
        real a(0:n+1, 0:n+1)
        do i = 1, n
          do j = 1, n
            a(i,j) = a(i,j) + a(i,j+1) + a(i+1,j)
          enddo
        enddo
        """;

    @Test
    void whatIsOverwrittenLaterIsReadFromACopy() {
        try (Context context = new Context()) {
            LoopNest copied =
                    InitialCopies.of(analyze(context, nest(TRIANGULAR_PRODUCT))).orElseThrow();

            assertEquals(
                    List.of("b_initial(c1,c2) = b(c1,c2)", "b(i,j) = b(i,j) + (a(k,i) * b_initial(k,j))"),
                    copied.statements().stream()
                            .map(s -> s.statement().toString())
                            .toList());
            assertEquals(
                    "S2", copied.statements().getFirst().statement().id(), "statements as written keep their names");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TRIANGULAR_PRODUCT, STENCIL_IN_PLACE})
    void loopsThatOnlyOverwriteWhatTheyHaveReadRunInParallel(String text) {
        try (Context context = new Context()) {
            LoopNest nest = nest(text);
            Dependences dependences = DependenceAnalysis.analyze(context, nest);
            Tiler tiler = new Tiler(dependences);
            int loops = tiler.ranked().loops().size();
            Verdict verdict = tiler.plan(new Candidate(
                    Collections.nCopies(loops, 4), Collections.nCopies(loops, 1), new Candidate.Options(4, 1)));
            Plan plan = assertInstanceOf(Verdict.Legal.class, verdict).plan();

            assertTrue(plan.host().stream().allMatch(HostStep.Launch.class::isInstance), plan::toString);
            assertEquals(2, Collections.frequency(plan.family().roles(), LoopRole.PARALLEL), plan.rule());
            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
            PlanRoundTrip.check(plan);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // values pass from iteration to iteration
                "real a(0:n)\ndo i = 1, n\n  a(i) = a(i-1) + 1.0\nenddo\n",
                // some iterations read what others wrote
                "real a(0:n+1)\ndo t = 1, n\n  do i = 1, n\n    a(i) = a(i) + a(i+1)\n  enddo\nenddo\n",
                // one statement after the other is enough
                "do i = 1, n\n  s(i) = a(i)\nenddo\ndo i = 1, n\n  a(i) = 2.0 * s(i)\nenddo\n"
            })
    void refused(String text) {
        try (Context context = new Context()) {
            assertEquals(Optional.empty(), InitialCopies.of(analyze(context, nest("param n\n" + text))));
        }
    }

    @Test
    void aCopyThatComesTooLateIsFound() {
        try (Context context = new Context()) {
            LoopNest copied =
                    InitialCopies.of(analyze(context, nest(TRIANGULAR_PRODUCT))).orElseThrow();
            List<Node> late = List.of(copied.body().get(1), copied.body().get(0));
            LoopNest wrong = new LoopNest(
                    copied.name(), copied.parameters(), copied.arrays(), copied.assumptions(), List.of(), late);

            assertEquals(Optional.empty(), difference(context, copied));
            assertEquals(Optional.of("b(k,j) of S1 gets another value"), difference(context, wrong));
        }
    }

    private static Optional<String> difference(Context context, LoopNest after) {
        return new ExpansionCheck(analyze(context, nest(TRIANGULAR_PRODUCT)), analyze(context, after)).difference();
    }

    private static LoopNest nest(String text) {
        return NestParser.parse("nest", text);
    }

    private static Dependences analyze(Context context, LoopNest nest) {
        return DependenceAnalysis.analyze(context, nest, false);
    }
}
